//! The user's agent as a process: a program of the test's own that speaks, stutters, fails, hangs and is killed.

#![expect(clippy::disallowed_methods, reason = "the test writes the agent it starts")]

use crate::support::{Bench, question, settings, short};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::{Duration, Instant};
use tribunal_llm::{Cancel, Entry, Limits, LlmError, Model, Money, Problem, Provider, Timeouts, TransportSettings};

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
    fails("echo '{\"type\":\"system\"}'; echo 'out of credit' >&2; exit 1", "out of credit");
    fails("echo 'Hello!'", "not JSON");
    fails("true", "empty");
    fails(
        "echo '{\"type\":\"result\",\"subtype\":\"error_during_execution\",\"is_error\":true,\"result\":\"broken\"}'",
        "broken",
    );
}

const RESULT: &str = r#"{"type":"result","subtype":"success","is_error":false,"result":"Yes, it is.","usage":{}}"#;

fn piece(text: &str) -> String {
    let delta = format!(r#"{{"type":"content_block_delta","delta":{{"type":"text_delta","text":"{text}"}}}}"#);
    format!(r#"{{"type":"stream_event","event":{delta}}}"#)
}

#[test]
fn lines_that_come_in_parts_are_put_together() {
    let folder = tempfile::tempdir().expect("a folder");
    let said = format!("{}\n{}\n{RESULT}", piece("Yes, "), piece("é it is."));
    // Pieces of 37 bytes cut lines, words and the letter of two bytes.
    let file = folder.path().join("said");
    std::fs::write(&file, format!("{said}\n")).expect("a file");
    let size = std::fs::metadata(&file).expect("a file").len();
    let cuts = format!(
        "i=0; while [ $i -lt {size} ]; do dd if={} bs=1 skip=$i count=37 2>/dev/null; i=$((i + 37)); done",
        file.display()
    );
    let bench = Bench::with(agent(folder.path(), &cuts), Limits::default(), settings());
    let (reply, heard, _) = bench.listen(&question());
    assert_eq!(reply.map(|reply| reply.text), Ok("Yes, it is.".to_owned()));
    assert_eq!(heard, "Yes, é it is.");
}

/// Asks an agent that hangs, and says how it ended and after how long.
fn hang(script: &str, cancel: Option<Duration>) -> (LlmError, Duration) {
    let folder = tempfile::tempdir().expect("a folder");
    let waits = Duration::from_millis(400);
    let timeouts = Timeouts { first_byte: waits, idle: waits, ..short() };
    let limits = Limits { requests: Some(1), ..Limits::default() };
    // Its own child outlives it unless both are ended, and holds all of its pipes.
    let script = format!("{script}\n(sleep 60; touch {}/late) & wait", folder.path().display());
    let bench = Bench::with(agent(folder.path(), &script), limits, TransportSettings { timeouts, ..settings() });
    let (cancelled, start) = (Cancel::default(), Instant::now());
    let error = std::thread::scope(|scope| {
        scope.spawn(|| {
            if let Some(after) = cancel {
                std::thread::sleep(after);
                cancelled.cancel();
            }
        });
        bench.client.complete(&question(), &cancelled, &mut |_| {}).expect_err("it hangs")
    });
    let outcome = bench.journal.calls.lock().expect("no panic")[0].outcomes[0].clone();
    assert!(outcome.0 == "fault" || outcome.0 == "cancelled", "{outcome:?}");
    assert!(!is_running(folder.path()), "its children are ended, too");
    (error, start.elapsed())
}

/// Whether any process still has the folder's name in its command line.
fn is_running(folder: &Path) -> bool {
    std::thread::sleep(Duration::from_millis(100));
    let found = std::process::Command::new("pgrep").arg("-f").arg(folder).output().expect("pgrep runs");
    found.status.success()
}

#[test]
fn an_agent_that_hangs_is_ended_with_its_children() {
    let second = Duration::from_secs(1);
    // The run may ask once: the time-out is the first fault, and the limit ends the retries.
    for script in ["", &format!("echo '{}'", piece("Yes, "))] {
        let (error, took) = hang(script, None);
        assert!(matches!(error, LlmError::Cap(_)) && took < 10 * second, "{error}: {took:?}");
    }
    let (error, took) = hang("", Some(Duration::from_millis(50)));
    assert!(error == LlmError::Cancelled && took < 10 * second, "{error}: {took:?}");
}

#[test]
fn an_agent_that_answers_and_does_not_end_has_answered() {
    for tail in ["sleep 60", "(sleep 60) & exit 0", "exec 1>&-; sleep 60", "exit 3"] {
        let folder = tempfile::tempdir().expect("a folder");
        let bench = Bench::with(agent(folder.path(), &format!("{GOOD}\n{tail}")), Limits::default(), settings());
        let start = Instant::now();
        assert_eq!(bench.ask().map(|reply| reply.text), Ok("Yes.".to_owned()), "{tail}");
        assert!(start.elapsed() < Duration::from_secs(10), "{tail}: {:?}", start.elapsed());
    }
}

#[test]
fn an_agent_that_is_killed_in_the_middle_gives_no_reply() {
    fails(&format!("echo '{}'; kill -KILL $$", piece("Yes, ")), "ends before its end");
    fails("kill -KILL $$", "the agent failed");
}

#[test]
fn a_key_that_the_agent_complains_about_is_not_repeated() {
    let secret = concat!("sk-ant-api03-", "Zk3vQ8wLr2TnXb7YcP1dFg5H");
    let folder = tempfile::tempdir().expect("a folder");
    let script = format!("echo 'cannot use {secret} \\033[31m' >&2; exit 1");
    let bench = Bench::with(agent(folder.path(), &script), Limits::default(), settings());
    let error = bench.ask().expect_err("it complains").to_string();
    assert!(error.contains("cannot use") && !error.contains(secret) && !error.contains('\u{1b}'), "{error}");
}

#[test]
fn a_program_that_is_not_there_is_named() {
    let entry = Entry { base_url: Some("/no/such/agent".to_owned()), ..Entry::new(Provider::ClaudeCode, "m") };
    let error = Bench::with(entry, Limits::default(), settings()).ask().expect_err("no program");
    assert!(matches!(error, LlmError::Setup { problem: Problem::Program, .. }));
    assert!(error.to_string().contains("/no/such/agent"));
}
