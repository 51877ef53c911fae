//! Models without a server: the user's agent as a process, and recorded replies.

#![expect(clippy::disallowed_methods, reason = "the test writes the agent it starts")]

use crate::support::{Bench, entry, question, settings};
use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::{Arc, Mutex};
use tribunal_faults::{Canned, FaultServer, Format, Script};
use tribunal_llm::{
    Breakers, Cancel, Caps, Client, Entry, JournalError, Limits, LlmError, Model, Money, NoJournal, NoKeys, Problem,
    Provider, Recordings, RequestHash, Shared, Spent, Transport,
};

/// An agent that notes its arguments and question and prints these lines.
fn agent(folder: &Path, script: &str) -> Entry {
    let program = folder.join("agent");
    let notes = folder.display();
    let text = format!("#!/bin/sh\nprintf '%s\\n' \"$@\" > {notes}/arguments\ncat > {notes}/input\n{script}\n");
    std::fs::write(&program, text).expect("a file");
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).expect("a program");
    Entry { base_url: Some(program.display().to_string()), ..Entry::new(Provider::ClaudeCode, "some-model") }
}

const GOOD: &str = r#"cat <<'END'
{"type":"system","subtype":"init"}
{"type":"stream_event","event":{"type":"content_block_delta","delta":{"type":"text_delta","text":"Yes"}}}
{"type":"assistant","message":{"model":"real-model","content":[]}}
{"type":"result","subtype":"success","is_error":false,"result":"Yes.","total_cost_usd":0.0125,"usage":{"input_tokens":3,"cache_read_input_tokens":4,"output_tokens":2}}
END"#;

#[test]
fn the_users_agent_answers_with_its_own_tools_off() {
    let folder = tempfile::tempdir().expect("a folder");
    let bench = Bench::with(agent(folder.path(), GOOD), Limits::default(), settings());
    let (reply, heard, _) = bench.listen(&question());
    let reply = reply.expect("a reply");
    assert_eq!((reply.text.as_str(), heard.as_str(), reply.model.as_str()), ("Yes.", "Yes", "real-model"));
    assert_eq!((reply.usage.prompt, reply.usage.completion, reply.cost), (Some(7), Some(2), Some(Money(12_500))));
    let arguments = std::fs::read_to_string(folder.path().join("arguments")).expect("notes");
    assert!(arguments.contains("--tools\n\n--strict-mcp-config\n"), "{arguments}");
    assert!(arguments.contains("--model\nsome-model\n"), "{arguments}");
    assert_eq!(std::fs::read_to_string(folder.path().join("input")).expect("notes"), "What is it?\n");
}

#[track_caller]
fn fails(script: &str, expected: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let bench = Bench::with(agent(folder.path(), script), Limits::default(), settings());
    let error = bench.ask().expect_err(script);
    assert!(error.to_string().contains(expected), "{error}");
    assert!(!error.hint().is_empty());
}

#[test]
fn an_agent_that_fails_breaks_off_or_reports_an_error_gives_no_reply() {
    fails("echo 'not logged in' >&2; exit 1", "not logged in");
    fails("echo '{\"type\":\"system\"}'; exit 1", "ends before its end");
    fails("echo 'Hello!'", "not JSON");
    fails("true", "empty");
    fails(
        "echo '{\"type\":\"result\",\"subtype\":\"error_during_execution\",\"is_error\":true,\"result\":\"broken\"}'",
        "broken",
    );
}

#[test]
fn a_program_that_is_not_there_is_named() {
    let entry = Entry { base_url: Some("/no/such/agent".to_owned()), ..Entry::new(Provider::ClaudeCode, "m") };
    let error = Bench::with(entry, Limits::default(), settings()).ask().expect_err("no program");
    assert!(matches!(error, LlmError::Setup { problem: Problem::Program, .. }));
    assert!(error.to_string().contains("/no/such/agent"));
}

#[derive(Default)]
struct Known(Mutex<BTreeMap<RequestHash, Vec<u8>>>);

impl Recordings for Known {
    fn recorded(&self, hash: &RequestHash) -> Option<Vec<u8>> {
        self.0.lock().expect("no panic").get(hash).cloned()
    }

    fn record(&self, hash: &RequestHash, recording: &[u8]) -> Result<(), JournalError> {
        self.0.lock().expect("no panic").insert(*hash, recording.to_vec());
        Ok(())
    }

    fn hint(&self, hash: &RequestHash) -> String {
        format!("record {hash}")
    }
}

#[test]
fn what_any_provider_answered_is_replayed_and_what_is_missing_says_how_to_record_it() {
    let known = Arc::new(Known::default());
    let shared = Arc::new(Shared {
        transport: Arc::new(Transport::new(settings()).expect("a transport")),
        clock: Arc::new(crate::support::FakeClock::default()),
        keys: Arc::new(NoKeys),
        journal: Arc::new(NoJournal),
        caps: Caps::new(Limits::default(), Spent::default()),
        breakers: Breakers::default(),
        recordings: Some(Arc::clone(&known) as _),
    });
    let ask = |entry: Entry, ordinal: u32| {
        let mut request = question();
        request.ordinal = ordinal;
        Client::new(entry, Arc::clone(&shared)).complete(&request, &Cancel::default(), &mut |_| {})
    };
    let replay = || Entry::new(Provider::Replay, "any");
    let error = ask(replay(), 0).expect_err("nothing is recorded");
    assert!(error.hint().starts_with("record "), "{}", error.hint());
    for (ordinal, format) in (0..).zip(Format::ALL) {
        let server = FaultServer::start(vec![Script::stream(format, &Canned::text("Recorded."))]);
        let entry = Entry { key_variable: None, ..entry(format, &server.url()) };
        let bought = ask(entry, ordinal).expect("a reply");
        let replayed = ask(Entry { base_url: Some("anywhere".to_owned()), ..replay() }, ordinal).expect("a recording");
        assert_eq!((&replayed.text, &replayed.model, replayed.usage), (&bought.text, &bought.model, bought.usage));
        assert_eq!(server.requests(), 1);
    }
    assert_eq!(known.0.lock().expect("no panic").len(), 4);
    assert!(ask(replay(), 4).is_err(), "another answer was never recorded");
}
