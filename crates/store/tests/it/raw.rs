//! The log keeps what it has, and says so when it cannot.

use crate::made::Place;
use std::fs;
use tribunal_store::{IndexRun, Raw, StoreError};

fn run(started: &str) -> IndexRun {
    IndexRun { started: started.into(), kind: "update".into(), files: 3, ..IndexRun::default() }
}

#[test]
fn runs_are_appended_and_read_newest_first() {
    let place = Place::new();
    Raw::open(&place.state).unwrap().raw.append_index_run(&run("one")).unwrap();
    let opened = Raw::open(&place.state).unwrap();
    assert!(opened.quarantined.is_none());
    opened.raw.append_index_run(&run("two")).unwrap();
    assert_eq!(opened.raw.index_runs(9).unwrap(), [run("two"), run("one")]);
    assert_eq!(opened.raw.index_runs(1).unwrap(), [run("two")]);
}

#[test]
fn what_was_appended_cannot_be_changed_or_deleted() {
    let place = Place::new();
    Raw::open(&place.state).unwrap().raw.append_index_run(&run("one")).unwrap();
    let connection = rusqlite::Connection::open(place.state.raw_path()).unwrap();
    for sql in ["UPDATE index_runs SET files = 9", "DELETE FROM index_runs"] {
        let error = connection.execute(sql, []).unwrap_err();
        assert!(error.to_string().contains("index_runs is append-only"), "{error}");
    }
    let guarded: i64 = connection
        .query_row("SELECT count(*) FROM sqlite_schema WHERE type = 'trigger'", [], |row| row.get(0))
        .unwrap();
    assert_eq!(guarded, 2 * 14);
}

#[test]
fn a_damaged_log_is_put_aside_and_reported() {
    let place = Place::new();
    Raw::open(&place.state).unwrap().raw.append_index_run(&run("one")).unwrap();
    let whole = fs::read(place.state.raw_path()).unwrap();
    for (number, bytes) in [&whole[..whole.len() / 2], b"", b"garbage"].into_iter().enumerate() {
        fs::write(place.state.raw_path(), bytes).unwrap();
        let opened = Raw::open(&place.state).unwrap();
        let aside = opened.quarantined.unwrap();
        assert_eq!(aside.name, format!("raw.sqlite.damaged-{}", number + 1));
        assert_eq!(fs::read(place.state.root().join(&aside.name)).unwrap(), bytes);
        assert!(opened.raw.index_runs(9).unwrap().is_empty());
    }
}

#[test]
fn a_log_of_a_newer_version_is_left_alone() {
    let place = Place::new();
    drop(Raw::open(&place.state).unwrap());
    let newer = rusqlite::Connection::open(place.state.raw_path()).unwrap();
    newer.execute_batch("PRAGMA user_version = 9").unwrap();
    drop(newer);
    let before = fs::read(place.state.raw_path()).unwrap();
    let refused = Raw::open(&place.state);
    assert!(matches!(refused, Err(StoreError::Schema { found: 9, known: 1, .. })), "{refused:?}");
    assert_eq!(fs::read(place.state.raw_path()).unwrap(), before);
}
