//! Same input, same bytes: over runs, threads and folders.

use super::{json, project};
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

#[test]
fn what_is_looked_at_on_the_way_is_what_a_review_of_the_base_sees() {
    let (at_once, after) = (project(), project());
    assert_eq!(after.run(&["index"]).code, 0);
    let findings = |place: &Place| json(place, &["--all", "--min-confidence", "0"])["findings"].clone();
    assert_eq!(findings(&at_once), findings(&after));
    for place in [&at_once, &after] {
        place.write(
            "tool.py",
            "import os\nimport re\n\n\ndef check(width):\n    return width == width\n\n\ncheck(re)\n",
        );
    }
    after.run(&["index"]);
    assert_eq!(findings(&at_once), findings(&after));
}
