//! The table against itself: defaults lie in their ranges, every key can be set from every source.

use super::*;

fn file(text: &str) -> ConfigFile {
    ConfigFile { name: "tribunal.toml".to_owned(), bytes: text.as_bytes().to_vec() }
}

#[test]
fn defaults_are_accepted_by_their_own_domains() {
    for (key, setting) in KEYS.iter().zip(defaults()) {
        if !setting.value.is_null() {
            assert_eq!(key.domain.check(&setting.value, ""), Ok(()), "{}", key.path());
        }
    }
    assert_eq!(typed(&defaults()), Config::default());
}

#[test]
fn every_key_is_one_line_of_prose_and_one_variable() {
    for key in KEYS.iter() {
        assert!(key.doc.ends_with('.') && !key.doc.contains('\n'), "{}", key.path());
        assert_eq!(KEYS.iter().filter(|other| other.variable() == key.variable()).count(), 1, "{}", key.path());
        assert!(SECTIONS.iter().any(|(section, _)| key.section.split('.').next() == Some(section)));
    }
}

#[test]
fn the_ends_of_a_range_are_inside_and_fit_their_type() {
    for key in KEYS.iter() {
        let Domain::Number { min, max } = key.domain else { continue };
        for number in [min, max] {
            let sources = Sources { environment: vec![(key.variable(), number.to_string())], ..Sources::default() };
            let settings = load(&sources).expect("both ends are accepted");
            let value = serde_json::to_value(&settings.config).expect("plain data");
            assert_eq!(value.pointer(&key.pointer()), Some(&Value::from(number)), "{}", key.path());
        }
        let sources = Sources { environment: vec![(key.variable(), (max + 1).to_string())], ..Sources::default() };
        assert!(load(&sources).is_err(), "{}", key.path());
    }
}

#[test]
fn dotted_keys_inline_tables_and_other_bases_mean_the_same() {
    for text in
        ["index.jobs = 16", "index = { jobs = 0x10 }", "\u{feff}[index]\r\njobs = 1_6\r\n", "[index]\njobs = 0b10000"]
    {
        let settings = load(&Sources { repository: Some(file(text)), ..Sources::default() });
        assert_eq!(settings.map(|settings| settings.config.index.jobs), Ok(16), "{text}");
    }
}

#[test]
fn numbers_that_fit_no_integer_are_refused() {
    for number in ["99999999999999999999", "1.0", "-1", "1e3", "\"4\"", "2024-01-01"] {
        let text = format!("[index]\njobs = {number}\n");
        let problems = load(&Sources { repository: Some(file(&text)), ..Sources::default() }).err();
        assert_eq!(problems.map(|error| error.problems.len()), Some(1), "{number}");
    }
}

#[test]
fn all_problems_of_all_sources_are_told_at_once() {
    let sources = Sources {
        user: Some(file("[index]\njobs = 1000\n")),
        repository: Some(file("[index]\nx = 1\n[y]\nz = 1\n")),
        environment: vec![("TRIBUNAL_PROJECT_KIND".to_owned(), "script".to_owned())],
        ..Sources::default()
    };
    assert_eq!(load(&sources).err().map(|error| error.problems.len()), Some(4));
}

const MODELS_FILE: &str = "[models.coding]\nmodel = \"qwen3\"\ntemperature = 0.2\nprice_input = 3\n
[models.overrides.verify]\nprovider = \"anthropic\"\nmodel = \"judge\"\n";

#[test]
fn models_of_a_trusted_file_are_read_by_role_and_by_stage() {
    let sources = Sources { repository: Some(file(MODELS_FILE)), trusted: true, ..Sources::default() };
    let settings = load(&sources).expect("a good file");
    let models = &settings.config.models;
    assert_eq!(models.coding.model.as_deref(), Some("qwen3"));
    assert_eq!(models.coding.temperature.map(Decimal::hundredths), Some(20));
    assert_eq!(models.coding.price_input, Some(Decimal(3_000_000)));
    assert_eq!(models.overrides["verify"].provider.as_deref(), Some("anthropic"));
    assert_eq!(models.reasoning, ModelEntry::default());
    let shown: Vec<_> = settings.settings.iter().filter(|setting| setting.key.starts_with("models.")).collect();
    assert_eq!(shown.len(), 5);
}

#[test]
fn models_of_a_file_that_is_not_trusted_have_no_effect_and_are_told() {
    let settings = load(&Sources { repository: Some(file(MODELS_FILE)), ..Sources::default() }).expect("a good file");
    assert_eq!(settings.config.models, Models::default());
    let keys: Vec<_> = settings.ignored.iter().map(|ignored| ignored.key.as_str()).collect();
    assert_eq!(keys.len(), 5);
    assert!(keys.contains(&"models.overrides.verify.model"));
    let user = load(&Sources { user: Some(file(MODELS_FILE)), ..Sources::default() }).expect("a good file");
    assert_eq!(user.config.models.coding.model.as_deref(), Some("qwen3"));
}

#[test]
fn what_is_wrong_with_models_is_told_with_its_line() {
    for (text, expected) in [
        ("[models.codnig]\nmodel = \"x\"\n", "unknown role `codnig`"),
        ("[models]\nmodel = \"x\"\n", "`models.model` is no key: write a table [models.ROLE]"),
        ("[models.coding]\nmodle = \"x\"\n", "unknown key `models.coding.modle`"),
        ("[models.coding]\ntemperature = 3.0\n", "models.coding.temperature: expected a number from 0 to 2"),
        ("[models.coding]\nprovider = \"olama\"\n", "models.coding.provider: expected one of ollama"),
        ("[models.overrides]\nverify = 1\n", "write a table [models.overrides.verify]"),
    ] {
        let error = load(&Sources { user: Some(file(text)), ..Sources::default() }).expect_err(text);
        assert!(error.problems[0].message.starts_with(expected), "{:?}", error.problems);
        assert!(error.problems[0].place.starts_with("tribunal.toml:"));
    }
}

#[test]
fn a_variable_sets_a_models_key() {
    let variable = ("TRIBUNAL_MODELS_CODING_MODEL".to_owned(), "small".to_owned());
    let settings = load(&Sources { environment: vec![variable], ..Sources::default() }).expect("a good value");
    assert_eq!(settings.config.models.coding.model.as_deref(), Some("small"));
}

#[test]
fn decimals_are_exact() {
    for (text, expected) in
        [("2", Some(2_000_000)), ("2.5", Some(2_500_000)), ("0.000001", Some(1)), ("0.0000001", None), ("-1", None)]
    {
        assert_eq!(Decimal::parse(text), expected.map(Decimal), "{text}");
    }
    assert_eq!(String::from(Decimal(2_500_000)), "2.5");
}
