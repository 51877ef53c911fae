//! What goes wrong is learned from: the queue, its retries and its dead letters, and lessons in later prompts.

use super::{BETTER, DRAFT, LESSON, TASK, blocks, nonce, place, polish, refiner, said};
use crate::support::Place;
use std::process::Stdio;
use tribunal_faults::{FaultServer, Script, Step};

/// A revision without what the draft's links lead to.
fn breaking(nonce: &str) -> String {
    blocks(nonce, "links are noise", &BETTER.replace("https://example.invalid/cache", "gone"))
}

fn lessons(place: &Place) -> serde_json::Value {
    place.run(&["lessons", "list", "--json"]).ok().json()
}

fn count(report: &serde_json::Value, what: &str) -> Option<usize> {
    report[what].as_array().map(Vec::len)
}

#[test]
fn a_revision_that_was_taken_back_becomes_a_lesson_for_the_next_prompt() {
    let server = refiner(|nonce, _| breaking(nonce));
    let place = place(&server);
    let ran = polish(&place, &[]).ok();
    assert!(ran.stderr.contains("learned 1 lesson"), "{}", ran.stderr);
    let report = lessons(&place);
    assert_eq!(report["lessons"][0]["correction"], "Keep what the task names.", "{report:#}");
    assert_eq!(report["lessons"][0]["stage"], "polish");
    let shown = place.run(&["lessons", "list"]).ok().stdout;
    assert!(shown.contains("wrong   It dropped what the task names."), "{shown}");
    let first = server.received()[0].json().to_string();
    let incident = server.received()[1].json().to_string();
    assert!(incident.contains("The revision broke: link (https://example.invalid/cache)"), "{incident}");
    polish(&place, &["--passes", "2"]).ok();
    let asked: Vec<String> =
        server.received().iter().map(|one| one.json().to_string()).filter(|one| one.contains("<draft-")).collect();
    assert!(
        !first.contains("Keep what the task names.") && asked[1].contains("Keep what the task names."),
        "{}",
        asked[1]
    );
    assert_eq!(count(&lessons(&place), "lessons"), Some(1), "the same incident is one lesson");
}

#[test]
fn errors_and_texts_that_do_not_settle_are_learned_from_and_good_runs_only_on_request() {
    let server = refiner(|_, _| "no blocks".to_owned());
    let spoilt = place(&server);
    polish(&spoilt, &[]).ok();
    assert_eq!(count(&lessons(&spoilt), "lessons"), Some(1));
    let server = refiner(|nonce, number| {
        blocks(nonce, "c", &format!("{BETTER}{}", "And so on it goes. ".repeat(number * 4 + 1)))
    });
    let unsettled = place(&server);
    polish(&unsettled, &["--passes", "2"]).ok();
    assert!(
        server.received().iter().any(|one| one.json().to_string().contains("After 2 passes the text still changed"))
    );
    let server = refiner(|nonce, _| blocks(nonce, "no material issues", DRAFT));
    let good = place(&server);
    polish(&good, &[]).ok();
    assert_eq!((count(&lessons(&good), "lessons"), server.requests()), (Some(0), 1));
    polish(&good, &["--learn"]).ok();
    assert_eq!(count(&lessons(&good), "lessons"), Some(1));
}

#[test]
fn an_incident_of_which_no_lesson_comes_waits_dies_and_comes_back() {
    let server = FaultServer::answering(|received, number| match nonce(received) {
        nonce if nonce.is_empty() && number > 10 => said(LESSON),
        nonce if nonce.is_empty() => said("I have learned nothing."),
        nonce => said(&breaking(&nonce)),
    });
    let place = place(&server);
    let ran = polish(&place, &[]).ok();
    assert_eq!(ran.stdout, DRAFT);
    assert!(ran.stderr.contains("no lesson came of 1"), "{}", ran.stderr);
    assert_eq!((count(&lessons(&place), "lessons"), count(&lessons(&place), "waiting")), (Some(0), Some(1)));
    for _ in 0..4 {
        place.run(&["lessons", "retry"]).ok();
    }
    let dead = place.run(&["lessons", "failed", "--json"]).ok().json();
    assert_eq!((count(&dead, "failed"), &dead["failed"][0]["attempts"]), (Some(1), &5.into()), "{dead:#}");
    let shown = place.run(&["lessons", "failed"]).ok().stdout;
    assert!(shown.contains("rolled_back") && shown.contains("tried 5 times"), "{shown}");
    let id = dead["failed"][0]["id"].as_str().expect("an id").to_owned();
    let ran = place.run(&["lessons", "retry", "0000000000000000"]);
    assert!(ran.code == 2 && ran.stderr.contains("there is no incident"), "{}", ran.stderr);
    place.run(&["lessons", "retry", &id]).ok();
    assert_eq!(count(&lessons(&place), "lessons"), Some(1), "{}", server.requests());
}

#[test]
fn lessons_are_forgotten_on_request() {
    let server = refiner(|nonce, _| breaking(nonce));
    let place = place(&server);
    polish(&place, &[]).ok();
    assert_eq!(place.run(&["lessons", "purge", "--failed"]).ok().stdout, "purged 0\n");
    assert_eq!(place.run(&["lessons", "purge", "--stage", "plan"]).ok().stdout, "purged 0\n");
    assert_eq!(place.run(&["lessons", "purge"]).ok().stdout, "purged 1\n");
    assert!(place.run(&["lessons", "list"]).ok().stderr.contains("no lessons yet"));
    assert_eq!(place.run(&["lessons", "purge", "--all", "--json"]).ok().json()["purged"], 0);
}

#[test]
fn a_model_that_is_away_leaves_the_incident_waiting() {
    let server = FaultServer::start(vec![Script::json(400, r#"{"error":{"message":"no"}}"#)]);
    let place = place(&server);
    let ran = polish(&place, &[]);
    assert_eq!((ran.code, ran.stdout.as_str()), (2, DRAFT));
    assert!(ran.stderr.contains("`tribunal lessons retry` tries it"), "{}", ran.stderr);
    assert_eq!(count(&lessons(&place), "waiting"), Some(1));
}

#[cfg(unix)]
#[test]
fn a_process_killed_while_it_learns_loses_and_doubles_nothing() {
    let server = FaultServer::answering(|received, number| match nonce(received) {
        nonce if nonce.is_empty() && number < 4 => said(LESSON).hang_at(150),
        nonce if nonce.is_empty() => said(LESSON).then(Step::Send(Vec::new())),
        nonce => said(&breaking(&nonce)),
    });
    let place = place(&server);
    for kill in 0..3 {
        let args: &[&str] = if kill == 0 { &["polish", "draft.md", "--task", TASK] } else { &["lessons", "retry"] };
        let mut child =
            place.command(&place.root(), args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
        while server.requests() < kill + 2 {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        child.kill().expect("it is killed");
        child.wait().expect("it ended");
        let report = lessons(&place);
        assert_eq!(
            (count(&report, "waiting"), count(&report, "lessons")),
            (Some(1), Some(0)),
            "kill {kill}: {report:#}"
        );
    }
    place.run(&["lessons", "retry"]).ok();
    let report = lessons(&place);
    assert_eq!((count(&report, "waiting"), count(&report, "lessons")), (Some(0), Some(1)), "{report:#}");
}
