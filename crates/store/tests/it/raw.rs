//! The log keeps what it has, and says so when it cannot.

use crate::made::Place;
use std::fs;
use tribunal_store::{IndexRun, LlmCall, LlmOutcome, LlmSpent, Raw, StoreError};

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
    assert_eq!(guarded, 2 * 16);
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
    assert!(matches!(refused, Err(StoreError::Schema { found: 9, known: 2, .. })), "{refused:?}");
    assert_eq!(fs::read(place.state.raw_path()).unwrap(), before);
}

fn call<'a>(task: Option<&'a str>, hash: &'a [u8; 32]) -> LlmCall<'a> {
    LlmCall {
        task_id: task,
        stage: "test",
        created: "now",
        provider: "ollama",
        model: "m",
        temperature: 0.0,
        seed: None,
        request_hash: hash,
        request: b"{}",
    }
}

#[test]
fn replies_are_found_by_their_request_within_their_task() {
    let place = Place::new();
    let raw = Raw::open(&place.state).unwrap().raw;
    let (mine, other) = ([1; 32], [2; 32]);
    let id = raw.append_llm_call(&call(Some("a"), &mine)).unwrap();
    raw.append_llm_reply(id, 1, "now", b"first").unwrap();
    raw.append_llm_reply(id, 2, "now", b"second\xff").unwrap();
    assert_eq!(raw.llm_replies(&mine, Some("a")).unwrap(), [b"second\xff".to_vec(), b"first".to_vec()]);
    assert!(raw.llm_replies(&mine, Some("b")).unwrap().is_empty());
    assert!(raw.llm_replies(&mine, None).unwrap().is_empty());
    assert!(raw.llm_replies(&other, Some("a")).unwrap().is_empty());
    let outcome = LlmOutcome {
        attempt: 1,
        created: "now",
        outcome: "ok",
        finish: Some("stop"),
        input_tokens: Some(11),
        output_tokens: None,
        cost: Some(5),
        duration_ms: 1,
        error: None,
    };
    raw.append_llm_outcome(id, &outcome).unwrap();
    assert_eq!(raw.llm_spent(Some("a")).unwrap(), LlmSpent { tokens: 11, cost: 5, requests: 1 });
    assert_eq!(raw.llm_spent(None).unwrap(), LlmSpent::default());
}

/// The log as the first version made it, in the parts that have changed since.
const FIRST_VERSION: &str = "
    CREATE TABLE llm_calls (
      id INTEGER PRIMARY KEY, task_id TEXT, stage TEXT NOT NULL, created TEXT NOT NULL, provider TEXT NOT NULL,
      model TEXT NOT NULL, temperature REAL, seed INTEGER, prompt_hash BLOB NOT NULL, config_hash BLOB NOT NULL,
      request BLOB NOT NULL, reply BLOB, input_tokens INTEGER, output_tokens INTEGER, cost REAL, duration_ms INTEGER,
      finish TEXT, error TEXT);
    CREATE INDEX llm_calls_task ON llm_calls (task_id);
    CREATE INDEX llm_calls_prompt ON llm_calls (prompt_hash, config_hash);
    CREATE TRIGGER llm_calls_refuses_UPDATE BEFORE UPDATE ON llm_calls
      BEGIN SELECT RAISE(ABORT, 'llm_calls is append-only'); END;
    CREATE TABLE run_attempts (id INTEGER PRIMARY KEY, llm_call_id INTEGER REFERENCES llm_calls (id));
    INSERT INTO run_attempts (llm_call_id) VALUES (NULL);
    PRAGMA application_id = 0x74726977; PRAGMA user_version = 1; PRAGMA journal_mode = WAL;";

#[test]
fn a_log_of_the_first_version_is_brought_up_to_date() {
    let place = Place::new();
    let first = rusqlite::Connection::open(place.state.raw_path()).unwrap();
    first.execute_batch(FIRST_VERSION).unwrap();
    drop(first);
    let opened = Raw::open(&place.state).unwrap();
    assert!(opened.quarantined.is_none());
    let id = opened.raw.append_llm_call(&call(None, &[1; 32])).unwrap();
    opened.raw.append_llm_reply(id, 1, "now", b"reply").unwrap();
    drop(opened);
    let raw = Raw::open(&place.state).unwrap().raw;
    assert_eq!(raw.llm_replies(&[1; 32], None).unwrap(), [b"reply".to_vec()]);
    let connection = rusqlite::Connection::open(place.state.raw_path()).unwrap();
    assert!(connection.execute("DELETE FROM llm_replies", []).is_err());
    let kept: i64 = connection.query_row("SELECT count(*) FROM run_attempts", [], |row| row.get(0)).unwrap();
    assert_eq!(kept, 1);
}
