//! `polish` against a server that answers as refiners do, well and badly: whatever comes, the draft is not lost.

mod compare;
mod faults;
mod keys;
mod lessons;
mod verify;

use crate::ask::shop;
use crate::support::{Place, Ran};
use std::io::Write;
use std::process::Stdio;
use tribunal_faults::{Canned, FaultServer, Format, Received, Script};

pub const DRAFT: &str = "# Cache\n\nThe cache keep 256 entries for 5 minutes. It do not lock while it reads, so that \
    readers never waits for one another, and `Cart.total` is always computed from what was stored last. See \
    [the page](https://example.invalid/cache) for more.\n";

pub const BETTER: &str = "# Cache\n\nThe cache keeps 256 entries for 5 minutes. It does not lock while it reads, so that \
    readers never wait for one another, and `Cart.total` is always computed from what was stored last. See \
    [the page](https://example.invalid/cache) for more.\n";

pub const TASK: &str = "explain the cache";

/// The nonce of the request that came in.
pub fn nonce(received: &Received) -> String {
    let body = received.json().to_string();
    let start = body.find("<draft-").map(|at| at + "<draft-".len());
    start.map(|start| body[start..].split('>').next().unwrap_or_default().to_owned()).unwrap_or_default()
}

/// An answer in the two blocks.
pub fn blocks(nonce: &str, critique: &str, revised: &str) -> String {
    format!("<critique-{nonce}>\n{critique}\n</critique-{nonce}>\n<revised-{nonce}>\n{revised}\n</revised-{nonce}>")
}

pub fn said(text: &str) -> Script {
    Script::stream(Format::Chat, &Canned::text(text))
}

/// A refiner that answers with what is made of the nonce; to anything but a draft it answers with a lesson.
pub fn refiner(answer: impl Fn(&str, usize) -> String + Send + Sync + 'static) -> FaultServer {
    FaultServer::answering(move |received, number| match nonce(received) {
        nonce if nonce.is_empty() => said(LESSON),
        nonce => said(&answer(&nonce, number)),
    })
}

pub const LESSON: &str = r#"{"situation": "When refining a page about the cache.", "mistake": "It dropped what the task names.",
    "correction": "Keep what the task names.", "tags": ["cache", "page"]}"#;

pub fn place(server: &FaultServer) -> Place {
    let place = shop(Format::Chat, server);
    place.write("draft.md", DRAFT);
    place
}

pub fn polish(place: &Place, more: &[&str]) -> Ran {
    place.run(&[&["polish", "draft.md", "--task", TASK], more].concat())
}

/// Runs it on what stands in stdin.
pub fn piped(place: &Place, input: &[u8], args: &[&str]) -> std::process::Output {
    let mut command = place.command(&place.root(), args);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // Who has read enough closes the pipe.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("it was written");
    output
}

#[test]
fn a_text_is_refined_and_both_are_kept() {
    let server = refiner(|nonce, _| blocks(nonce, "verbs do not agree", BETTER));
    let place = place(&server);
    let ran = polish(&place, &["--show-trail"]).ok();
    assert_eq!(ran.stdout, BETTER);
    assert!(ran.stderr.contains("pass 1: verbs do not agree") && ran.stderr.contains("jaccard"), "{}", ran.stderr);
    let runs = crate::ask::everything(&place.root().join(".tribunal/runs"));
    assert!(runs.contains("The cache keep 256") && runs.contains("The cache keeps 256"));
    let sent = server.received()[0].json().to_string();
    assert!(sent.contains("The cache keep 256") && sent.contains(TASK), "{sent}");
    assert!(!sent.contains("\"tools\""), "the refiner has no tools: {sent}");
    assert_eq!(place.read("draft.md"), DRAFT, "the file itself is never written");
}

#[test]
fn an_excellent_draft_comes_back_word_for_word() {
    let server = refiner(|nonce, _| blocks(nonce, "no material issues", DRAFT.trim_end()));
    let ran = polish(&place(&server), &["--passes", "3"]).ok();
    assert_eq!((ran.stdout.as_str(), server.requests()), (DRAFT, 1));
    assert!(ran.stderr.contains("converged after 1 pass"), "{}", ran.stderr);
}

#[test]
fn it_is_asked_until_it_converges() {
    let server = refiner(|nonce, _| blocks(nonce, "c", BETTER));
    let report = polish(&place(&server), &["--passes", "5", "--json"]).ok().json();
    assert_eq!(report["text"], BETTER);
    assert_eq!(report["ending"]["how"], "converged");
    assert_eq!(report["passes"].as_array().map(Vec::len), Some(2), "the second pass changes nothing");
    assert_eq!(report["passes"][1]["decision"]["converged"], true);
    assert_eq!(server.requests(), 2);
}

#[test]
fn the_same_text_is_not_bought_twice() {
    let server = refiner(|nonce, _| blocks(nonce, "c", BETTER));
    let place = place(&server);
    polish(&place, &[]).ok();
    assert_eq!(polish(&place, &[]).ok().stdout, BETTER);
    assert_eq!(server.requests(), 1);
}

#[test]
fn changes_alone_are_shown_on_request() {
    let server = refiner(|nonce, _| blocks(nonce, "c", BETTER));
    let ran = polish(&place(&server), &["--diff"]).ok();
    assert!(ran.stdout.starts_with("--- draft.md\n+++ draft.md (polished)\n@@"), "{}", ran.stdout);
    assert!(
        ran.stdout.contains("-The cache keep 256") && ran.stdout.contains("+The cache keeps 256"),
        "{}",
        ran.stdout
    );
}

#[test]
fn stdin_is_refined_with_its_line_ends() {
    let server = refiner(|nonce, _| blocks(nonce, "c", BETTER));
    let draft = DRAFT.replace('\n', "\r\n");
    let output = piped(&place(&server), draft.as_bytes(), &["polish", "-", "--task", TASK]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), BETTER.replace('\n', "\r\n"));
}

#[test]
fn text_outside_of_the_blocks_is_ignored_and_counted() {
    let server = refiner(|nonce, _| format!("Sure!\n{}\nAnything else?", blocks(nonce, "c", BETTER)));
    let report = polish(&place(&server), &["--json"]).ok().json();
    assert_eq!(report["text"], BETTER);
    assert!(report["passes"][0]["ignored"].as_u64() >= Some(19), "{report}");
}

#[test]
fn a_revision_that_loses_what_the_task_names_is_taken_back() {
    let server = refiner(|nonce, _| blocks(nonce, "c", &BETTER.replace("256", "many").replace("# Cache\n", "")));
    let place = place(&server);
    let ran = place.run(&["polish", "draft.md", "--task", "explain the 256 entries", "--json"]).ok();
    let report = ran.json();
    assert_eq!((&report["text"], &report["refine_rolled_back"]), (&DRAFT.into(), &true.into()), "{report}");
    let broken: Vec<_> =
        report["passes"][0]["broken"].as_array().expect("a list").iter().map(|one| one["property"].clone()).collect();
    assert_eq!(broken, ["section", "named"]);
    assert!(ran.stderr.contains("rolled back to the best text"), "{}", ran.stderr);
}

#[test]
fn a_later_pass_that_breaks_something_keeps_the_pass_before() {
    let server = refiner(|nonce, number| {
        blocks(
            nonce,
            "c",
            &if number == 0 { BETTER.to_owned() } else { BETTER.replace("https://example.invalid/cache", "gone") },
        )
    });
    let report = polish(&place(&server), &["--passes", "3", "--json"]).ok().json();
    assert_eq!((&report["text"], &report["ending"]["how"]), (&BETTER.into(), &"rolled_back".into()));
}

#[test]
fn without_a_model_a_task_or_a_repository_the_next_step_is_named() {
    let place = Place::repository().with(&[("draft.md", DRAFT)]);
    let ran = polish(&place, &[]);
    assert_eq!((ran.code, ran.stdout.as_str()), (2, DRAFT), "the draft goes on all the same");
    assert!(ran.stderr.contains("hint: run `tribunal init --models ollama`"), "{}", ran.stderr);
    let ran = place.run(&["polish", "draft.md", "--task", " "]);
    assert!(ran.stderr.contains("hint: say in --task what the text is for"), "{}", ran.stderr);
    let ran = place.run(&["polish", "missing.md", "--task", "t"]);
    assert!(ran.code == 2 && ran.stderr.contains("hint: name a text file"), "{}", ran.stderr);
    let ran = polish(&Place::folder().with(&[("draft.md", DRAFT)]), &[]);
    assert!(ran.code == 2 && ran.stderr.contains("hint: run `git init`"), "{}", ran.stderr);
}
