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
    for key in KEYS {
        assert!(key.doc.ends_with('.') && !key.doc.contains('\n'), "{}", key.path());
        assert_eq!(KEYS.iter().filter(|other| other.variable() == key.variable()).count(), 1, "{}", key.path());
        assert!(SECTIONS.iter().any(|(section, _)| *section == key.section));
    }
}

#[test]
fn the_ends_of_a_range_are_inside_and_fit_their_type() {
    for key in KEYS {
        let Domain::Number { min, max } = key.domain else { continue };
        for number in [min, max] {
            let sources = Sources { environment: vec![(key.variable(), number.to_string())], ..Sources::default() };
            let settings = load(&sources).expect("both ends are accepted");
            let value = serde_json::to_value(&settings.config).expect("plain data")[key.section][key.name].clone();
            assert_eq!(value, number, "{}", key.path());
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
