//! Replies and what they come to. The cases are in Markdown documents; here is how they are read, and what holds for
//! any text.
//!
//! A heading is a case. Its first block is the reply, named by its schema in `schemas.json`, by `escaped` if control
//! characters are written as `\u{…}`, and by `nonce=…` if only the marked block counts. Its second block is named by what
//! is expected: `strict` or `lenient` with the value, or `unusable` with the fault.

#![expect(clippy::unwrap_used, reason = "tests")]

use proptest::prelude::*;
use serde_json::{Value, json};
use tribunal_llm::structured::{Fault, How, Outcome, Recovered, Schema, ask_again, read, read_marked, recover};

mod properties;

const SCHEMAS: &str = include_str!("structured/schemas.json");

const DOCUMENTS: &[(&str, &str)] = &[
    ("surroundings.md", include_str!("structured/surroundings.md")),
    ("commas.md", include_str!("structured/commas.md")),
    ("quotes.md", include_str!("structured/quotes.md")),
    ("words.md", include_str!("structured/words.md")),
    ("characters.md", include_str!("structured/characters.md")),
    ("brackets.md", include_str!("structured/brackets.md")),
    ("reasoning.md", include_str!("structured/reasoning.md")),
    ("encoding.md", include_str!("structured/encoding.md")),
    ("several.md", include_str!("structured/several.md")),
    ("truncated.md", include_str!("structured/truncated.md")),
    ("hopeless.md", include_str!("structured/hopeless.md")),
];

/// Blocks are fenced by more backticks than a reply has.
const FENCE: &str = "`````";

pub fn schema(name: &str) -> Schema {
    let schemas: Value = serde_json::from_str(SCHEMAS).unwrap();
    Schema::new(schemas[name].clone()).unwrap()
}

#[test]
fn every_reply_comes_to_what_its_document_says() {
    let (mut problems, mut count) = (Vec::new(), 0);
    for (document, text) in DOCUMENTS {
        for case in cases(text) {
            count += 1;
            let found = case.found();
            if found != case.expected() {
                problems.push(format!("{document}, {}: {found}, not {}", case.heading, case.expected()));
            }
        }
    }
    assert!(problems.is_empty(), "{} of {count} cases fail:\n{}", problems.len(), problems.join("\n"));
    assert!(count >= 300, "only {count} cases were read");
}

struct Case<'a> {
    heading: &'a str,
    /// Name and text of the reply and of the expectation.
    blocks: Vec<(&'a str, String)>,
}

fn cases(document: &str) -> Vec<Case<'_>> {
    let mut cases: Vec<Case<'_>> = Vec::new();
    let mut is_open = false;
    for line in document.split('\n') {
        if let (true, Some(case)) = (is_open && line != FENCE, cases.last_mut()) {
            let text = &mut case.blocks.last_mut().unwrap().1;
            text.push_str(line);
            text.push('\n');
        } else if let Some(name) = line.strip_prefix(FENCE) {
            is_open = !is_open;
            if is_open {
                cases.last_mut().expect("a heading").blocks.push((name, String::new()));
            }
        } else if let Some(heading) = line.strip_prefix("## ") {
            cases.push(Case { heading, blocks: Vec::new() });
        }
    }
    cases
}

impl Case<'_> {
    fn found(&self) -> String {
        let (names, text) = &self.blocks[0];
        let mut names = names.split(' ');
        let schema = schema(names.next().unwrap());
        let mut reply = text.strip_suffix('\n').unwrap_or(text).to_owned();
        let mut nonce = None;
        for name in names {
            match name.strip_prefix("nonce=") {
                Some(given) => nonce = Some(given),
                None => reply = unescaped(&reply),
            }
        }
        show(&nonce.map_or_else(|| read(&reply, &schema), |nonce| read_marked(&reply, nonce, &schema)))
    }

    fn expected(&self) -> String {
        let (kind, text) = &self.blocks[1];
        match *kind {
            "unusable" => format!("unusable: {}", text.trim()),
            _ => format!("{kind}: {}", serde_json::from_str::<Value>(text).expect(self.heading)),
        }
    }
}

fn unescaped(text: &str) -> String {
    let mut parts = text.split("\\u{");
    let mut plain = parts.next().unwrap().to_owned();
    for part in parts {
        let (code, rest) = part.split_once('}').unwrap();
        plain.push(char::from_u32(u32::from_str_radix(code, 16).unwrap()).unwrap());
        plain.push_str(rest);
    }
    plain
}

fn show(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Parsed { value, how: How::Strict } => format!("strict: {value}"),
        Outcome::Parsed { value, how: How::Lenient(_) } => format!("lenient: {value}"),
        Outcome::Unusable { reason } => format!("unusable: {}", kind(reason)),
    }
}

fn kind(fault: &Fault) -> &'static str {
    match fault {
        Fault::Empty => "empty",
        Fault::NoJson => "no json",
        Fault::NoBlock => "no block",
        Fault::Cut => "cut",
        Fault::Ambiguous => "ambiguous",
        Fault::Malformed { .. } => "malformed",
        Fault::Invalid(_) => "invalid",
    }
}

#[test]
fn the_second_question_says_what_was_wrong_where() {
    let schema = schema("verdict");
    let Outcome::Unusable { reason } = read(r#"{"verdict": "maybe", "reason": 3}"#, &schema) else { panic!("valid") };
    let message = ask_again(&reason, &schema);
    for part in [
        "at /verdict: expected `enum` [\"confirmed\",\"refuted\",\"inconclusive\"], found \"maybe\"",
        "at /reason: expected `type` \"string\", found 3",
        "\"additionalProperties\":false",
    ] {
        assert!(message.contains(part), "{message}");
    }
}

#[test]
fn a_usable_reply_costs_no_second_question() {
    let mut ask = |_: &str| -> Result<String, ()> { panic!("asked") };
    let recovered = recover("{'a': 1,}", &schema("loose"), &mut ask).unwrap();
    assert!(matches!(recovered, Recovered::Parsed { value, asked_for: None, .. } if value == json!({"a": 1})));
}

#[test]
fn an_unusable_reply_is_asked_for_once_more_with_the_reason() {
    let mut asked = Vec::new();
    let mut ask = |message: &str| -> Result<String, ()> {
        asked.push(message.to_owned());
        Ok("```json\n{\"a\": 2}\n```".to_owned())
    };
    let recovered = recover("{\"a\": [1, 2", &schema("loose"), &mut ask).unwrap();
    let Recovered::Parsed { value, asked_for, .. } = recovered else { panic!("{recovered:?}") };
    assert_eq!((value, asked_for), (json!({"a": 2}), Some(Fault::Cut)));
    assert_eq!(asked.len(), 1);
    assert!(asked[0].contains("ends before its JSON is complete"), "{asked:?}");
}

#[test]
fn two_unusable_replies_are_inconclusive_and_a_failing_world_is_an_error() {
    let schema = schema("verdict");
    let mut same = |_: &str| -> Result<String, ()> { Ok("I would rather not.".to_owned()) };
    let recovered = recover("", &schema, &mut same).unwrap();
    assert_eq!(recovered, Recovered::Inconclusive { first: Fault::Empty, second: Fault::NoJson });
    let mut failing = |_: &str| -> Result<String, &str> { Err("the server is gone") };
    assert_eq!(recover("", &schema, &mut failing), Err("the server is gone"));
}

#[test]
fn a_schema_that_needs_another_document_is_refused() {
    let error = Schema::new(json!({"$ref": "https://example.invalid/schema.json"})).unwrap_err();
    assert!(error.to_string().starts_with("the schema of the reply cannot be used"), "{error}");
    assert!(Schema::new(json!({"type": 3})).is_err());
}
