//! The questions, on a base small enough to answer by hand.

use crate::equality::{commit, pair};
use crate::made::{Place, Source, trio};
use tribunal_domain::facts::{Role, SymbolKind};
use tribunal_domain::{EntryPoint, Language, Outcome, RepoPath};
use tribunal_store::{AdapterMetadata, Direction, FileMetadata, KnowledgeBase, UseState};

fn base() -> Place {
    let place = Place::with(&trio());
    let sources = trio();
    place.update(|writer| {
        writer.set_repo_name("example").unwrap();
        writer.add_commits(&[commit("c1", 1), commit("c2", 2)]).unwrap();
        writer.replace_co_changes(&[pair(4)]).unwrap();
        let (symbol, file) = (sources[1].ids()[0], sources[1].id());
        writer
            .set_entry_points(&[EntryPoint { symbol, file, kind: "main".into(), reason: "named main".into() }])
            .unwrap();
    });
    place
}

#[track_caller]
fn check(question: impl Fn(&KnowledgeBase<'_>) -> serde_json::Value, expected: &serde_json::Value) {
    let place = base();
    let curated = place.open();
    assert_eq!(&question(&KnowledgeBase::new(&curated)), expected);
}

fn json<T: serde::Serialize>(value: T) -> serde_json::Value {
    serde_json::to_value(value).unwrap()
}

#[test]
fn files_are_found_by_path_and_language() {
    check(
        |base| {
            let paths = |language| base.files(language).unwrap().iter().map(|file| file.path.to_string()).collect();
            let all: Vec<String> = paths(None);
            let rust: Vec<String> = paths(Some(Language::Rust));
            let a = base.file_by_path(&RepoPath::new("src/a.py").unwrap()).unwrap().unwrap();
            json((all, rust, a.language, base.file_by_path(&RepoPath::new("no.py").unwrap()).unwrap()))
        },
        &serde_json::json!([["src/a.py", "src/b.py", "src/c.py"], [], "python", null]),
    );
}

#[test]
fn symbols_are_found_by_name_qualified_name_and_pattern() {
    check(
        |base| {
            let found = |pattern: &str| -> Vec<String> {
                let found = base.search_symbols(pattern, 10).unwrap();
                found.symbols.iter().map(|symbol| format!("{} {}", symbol.qualified_name, symbol.kind.name())).collect()
            };
            json(["save", "Store.save", "ore.save", "*o*", "Store.*", "s?ve", "[s]ave"].map(found))
        },
        &serde_json::json!([
            ["Store.save method"],
            ["Store.save method"],
            [],
            ["Store class", "open_store function"],
            ["Store.save method"],
            [],
            []
        ]),
    );
}

#[test]
fn a_limit_keeps_the_total() {
    check(
        |base| {
            let found = base.search_symbols("*", 1).unwrap();
            json((found.total, found.symbols.len()))
        },
        &serde_json::json!([4, 1]),
    );
}

#[test]
fn uses_are_listed_by_state_with_their_places() {
    check(
        |base| {
            let ids = trio()[0].ids();
            json([
                base.references(ids[1], 10).unwrap().unwrap().uses,
                base.references(ids[2], 10).unwrap().unwrap().uses,
            ])
        },
        &serde_json::json!([
            [
                {"state": "resolved", "path": "src/b.py", "line": 2, "column": 5, "role": "call",
                 "enclosing": {"id": format!("{:?}", trio()[1].ids()[0]), "qualified_name": "main"}},
                {"state": "by_name", "path": "src/c.py", "line": 1, "column": 5, "role": "call", "enclosing": null}
            ],
            [
                {"state": "resolved", "path": "src/b.py", "line": 1, "column": 5, "role": "call",
                 "enclosing": {"id": format!("{:?}", trio()[1].ids()[0]), "qualified_name": "main"}},
                {"state": "ambiguous", "path": "src/c.py", "line": 2, "column": 5, "role": "call", "enclosing": null}
            ]
        ]),
    );
}

#[test]
fn use_counts_are_exact_beyond_the_limit() {
    let place = base();
    let curated = place.open();
    let found = KnowledgeBase::new(&curated).references(trio()[0].ids()[1], 1).unwrap().unwrap();
    assert_eq!((found.resolved, found.ambiguous, found.by_name, found.uses.len()), (1, 0, 1, 1));
    assert_eq!(found.uses[0].state, UseState::Resolved);
    assert!(KnowledgeBase::new(&curated).references(trio()[0].id(), 1).unwrap().is_none());
}

#[test]
fn a_place_in_a_name_gives_its_use_and_definitions() {
    let place = base();
    let curated = place.open();
    let base = KnowledgeBase::new(&curated);
    let (b, c) = (trio()[1].id(), trio()[2].id());
    let found = base.reference_at(b, 1, 14).unwrap().unwrap();
    assert_eq!((found.name.as_str(), found.outcome.clone()), ("open_store", Outcome::Resolved(trio()[0].ids()[2])));
    assert!(base.reference_at(b, 1, 15).unwrap().is_none() && base.reference_at(b, 1, 4).unwrap().is_none());
    assert_eq!(base.references_on_line(b, 2).unwrap().len(), 1);
    let names = |outcome: &Outcome, name: &str, language| {
        let found = base.definitions(outcome, name, language, 5).unwrap();
        let list = found.definitions.iter().map(|place| format!("{}:{} {}", place.path, place.line, place.symbol));
        (found.total, list.collect::<Vec<_>>())
    };
    let by_name = base.reference_at(c, 1, 5).unwrap().unwrap();
    assert_eq!(names(&by_name.outcome, "save", Language::Python), (1, vec!["src/a.py:2 Store.save".into()]));
    assert_eq!(names(&by_name.outcome, "save", Language::Rust), (0, vec![]));
    assert_eq!(names(&by_name.outcome, "open_store", Language::Python), (0, vec![]));
    assert_eq!(names(&Outcome::Resolved(b), "b", Language::Python), (1, vec!["src/b.py:1 ".into()]));
    assert_eq!(base.reference_at(c, 2, 5).unwrap().map(|found| names(&found.outcome, "", Language::Python).0), Some(2));
}

#[test]
fn neighbors_are_followed_both_ways() {
    let place = base();
    let curated = place.open();
    let base = KnowledgeBase::new(&curated);
    let names = |symbol, direction, roles: &[Role]| -> Vec<String> {
        let found = base.symbol_neighbors(symbol, direction, roles).unwrap();
        found.iter().map(|neighbor| format!("{:?} {}", neighbor.direction, neighbor.definition.symbol)).collect()
    };
    let (save, main) = (trio()[0].ids()[1], trio()[1].ids()[0]);
    assert_eq!(names(save, Direction::Both, &[]), ["In main"]);
    assert_eq!(names(main, Direction::Out, &[Role::Call]), ["Out Store.save", "Out open_store"]);
    assert!(names(main, Direction::Out, &[Role::Type]).is_empty() && names(main, Direction::In, &[]).is_empty());
}

#[test]
fn dependencies_are_followed_to_a_depth() {
    let place = Place::with(&[
        Source::new("a.py").depends_on("b.py"),
        Source::new("b.py").depends_on("c.py"),
        Source::new("c.py").depends_on("a.py").depends_on("gone.py"),
        Source::new("d.py").depends_on("a.py"),
    ]);
    let curated = place.open();
    let base = KnowledgeBase::new(&curated);
    let around = |depth, direction| -> Vec<String> {
        let graph = base.dependency_subgraph(&[Source::new("a.py").id()], depth, direction).unwrap();
        graph.files.iter().map(|(distance, file)| format!("{distance} {}", file.path)).collect()
    };
    assert_eq!(around(0, Direction::Both), ["0 a.py"]);
    assert_eq!(around(1, Direction::Out), ["0 a.py", "1 b.py"]);
    assert_eq!(around(2, Direction::Out), ["0 a.py", "1 b.py", "2 c.py"]);
    assert_eq!(around(1, Direction::In), ["0 a.py", "1 c.py", "1 d.py"]);
    assert_eq!(base.dependencies(Source::new("a.py").id(), Direction::In).unwrap().len(), 2);
}

#[test]
fn a_file_has_its_docs_comments_commits_and_companions() {
    let place = base();
    let curated = place.open();
    let context = KnowledgeBase::new(&curated).file_context(trio()[0].id()).unwrap().unwrap();
    assert_eq!(context.docstrings[1].symbol.as_deref(), Some("Store.save"));
    assert_eq!(context.rationale[0].text, "about Store");
    assert_eq!(context.commits.iter().map(|commit| commit.id.as_str()).collect::<Vec<_>>(), ["c2", "c1"]);
    assert_eq!(context.co_changes[0].path.to_string(), "src/b.py");
    assert_eq!(context.dependents.len(), 2);
    assert!(context.metadata.is_none() && context.entry_points.is_empty());
    assert!(KnowledgeBase::new(&curated).co_change_neighbors(trio()[0].id(), 5).unwrap().is_empty());
    assert_eq!(KnowledgeBase::new(&curated).mentions("open_store").unwrap()[0].line, 3);
}

#[test]
fn the_overview_counts_everything() {
    check(
        |base| json(base.overview().unwrap()),
        &serde_json::json!({
            "name": "example", "files": 3, "languages": [["python", 3]],
            "symbols": [["function", 2], ["class", 1], ["method", 1]],
            "references": {"local": 1, "resolved": 2, "ambiguous": 1, "by_name": 1, "unresolved": 1, "external": 1},
            "domains": [], "most_connected": [["src/a.py", 2], ["src/b.py", 2], ["src/c.py", 2]],
            "entry_points": [["main", 1]], "co_changes": [["src/a.py", "src/b.py", 4]], "commits": 2,
            "skipped": [], "problems": 0
        }),
    );
}

#[test]
fn empty_metadata_is_an_empty_answer_and_promoted_metadata_is_found() {
    let place = base();
    let search = |domain, concepts: &[&str]| {
        let curated = place.open();
        KnowledgeBase::new(&curated).search_files_by_metadata(domain, None, concepts).unwrap().len()
    };
    assert_eq!((search(None, &[]), search(Some("storage"), &["disk"])), (0, 0));
    let metadata = FileMetadata { domain: "storage".into(), concepts: vec!["disk".into()], ..FileMetadata::default() };
    let adapter =
        AdapterMetadata { stage: "scope".into(), name: "n".into(), base_model: "m".into(), details: "{}".into() };
    place.update(|writer| {
        writer.put_file_metadata(trio()[0].id(), &metadata).unwrap();
        writer.put_adapter(&adapter).unwrap();
    });
    assert_eq!((search(Some("storage"), &["disk"]), search(None, &["other"]), search(Some("x"), &[])), (1, 0, 0));
    let curated = place.open();
    assert_eq!(KnowledgeBase::new(&curated).adapter_for_stage("scope").unwrap(), Some(adapter));
    assert_eq!(KnowledgeBase::new(&curated).adapter_for_stage("other").unwrap(), None);
    place.update(|writer| Source::new("src/a.py").symbol(SymbolKind::Class, "Changed").put(writer));
    assert_eq!(search(None, &[]), 0);
}
