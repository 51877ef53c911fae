//! Same input, same bytes: over runs, threads and folders.

use super::project;
use crate::support::Place;
use std::collections::BTreeMap;

const DOCUMENTS: &[&str] = &["findings.json", "report.sarif", "report.html", "report.md"];

/// The documents of the newest run.
fn documents(place: &Place) -> BTreeMap<&'static str, String> {
    let folder = place.root().join(".tribunal/runs");
    let newest = std::fs::read_dir(&folder).expect("runs").map(|run| run.expect("a run").path()).max().expect("a run");
    let read = |name: &&'static str| (*name, std::fs::read_to_string(newest.join(name)).expect("a document"));
    DOCUMENTS.iter().map(read).collect()
}

#[test]
fn twenty_runs_with_one_and_two_threads_in_two_folders_are_identical() {
    let (one, other) = (project(), project());
    one.run(&["-q", "review"]);
    let first = documents(&one);
    for run in 0..20 {
        let place = if run % 2 == 0 { &one } else { &other };
        let threads = if run % 4 < 2 { "1" } else { "2" };
        if run % 5 == 0 {
            std::fs::remove_dir_all(place.root().join(".tribunal")).ok();
        }
        let mut command = place.command(&place.root(), &["-q", "review", "--fail-on", "never"]);
        assert!(command.env("TRIBUNAL_INDEX_JOBS", threads).status().expect("it runs").success());
        assert!(documents(place) == first, "run {run} differs");
    }
}
