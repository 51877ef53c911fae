//! The house rules that a machine can check: who may depend on whom, how long files may be, which words are out.

use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Which crates of the workspace each crate may see; a crate that is missing here fails.
const DIRECTION: &[(&str, &[&str])] = &[
    ("domain", &[]),
    ("text", &["domain"]),
    ("repo", &["domain", "text"]),
    ("syntax", &["domain", "text"]),
    ("graph", &["domain", "text"]),
    ("store", &["domain", "text"]),
    // A server for tests, seen by tests alone.
    ("faults", &[]),
    ("llm", &["domain", "text", "faults"]),
    ("axes", &["domain", "text", "syntax", "graph"]),
    // It cannot see the axes, so that it does not share their mistakes.
    ("verify", &["domain", "text", "syntax", "graph"]),
    ("engine", &["domain", "text", "repo", "syntax", "graph", "store", "llm", "axes", "verify", "faults"]),
    ("tribunal", &["domain", "text", "engine", "faults"]),
];

/// External crates, by prefix, that only one crate may see.
const FENCES: &[(&str, &str)] = &[
    ("tree-sitter", "syntax"),
    ("gix", "repo"),
    ("rusqlite", "store"),
    ("libsqlite3", "store"),
    ("reqwest", "llm"),
    ("tokio", "llm"),
    ("jsonschema", "llm"),
    ("clap", "tribunal"),
    ("indicatif", "tribunal"),
    ("ctrlc", "tribunal"),
    ("anyhow", "tribunal"),
];

/// Fenced crates that the tests of another crate may see, with the reason.
const IN_TESTS: &[(&str, &str, &str)] =
    &[("jsonschema", "tribunal", "documents are held against the schemas that the program publishes")];

/// Lines above which a file needs a reason in `LONG`.
const ASKS_FOR_A_REASON: usize = 500;

/// Lines above which a file is split.
const IS_SPLIT: usize = 800;

/// Long files with the reason they stay whole.
const LONG: &[(&str, &str)] = &[];

/// Words that may not stand in code.
const FORBIDDEN: &[&str] =
    &["todo!(", "unimplemented!(", "dbg!(", "#[ignore", "#[allow(", "#![allow(", "#[should_panic"];

/// Places on somebody's machine.
const PRIVATE_PATHS: &[&str] = &["/home/", "/Users/", "/root/", "/work/", "C:\\Users"];

/// This file names what it forbids.
const THIS_FILE: &str = "crates/tribunal/tests/it/tidy.rs";

#[test]
fn crates_depend_only_downwards() {
    let mut problems = Vec::new();
    for package in packages() {
        let name = short_name(&package);
        if name == "xtask" {
            continue;
        }
        let Some((_, allowed)) = DIRECTION.iter().find(|(known, _)| *known == name) else {
            problems.push(format!("{name} is missing in the table"));
            continue;
        };
        for dependency in dependencies(&package) {
            match dependency.strip_prefix("tribunal-") {
                Some(own) if !allowed.contains(&own) => problems.push(format!("{name} may not see {own}")),
                _ => {}
            }
        }
    }
    assert!(problems.is_empty(), "{problems:#?}");
}

#[test]
fn fenced_libraries_stay_in_their_crate() {
    let mut problems = Vec::new();
    for package in packages().iter().filter(|package| short_name(package) != "xtask") {
        let name = short_name(package);
        for dependency in dependencies(package) {
            if is_for_tests(package, dependency) {
                continue;
            }
            let fence = FENCES.iter().find(|(prefix, owner)| dependency.starts_with(prefix) && *owner != name);
            problems.extend(fence.map(|(_, owner)| format!("{name} may not see {dependency}: only {owner} does")));
        }
    }
    assert!(problems.is_empty(), "{problems:#?}");
}

#[test]
fn every_crate_obeys_the_lints_of_the_workspace() {
    for package in packages().iter().filter(|package| short_name(package) != "xtask") {
        let manifest = std::fs::read_to_string(package["manifest_path"].as_str().expect("a path")).expect("a manifest");
        assert!(manifest.contains("[lints]\nworkspace = true"), "{}", short_name(package));
    }
}

#[test]
fn every_file_says_what_it_is_for() {
    let silent: Vec<_> =
        sources().into_iter().filter(|(_, text)| !text.starts_with("//!")).map(|(path, _)| path).collect();
    assert!(silent.is_empty(), "these files do not start with `//!`: {silent:#?}");
}

#[test]
fn long_files_have_a_reason() {
    let mut problems = Vec::new();
    let mut long = BTreeSet::new();
    // Tests are lists of cases: their length says nothing.
    for (path, text) in sources().into_iter().filter(|(path, _)| path.contains("/src/")) {
        let lines = text.lines().count();
        if lines > IS_SPLIT {
            problems.push(format!("{path} has {lines} lines: split it where the ideas split"));
        } else if lines > ASKS_FOR_A_REASON {
            long.insert(path.clone());
            if !LONG.iter().any(|(known, _)| *known == path) {
                problems.push(format!("{path} has {lines} lines and no reason in the table"));
            }
        }
    }
    let stale = LONG.iter().filter(|(path, _)| !long.contains(*path));
    problems.extend(stale.map(|(path, _)| format!("{path} is no longer long: take it out of the table")));
    assert!(problems.is_empty(), "{problems:#?}");
}

#[test]
fn forbidden_words_do_not_stand_in_code() {
    // The extractor's tests hold code of others in strings.
    let files: Vec<_> = sources().into_iter().filter(|(path, _)| !path.starts_with("crates/syntax/tests/")).collect();
    let problems = lines_with(&files, FORBIDDEN);
    assert!(problems.is_empty(), "{problems:#?}");
}

#[test]
fn no_place_of_somebodys_machine_stands_in_a_file() {
    let files = files_ending(&["rs", "toml", "md", "snap", "scm"]);
    // `pages/Users/Dialog.js` lies in a repository; a place of a machine begins a path.
    let begins = |line: &str, word: &str| {
        let in_path = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ']' | ')');
        line.match_indices(word).any(|(at, _)| !line[..at].ends_with(in_path))
    };
    let problems = lines_that(&files, PRIVATE_PATHS, begins);
    assert!(problems.is_empty(), "{problems:#?}");
}

fn lines_with(files: &[(String, String)], words: &[&str]) -> Vec<String> {
    lines_that(files, words, |line, word| line.contains(word))
}

fn lines_that(files: &[(String, String)], words: &[&str], hold: impl Fn(&str, &str) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    for (path, text) in files.iter().filter(|(path, _)| path != THIS_FILE) {
        for (number, line) in text.lines().enumerate() {
            let word = words.iter().find(|word| hold(line, word));
            found.extend(word.map(|word| format!("{path}:{}: {word}", number + 1)));
        }
    }
    found
}

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("crates/tribunal lies in the workspace").to_owned()
}

fn packages() -> Vec<Value> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(workspace())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo prints JSON");
    metadata["packages"].as_array().expect("packages").clone()
}

fn short_name(package: &Value) -> &str {
    let name = package["name"].as_str().expect("a name");
    name.strip_prefix("tribunal-").unwrap_or(name)
}

fn dependencies(package: &Value) -> Vec<&str> {
    let all = package["dependencies"].as_array().expect("dependencies");
    all.iter().map(|dependency| dependency["name"].as_str().expect("a name")).collect()
}

/// Whether only the tests of a crate see a library, and may.
fn is_for_tests(package: &Value, library: &str) -> bool {
    let known = IN_TESTS.iter().any(|(name, crate_, _)| *name == library && *crate_ == short_name(package));
    let all = package["dependencies"].as_array().expect("dependencies");
    known && all.iter().filter(|dependency| dependency["name"] == library).all(|dependency| dependency["kind"] == "dev")
}

fn sources() -> Vec<(String, String)> {
    files_ending(&["rs"])
}

/// Files of the workspace with these endings and their text, sorted by path.
fn files_ending(endings: &[&str]) -> Vec<(String, String)> {
    let root = workspace();
    let mut files = Vec::new();
    let mut waiting: Vec<PathBuf> = ["crates", "xtask", "docs"].iter().map(|folder| root.join(folder)).collect();
    while let Some(folder) = waiting.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for path in entries.flatten().map(|entry| entry.path()) {
            let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
            if path.is_dir() && !path.ends_with("target") {
                waiting.push(path);
            } else if endings.contains(&ending) {
                let name = path.strip_prefix(&root).expect("below the root").to_string_lossy().into_owned();
                files.push((
                    name,
                    String::from_utf8_lossy(&std::fs::read(&path).expect("a readable file")).into_owned(),
                ));
            }
        }
    }
    files.sort();
    files
}
