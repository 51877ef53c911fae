//! Test documents for resolution: a heading is a case, fenced blocks are files, an expectation stands on its line.
//!
//! Behind `//:`, `#:` or `--:` a line says what its names mean: `name = 3` (line 3 of this file), `a/b.py:3`, several places
//! (ambiguous), `maybe 3` (ambiguous with one candidate), `local`, `external`, `unresolved`, `by name`. `name@2` is the
//! second place on the line where the name is used. Places are lines of names; a whole file is its path.

use std::collections::BTreeMap;
use tribunal_domain::facts::FileFacts;
use tribunal_domain::{Language, Outcome, RepoPath, SymbolId, file_id, symbol_ids};
use tribunal_graph::{FileIx, Manifests, Unit, World, interface_of, is_manifest, resolve_file};
use tribunal_syntax::{Limits, extract};

const DOCUMENTS: &[(&str, &str)] = &[
    ("python.md", include_str!("resolution/python.md")),
    ("typescript.md", include_str!("resolution/typescript.md")),
    ("rust.md", include_str!("resolution/rust.md")),
    ("go.md", include_str!("resolution/go.md")),
    ("java.md", include_str!("resolution/java.md")),
    ("c.md", include_str!("resolution/c.md")),
    ("lua.md", include_str!("resolution/lua.md")),
];

#[test]
fn every_name_means_what_its_document_says() {
    let mut problems = Vec::new();
    for (name, text) in DOCUMENTS {
        for case in cases(text) {
            let found = case.problems();
            problems.extend(found.into_iter().map(|problem| format!("{name}, {}: {problem}", case.heading)));
        }
    }
    assert!(problems.is_empty(), "{} expectations fail:\n{}", problems.len(), problems.join("\n"));
}

#[derive(Default)]
struct Case {
    heading: String,
    files: BTreeMap<String, String>,
}

fn cases(document: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let mut open: Option<(String, String)> = None;
    for line in document.lines() {
        match (&mut open, line.strip_prefix("```")) {
            (Some((path, text)), Some(_)) => {
                let case = cases.last_mut().expect("a file stands below a heading");
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
            (None, None) => {
                if let Some(heading) = line.strip_prefix("## ") {
                    cases.push(Case { heading: heading.to_owned(), ..Case::default() });
                }
            }
        }
    }
    cases
}

impl Case {
    fn problems(&self) -> Vec<String> {
        let paths: Vec<RepoPath> = self.files.keys().map(|path| RepoPath::new(path.as_bytes()).unwrap()).collect();
        let bytes = || self.files.values().map(|text| text.as_bytes().to_vec());
        let facts: Vec<Option<FileFacts>> =
            paths.iter().zip(bytes()).map(|(path, bytes)| extract(path, &bytes, Limits::default())).collect();
        let manifests = paths.iter().cloned().zip(bytes()).filter(|(path, _)| is_manifest(path)).collect::<Vec<_>>();
        let manifests = Manifests::parse(&manifests);
        let languages = facts.iter().map(|facts| facts.as_ref().map(|facts| facts.language));
        let files: Vec<(RepoPath, Option<Language>)> = paths.iter().cloned().zip(languages).collect();
        let places = places(&paths, &facts);
        let load = |file: FileIx| facts[file.ix()].as_ref().map(interface_of);
        let world = World::new(files, &manifests, Box::new(load));
        let (mut problems, mut expectations) = (Vec::new(), 0);
        for (at, (path, text)) in self.files.iter().enumerate() {
            let Some(facts) = &facts[at] else { continue };
            let unit = Unit::new(FileIx(at as u32), &paths[at], facts.clone());
            let outcomes = resolve_file(&world, &unit).resolution.references;
            for (line, name, expected) in expectations_of(text) {
                expectations += 1;
                let found = found_at(facts, &outcomes, line, name, |id| show(&places, path, id));
                if found != expected {
                    problems.push(format!("{path}:{line}: `{name}` is {found}, not {expected}"));
                }
            }
        }
        if expectations == 0 {
            problems.push("nothing is expected".to_owned());
        }
        problems
    }
}

/// Path and line of every symbol; a file has no line.
fn places(paths: &[RepoPath], facts: &[Option<FileFacts>]) -> BTreeMap<SymbolId, (String, Option<u32>)> {
    let mut places = BTreeMap::new();
    for (path, facts) in paths.iter().zip(facts) {
        let text = path.as_str().expect("a test's path").to_owned();
        places.insert(file_id(path), (text.clone(), None));
        let Some(facts) = facts else { continue };
        for (id, symbol) in symbol_ids(path, facts).into_iter().zip(&facts.symbols) {
            places.insert(id, (text.clone(), Some(symbol.name_at.line)));
        }
    }
    places
}

fn show(places: &BTreeMap<SymbolId, (String, Option<u32>)>, here: &str, id: SymbolId) -> String {
    match &places[&id] {
        (path, Some(line)) if path == here => line.to_string(),
        (path, Some(line)) => format!("{path}:{line}"),
        (path, None) => path.clone(),
    }
}

/// Line, name and meaning of what a file's comments expect.
fn expectations_of(text: &str) -> Vec<(u32, &str, &str)> {
    let mut found = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let Some((_, said)) = ["//: ", "#: ", "--: "].iter().find_map(|mark| line.split_once(mark)) else { continue };
        for one in said.split("; ") {
            let (name, meaning) = one.split_once(" = ").expect("`name = meaning`");
            found.push((at as u32 + 1, name.trim(), meaning.trim()));
        }
    }
    found
}

fn found_at(
    facts: &FileFacts,
    outcomes: &[Outcome],
    line: u32,
    name: &str,
    show: impl Fn(SymbolId) -> String,
) -> String {
    let (name, nth) = name.split_once('@').map_or((name, 1), |(name, nth)| (name, nth.parse().unwrap()));
    let mut columns = Vec::new();
    let mut found = Vec::new();
    for (reference, outcome) in facts.references.iter().zip(outcomes) {
        if reference.position.line != line || facts.text(reference.name).trim_end_matches('!') != name {
            continue;
        }
        if !columns.contains(&reference.position.column) {
            columns.push(reference.position.column);
        }
        if columns.len() == nth {
            found.push(match outcome {
                Outcome::Resolved(id) => show(*id),
                Outcome::Ambiguous(ids) => {
                    let mut places: Vec<String> = ids.iter().map(|&id| show(id)).collect();
                    // Lines as numbers: a shorter number is a smaller one.
                    places.sort_by_key(|place| (place.contains(':'), place.len(), place.clone()));
                    if places.len() == 1 { format!("maybe {}", places[0]) } else { places.join(" ") }
                }
                Outcome::ByName => "by name".to_owned(),
                other => format!("{other:?}").to_lowercase(),
            });
        }
    }
    if found.is_empty() { "no use".to_owned() } else { found.join(" and ") }
}
