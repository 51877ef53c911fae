//! An update gives what a rebuild from nothing gives, row for row.

use crate::made::{Place, Source, trio};
use proptest::prelude::*;
use tribunal_domain::facts::SymbolKind;
use tribunal_domain::{ChangeKind, CoChange, Commit, EntryPoint, FileChange, Outcome, RepoPath};

#[test]
fn an_update_equals_a_rebuild() {
    let mut sources = trio();
    let updated = Place::with(&sources);
    sources[1] = Source::new("src/b.py").symbol(SymbolKind::Function, "renamed").uses("save", Outcome::ByName);
    let removed = sources.remove(0);
    updated.update(|writer| {
        writer.remove_file(removed.id()).unwrap();
        sources[0].put(writer);
    });
    assert_eq!(updated.dump(), Place::with(&sources).dump());
}

#[test]
fn putting_the_same_files_again_changes_nothing() {
    let sources = trio();
    let place = Place::with(&sources);
    let before = place.dump();
    assert!(before.contains("used_by_name\t\"save\"") && before.contains("mention\t\"open_store\""), "{before}");
    place.update(|writer| sources.iter().for_each(|source| source.put(writer)));
    place.update(|writer| {
        sources[1].put(writer);
        sources[2].put(writer);
        sources[1].put(writer);
    });
    assert_eq!(place.dump(), before);
}

#[test]
fn a_file_put_twice_in_a_rebuild_is_there_once() {
    let mut sources = trio();
    sources.push(sources[2].clone());
    sources.push(sources[1].clone());
    assert_eq!(Place::with(&sources).dump(), Place::with(&trio()).dump());
}

#[test]
fn only_a_resolution_can_change() {
    let mut sources = trio();
    let place = Place::with(&sources);
    sources[2].uses[0].1 = Outcome::Unresolved;
    let changed = sources[2].clone();
    // The content is that of the old source, as it is when another file's change makes this one resolve otherwise.
    let old = trio()[2].clone();
    place.update(|writer| writer.put_resolution(changed.id(), &old.facts(), &changed.resolution()).unwrap());
    assert!(!place.dump().contains("used_by_name"), "{}", place.dump());
}

#[test]
fn stamps_are_kept_but_are_no_part_of_the_dump() {
    let place = Place::with(&trio());
    let before = place.dump();
    place.update(|writer| writer.touch_stamp(trio()[0].id(), b"later").unwrap());
    assert_eq!(place.dump(), before);
    assert_eq!(place.open().file_rows().unwrap()[0].stamp, b"later");
}

#[test]
fn entry_points_and_history_do_not_depend_on_the_way_they_came_in() {
    let sources = trio();
    let entry = |name: usize| EntryPoint {
        symbol: sources[0].ids()[name],
        file: sources[0].id(),
        kind: "main".into(),
        reason: "because".into(),
    };
    let one = Place::with(&sources);
    one.update(|writer| {
        writer.set_entry_points(&[entry(0), entry(1)]).unwrap();
        writer.add_commits(&[commit("c2", 2)]).unwrap();
        writer.replace_co_changes(&[pair(5)]).unwrap();
    });
    one.update(|writer| {
        writer.set_entry_points(&[entry(1), entry(2)]).unwrap();
        writer.add_commits(&[commit("c1", 1), commit("c2", 2)]).unwrap();
        writer.replace_co_changes(&[pair(6)]).unwrap();
    });
    let other = Place::with(&sources);
    other.update(|writer| {
        writer.set_entry_points(&[entry(2), entry(1)]).unwrap();
        writer.add_commits(&[commit("c1", 1), commit("c2", 2)]).unwrap();
        writer.replace_co_changes(&[pair(6)]).unwrap();
    });
    assert_eq!(one.dump(), other.dump());
    assert_eq!(one.open().known_commits().unwrap(), ["c1", "c2"]);
    one.update(|writer| {
        writer.add_commits(&[commit("c3", 3)]).unwrap();
        writer.remove_commits(&["c3".into()]).unwrap();
    });
    assert_eq!(one.dump(), other.dump());
    assert_eq!(one.open().commits().unwrap(), [commit("c2", 2), commit("c1", 1)]);
    one.update(|writer| {
        writer.clear_history().unwrap();
        writer.set_entry_points(&[]).unwrap();
    });
    assert_eq!(one.dump(), Place::with(&sources).dump());
}

pub fn commit(id: &str, time: i64) -> Commit {
    let path = RepoPath::new("src/a.py").unwrap();
    let old_path = Some(RepoPath::new("gone.py").unwrap());
    let change = FileChange { path, old_path, kind: ChangeKind::Renamed, insertions: Some(3), deletions: None };
    Commit {
        id: id.into(),
        author: "A <a@b>".into(),
        time,
        committed: time + 1,
        parents: vec!["c0".into(), "c00".into()],
        message: format!("message {id}"),
        detailed: true,
        files: vec![change],
    }
}

pub fn pair(count: u32) -> CoChange {
    let path = |text: &str| RepoPath::new(text).unwrap();
    CoChange { a: path("src/a.py"), b: path("src/b.py"), count, last_commit: "c2".into() }
}

/// Any small file: names, targets and mentions come from the same few, so that files share keys.
fn any_source(number: usize) -> impl Strategy<Value = Source> {
    let kinds = prop::sample::select(vec![SymbolKind::Function, SymbolKind::Class, SymbolKind::Method]);
    let symbols = prop::collection::vec((kinds, "[.]?[abc]"), 0..4);
    let outcome = (0..6_u32, 0..3_usize).prop_map(|(kind, target)| {
        let targets = Source::new("f0.py").symbol(SymbolKind::Function, "a").symbol(SymbolKind::Class, "b").ids();
        match kind {
            0 | 1 => Outcome::Resolved(targets[target % 2]),
            2 => Outcome::Ambiguous({
                let mut both = targets.clone();
                both.sort();
                both.into()
            }),
            3 => Outcome::ByName,
            4 => Outcome::Local,
            _ => Outcome::External,
        }
    });
    let uses = prop::collection::vec(("[abc]", outcome), 0..6);
    let mentions = prop::collection::vec("[abc]", 0..3);
    let depends_on = prop::collection::btree_set(0..3_u32, 0..2);
    (symbols, uses, mentions, depends_on).prop_map(move |(symbols, uses, mentions, depends_on)| Source {
        path: format!("f{number}.py"),
        symbols,
        uses,
        mentions,
        depends_on: depends_on.iter().map(|number| format!("f{number}.py")).collect(),
    })
}

fn any_step() -> impl Strategy<Value = (usize, Option<Source>)> {
    (0..4_usize).prop_flat_map(|number| {
        let source = prop::option::weighted(0.75, any_source(number));
        source.prop_map(move |source| (number, source))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_sequence_of_edits_leaves_no_row_behind(batches in prop::collection::vec(prop::collection::vec(any_step(), 1..5), 1..5)) {
        let place = Place::with(&trio());
        let mut files: std::collections::BTreeMap<String, Source> =
            trio().into_iter().map(|source| (source.path.clone(), source)).collect();
        for batch in batches {
            place.update(|writer| for (number, source) in batch {
                let path = format!("f{number}.py");
                if let Some(source) = source {
                    source.put(writer);
                    files.insert(path, source);
                } else {
                    writer.remove_file(Source::new(&path).id()).unwrap();
                    files.remove(&path);
                }
            });
        }
        let rebuilt = Place::with(&files.into_values().collect::<Vec<_>>());
        prop_assert_eq!(place.dump(), rebuilt.dump());
    }
}
