//! Bad input of `index` and `query`: each case ends in a clear message or a recorded problem, and loses nothing.

mod contents;
mod damage;
mod names;
mod parallel;
mod repositories;
mod stopped;
mod unwritable;

use crate::support::{Place, Ran};
use serde_json::Value;

/// A repository with one commit and a knowledge base, in which `spin` is defined and used.
fn known() -> Place {
    let place = Place::repository()
        .with(&[("a.py", "def spin():\n    return 1\n"), ("b.py", "from a import spin\n\nspin()\n")]);
    place.commit("one");
    place.run(&["index"]).ok();
    still_knows(&place);
    place
}

/// The base can be asked as it is and has not forgotten `spin`; its figures are returned.
#[track_caller]
fn still_knows(place: &Place) -> Value {
    let overview = overview(place);
    assert!(overview["files"].as_u64() >= Some(2), "{overview}");
    assert_eq!(found(place, "spin"), 1);
    overview
}

#[track_caller]
fn overview(place: &Place) -> Value {
    place.run(&["query", "overview", "--no-index", "--json"]).ok().json()
}

/// How many definitions have this name.
#[track_caller]
fn found(place: &Place, name: &str) -> u64 {
    let answer = place.run(&["query", "symbols", name, "--no-index", "--json"]).ok().json();
    answer["total"].as_u64().expect("a count")
}

#[track_caller]
fn index(place: &Place) -> Value {
    place.run(&["index", "--json"]).ok().json()
}

/// Why a file was skipped, as the report says.
fn skipped<'a>(report: &'a Value, path: &str) -> Option<&'a str> {
    let all = report["skipped"].as_array().expect("a list");
    all.iter().find(|file| file["path"] == path).and_then(|file| file["reason"].as_str())
}

/// An error of the user's making: code 2, nothing on stdout, and a message with these parts.
#[track_caller]
fn refused(ran: &Ran, parts: &[&str]) {
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{}", ran.seen());
    assert!(ran.stderr.starts_with("error: "), "{}", ran.seen());
    for part in parts {
        assert!(ran.stderr.contains(part), "`{part}` is missing: {}", ran.seen());
    }
}

/// Says aloud that a case could not be tried on this machine.
#[expect(clippy::print_stderr, reason = "a case that is left out must not look like one that passed")]
pub fn left_out(case: &str, because: &str) {
    eprintln!("LEFT OUT: {case}: {because}");
}
