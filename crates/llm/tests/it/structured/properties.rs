//! What holds for any text: a cut is never taken for an answer, and nothing makes the reader fail.

use super::*;
use std::sync::LazyLock;

fn value() -> impl Strategy<Value = Value> {
    let scalar = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        (-1e6..1e6).prop_map(Value::from),
        text().prop_map(Value::from),
    ];
    scalar.prop_recursive(4, 40, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::vec((text(), inner), 0..5)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// Strings made of what could lead a reader astray.
fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        prop::sample::select(vec![
            "\"", "'", "{", "}", "[", "]", ",", ":", "\\", "\n", "```", "//", "/*", "#", "<think>", "</think>", "“",
            "’", "a", " ", "\": ", "\", \"", "+", "...", "é", "\u{feff}", "null", "1",
        ])
        .prop_map(str::to_owned),
        "[a-z ]{0,6}",
    ];
    prop::collection::vec(piece, 0..6).prop_map(|pieces| pieces.concat())
}

fn object() -> impl Strategy<Value = Value> {
    prop::collection::vec((text(), value()), 0..5).prop_map(|members| Value::Object(members.into_iter().collect()))
}

/// The object as some model may write it, without anything around it.
fn written(object: &Value, is_pretty: bool) -> String {
    if is_pretty { serde_json::to_string_pretty(object).unwrap() } else { object.to_string() }
}

/// The value as Python prints it.
fn in_python(value: &Value) -> String {
    let joined = |parts: Vec<String>| parts.join(", ");
    match value {
        Value::Null => "None".to_owned(),
        Value::Bool(true) => "True".to_owned(),
        Value::Bool(false) => "False".to_owned(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => {
            let escaped = text.replace('\\', "\\\\").replace('\'', "\\'").replace('\n', "\\n");
            format!("'{escaped}'")
        }
        Value::Array(items) => format!("[{}]", joined(items.iter().map(in_python).collect())),
        Value::Object(members) => {
            let member = |(key, value): (&String, &Value)| format!("{}: {}", in_python(&json!(key)), in_python(value));
            format!("{{{}}}", joined(members.iter().map(member).collect()))
        }
    }
}

static ANY_OBJECT: LazyLock<Schema> = LazyLock::new(|| Schema::new(json!({"type": "object"})).unwrap());

fn is_usable(reply: &str) -> bool {
    matches!(read(reply, &ANY_OBJECT), Outcome::Parsed { .. })
}

fn prefixes(text: &str) -> impl Iterator<Item = &str> {
    text.char_indices().map(|(at, _)| &text[..at])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_prefix_of_an_object_is_an_answer(object in object(), is_pretty: bool) {
        for prefix in prefixes(&written(&object, is_pretty)) {
            prop_assert!(!is_usable(prefix), "{prefix}");
        }
    }

    #[test]
    fn no_reply_cut_within_its_object_is_an_answer(object in object(), is_pretty: bool, around in 0..4_usize) {
        let before = ["```json\n", "Here it is:\n\n", "<think>{\"a\": 1}? No.</think>\n", "\"Sure!\" ```\n"][around];
        for prefix in prefixes(&written(&object, is_pretty)) {
            let reply = format!("{before}{prefix}");
            prop_assert!(!is_usable(&reply), "{reply}");
        }
    }

    #[test]
    fn no_prefix_of_an_object_as_python_writes_it_is_an_answer(object in object()) {
        for prefix in prefixes(&in_python(&object)) {
            prop_assert!(!is_usable(prefix), "{prefix}");
        }
    }

    #[test]
    fn json_is_read_as_it_is(object in object(), is_pretty: bool) {
        let text = written(&object, is_pretty);
        prop_assert_eq!(read(&text, &ANY_OBJECT), Outcome::Parsed { value: object.clone(), how: How::Strict });
        let fenced = format!("```json\n{text}\n```\n");
        let Outcome::Parsed { value, .. } = read(&fenced, &ANY_OBJECT) else { panic!("{fenced}") };
        prop_assert_eq!(value, object);
    }

    #[test]
    fn no_text_makes_the_reader_fail(object in object(), places in prop::collection::vec((any::<prop::sample::Index>(), text()), 0..6)) {
        let mut signs: Vec<char> = written(&object, true).chars().collect();
        for (place, text) in places {
            let at = place.index(signs.len() + 1).min(signs.len());
            let removed = signs.len().min(at + text.len() % 3);
            signs.splice(at..removed, text.chars());
        }
        is_usable(&signs.iter().collect::<String>());
    }

    #[test]
    fn no_noise_makes_the_reader_fail(pieces in prop::collection::vec(text(), 0..40), noise in "\\PC{0,40}") {
        is_usable(&pieces.concat());
        is_usable(&noise);
    }
}

#[test]
fn deep_and_long_texts_are_read_in_bounded_depth_and_linear_time() {
    let long = 200_000;
    for piece in
        ["[", "{\"a\":", "{", "\"", "{'", "\"//", "{/*", "<think>", "<think></think>", "```", "{\"a\",", "{\\\"a", "[{"]
    {
        assert!(!is_usable(&piece.repeat(long)), "{piece}");
        assert!(!is_usable(&format!("{{\"a\": \"{}", piece.repeat(long))), "{piece}");
    }
}
