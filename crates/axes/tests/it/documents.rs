//! Test documents of rules: `rules: a, b` names the rules a document is about, a `##` heading is a case, fenced blocks
//! (language, then path) are files, and an expectation stands in a comment on its line: `finds: rule`, or
//! `finds: rule, rule`. Where a comment on the line would change what is found, an item `- path:line rule` below the
//! blocks says the same. Whatever else the document's rules find fails the case; so does anything they do not find. Findings that
//! are too unsure to count are left out.

use crate::build;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use tribunal_axes::{Code, Draft, propose, rules};
use tribunal_domain::RepoPath;
use tribunal_domain::finding::{Axis, COUNTED_CONFIDENCE, Word};

#[test]
fn every_rule_finds_what_its_document_says_and_nothing_else() {
    let mut problems = Vec::new();
    for document in documents() {
        for case in &document.cases {
            let found = case.problems(&document.rules);
            problems.extend(found.into_iter().map(|text| format!("{}, {}: {text}", document.name, case.heading)));
        }
    }
    assert!(problems.is_empty(), "{} expectations fail:\n{}", problems.len(), problems.join("\n"));
}

#[test]
fn every_rule_has_a_case_that_finds_and_one_that_stays_silent() {
    let documents = documents();
    let mut problems = Vec::new();
    for rule in rules() {
        let about = documents.iter().filter(|document| document.rules.contains(rule.name));
        let cases: Vec<_> = about.flat_map(|document| &document.cases).collect();
        let finds = |case: &&&Case| case.expected.iter().any(|(_, _, name)| name == rule.name);
        if !cases.iter().any(|case| finds(&case)) {
            problems.push(format!("{}: no case in which it finds something", rule.name));
        }
        if cases.iter().all(|case| finds(&case)) {
            problems.push(format!("{}: no case in which it stays silent", rule.name));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn every_rule_is_documented_and_has_a_name_of_its_own() {
    let mut names = BTreeSet::new();
    for rule in rules() {
        assert!(names.insert(rule.name), "{} is there twice", rule.name);
        assert!(rule.name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'), "{}", rule.name);
        assert!(rule.summary.ends_with('.'), "{}: the summary is a sentence", rule.name);
        assert!(rule.doc.contains("```") && rule.doc.len() > 120, "{}: the documentation has an example", rule.name);
        assert!((30..=100).contains(&rule.confidence), "{}", rule.name);
    }
}

struct Document {
    name: String,
    rules: BTreeSet<String>,
    cases: Vec<Case>,
}

#[derive(Default)]
struct Case {
    heading: String,
    files: BTreeMap<String, String>,
    expected: BTreeSet<(String, u32, String)>,
}

fn documents() -> Vec<Document> {
    let mut paths = Vec::new();
    gather(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/documents"), &mut paths);
    paths.sort();
    assert!(!paths.is_empty(), "there are documents");
    paths.iter().map(|path| document(path)).collect()
}

fn gather(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder of documents") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            gather(&path, paths);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            paths.push(path);
        }
    }
}

fn document(path: &Path) -> Document {
    let text = std::fs::read_to_string(path).expect("a document");
    let rules = text.lines().find_map(|line| line.strip_prefix("rules: ")).expect("a line `rules: …`");
    let rules: BTreeSet<String> = rules.split(',').map(|rule| rule.trim().to_owned()).collect();
    let unknown = rules.iter().find(|name| tribunal_axes::rule(name).is_none());
    assert!(unknown.is_none(), "{}: there is no rule {unknown:?}", path.display());
    Document { name: path.file_name().unwrap_or_default().to_string_lossy().into_owned(), rules, cases: cases(&text) }
}

fn cases(document: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let mut open: Option<(String, String)> = None;
    for line in document.lines() {
        match (&mut open, line.strip_prefix("```")) {
            (Some((path, text)), Some(_)) => {
                let case = cases.last_mut().expect("a file stands below a heading");
                case.expected.extend(marks(path, text));
                case.files.insert(std::mem::take(path), std::mem::take(text));
                open = None;
            }
            (Some((_, text)), None) => {
                text.push_str(line);
                text.push('\n');
            }
            (None, Some(info)) => {
                let (_, path) = info.split_once(' ').expect("a language and a path");
                open = Some((path.to_owned(), String::new()));
            }
            (None, None) => match (line.strip_prefix("## "), line.strip_prefix("- ")) {
                (Some(heading), _) => cases.push(Case { heading: heading.to_owned(), ..Case::default() }),
                (None, Some(item)) => {
                    cases.last_mut().expect("an item stands below a heading").expected.extend(item_of(item));
                }
                _ => {}
            },
        }
    }
    cases
}

fn marks(path: &str, text: &str) -> Vec<(String, u32, String)> {
    let mut marks = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let Some((_, named)) = line.split_once("finds: ") else { continue };
        let named = named.trim_end_matches("*/").trim_end_matches("-->");
        marks.extend(named.split(',').map(|rule| (path.to_owned(), at as u32 + 1, rule.trim().to_owned())));
    }
    marks
}

/// `path:line rule`.
fn item_of(item: &str) -> Option<(String, u32, String)> {
    let (place, rule) = item.split_once(' ')?;
    let (path, line) = place.rsplit_once(':')?;
    Some((path.to_owned(), line.parse().ok()?, rule.trim().to_owned()))
}

impl Case {
    fn problems(&self, rules: &BTreeSet<String>) -> Vec<String> {
        let path = |path: &String| RepoPath::new(path).expect("a path");
        let mut files: Vec<_> = self.files.iter().map(|(name, text)| (path(name), text.as_bytes().to_vec())).collect();
        files.sort();
        let code = build::code(&files);
        let place = |draft: &Draft| (draft.path.to_string(), draft.start_line, draft.rule.clone());
        let counts = |draft: &Draft| rules.contains(&draft.rule) && draft.confidence >= least(&draft.rule);
        let drafts = drafts(&code).into_iter().filter(counts);
        let found: BTreeMap<_, _> = drafts.map(|draft| (place(&draft), draft.message)).collect();
        let mut problems = Vec::new();
        for (path, line, rule) in self.expected.iter().filter(|expected| !found.contains_key(expected)) {
            problems.push(format!("{path}:{line}: {rule} is not found"));
        }
        for ((path, line, rule), message) in found.iter().filter(|(place, _)| !self.expected.contains(place)) {
            problems.push(format!("{path}:{line}: {rule} is found, which nobody expected: {message}"));
        }
        problems
    }
}

/// What a draft needs to count here: what is true and seldom worth acting on is not shown by default, but tested.
fn least(rule: &str) -> u8 {
    const TRUE: u8 = 55;
    tribunal_axes::rule(rule).map_or(COUNTED_CONFIDENCE, |rule| rule.confidence.min(TRUE))
}

/// Everything that is found, of both passes.
fn drafts(code: &Code) -> Vec<Draft> {
    Axis::ALL.iter().flat_map(|&axis| propose(axis, code)).collect()
}
