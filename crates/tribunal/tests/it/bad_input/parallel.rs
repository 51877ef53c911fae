//! Several indexers at once, and one with several threads: the outcome is the same.

use super::{found, index, known, overview, still_knows};
use crate::support::{Place, Ran};
use serde_json::Value;
use std::process::Stdio;

/// How many processes start at once.
const PROCESSES: usize = 4;

/// Starts the same command several times and waits for all.
fn at_once(place: &Place, args: &[&str]) -> Vec<Ran> {
    let started: Vec<_> = (0..PROCESSES)
        .map(|_| {
            let mut command = place.command(&place.root(), args);
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary runs")
        })
        .collect();
    started.into_iter().map(|child| place.ran(&child.wait_with_output().expect("it ends"))).collect()
}

fn generated(place: &Place, files: usize) {
    for number in 0..files {
        let text = format!("from a import spin\n\n\ndef made_{number}(x):\n    return spin() + x\n");
        place.write(&format!("made/f{number}.py"), &text);
    }
}

#[test]
fn indexers_at_once_take_turns() {
    let place = Place::repository()
        .with(&[("a.py", "def spin():\n    return 1\n"), ("b.py", "from a import spin\n\nspin()\n")]);
    generated(&place, 300);
    place.commit("one");
    for args in [&["index", "--json"][..], &["index", "--json", "--rebuild"], &["query", "files", "--json"]] {
        place.write("c.py", &format!("def third():\n    return {}\n", args.len()));
        for ran in at_once(&place, args) {
            let ran = ran.ok();
            let waited = ran.stderr.lines().all(|line| line == "warning: another process is indexing; waiting for it");
            assert!(waited, "{}", ran.stderr);
            ran.json();
        }
        assert_eq!(still_knows(&place)["files"], 303);
        assert_eq!((found(&place, "made_299"), found(&place, "third")), (1, 1));
    }
    let leftovers = place.shell("ls .tribunal | grep -e damaged -e new").stdout;
    assert_eq!(leftovers, "", "nobody found the work of another damaged");
}

#[test]
fn questions_are_answered_while_another_process_rebuilds() {
    let place = known();
    generated(&place, 300);
    index(&place);
    let before = overview(&place);
    let mut command = place.command(&place.root(), &["index", "--rebuild", "--json"]);
    let mut child = command.stdout(Stdio::null()).spawn().expect("the binary runs");
    while child.try_wait().expect("a child").is_none() {
        assert_eq!(overview(&place), before);
    }
    assert!(child.wait().expect("it ends").success());
    assert_eq!(still_knows(&place), before);
}

#[test]
fn the_number_of_jobs_changes_nothing() {
    let outcome = |jobs: &str| {
        let place = Place::repository().with(&[
            ("a.py", "def spin():\n    return 1\n"),
            ("b.js", "export function turn() { return [1, 2].map(x => x); }\n"),
            ("c.js", "import { turn } from './b.js';\nturn(); missing();\n"),
            ("d.rs", "fn main() { helper(); }\nfn helper() {}\n"),
            ("broken.py", "def half(:\n  ((((\n"),
            ("image.bin", "\0\0"),
        ]);
        generated(&place, 200);
        place.commit("one");
        place.write("a.py", "def spin():\n    return 2\n");
        place.write("c.js", "import { turn } from './b.js';\nturn();\n");
        place.commit("two");
        let first = without_times(place.run(&["index", "--json", "--jobs", jobs]).ok().json());
        place.write("a.py", "def spin():\n    return 3\n\ndef extra():\n    return spin()\n");
        let second = without_times(place.run(&["index", "--json", "--jobs", jobs]).ok().json());
        let asked = ["files", "overview"].map(|what| place.run(&["query", what, "--no-index", "--json"]).ok().stdout);
        let uses = place.run(&["query", "refs", "spin", "--no-index", "--json"]).ok().stdout;
        (first, second, asked, uses)
    };
    let alone = outcome("1");
    assert_eq!(alone.0["files"], 206);
    for jobs in ["2", "7"] {
        assert_eq!(outcome(jobs), alone, "--jobs {jobs}");
    }
}

fn without_times(mut report: Value) -> Value {
    let fields = report.as_object_mut().expect("an object");
    assert!(fields.remove("millis").is_some() && fields.remove("timing").is_some());
    report
}
