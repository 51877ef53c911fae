//! An indexer that is stopped in the middle, gently or not: the old base stays, and the next run completes.

use super::{index, known, overview, still_knows};
use crate::support::{Place, Ran};
use std::process::{Child, Stdio};
use std::time::Duration;

/// Enough that the rebuild takes longer than it takes to stop it.
const FILES: usize = 3000;

/// How long after the start a process is killed, in milliseconds: before, during and after the interesting moments.
const DELAYS: &[u64] = &[5, 20, 60, 150, 300];

fn generated(place: &Place, files: usize, value: u64) {
    for number in 0..files {
        let text = format!(
            "from a import spin\n\n\ndef made_{number}(x):\n    return spin() + x + {value}\n\n\n\
             class Made{number}:\n    def go(self):\n        return made_{number}({value})\n"
        );
        place.write(&format!("made/f{number}.py"), &text);
    }
}

fn start(place: &Place, args: &[&str]) -> Child {
    let mut command = place.command(&place.root(), args);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary runs")
}

/// Sends a signal once the new base is being written; that must be soon.
fn stop_while_it_writes(place: &Place, child: Child, signal: &str) -> Ran {
    let writing = place.root().join(".tribunal/curated.sqlite.new");
    for _ in 0..60_000 {
        if writing.exists() {
            break;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    stop(place, child, signal)
}

fn stop(place: &Place, child: Child, signal: &str) -> Ran {
    // The process may have ended by itself: that is checked by its code.
    place.shell(&format!("kill -{signal} {}", child.id()));
    place.ran(&child.wait_with_output().expect("it ends"))
}

#[test]
fn ctrl_c_leaves_the_old_base() {
    let place = known();
    let before = overview(&place);
    generated(&place, FILES, 1);
    for args in [&["index", "--json"][..], &["index", "--jobs", "1"], &["query", "files"]] {
        let ran = stop_while_it_writes(&place, start(&place, args), "INT");
        assert_eq!((ran.code, ran.stdout.as_str()), (130, ""), "{args:?}: {}", ran.stderr);
        assert_eq!(ran.stderr, "error: stopped; the knowledge base is as it was before\n", "{args:?}");
        assert_eq!(still_knows(&place), before, "{args:?}");
    }
    let report = index(&place);
    assert_eq!((&report["files"], &report["problems"]), (&(FILES + 2).into(), &0.into()));
    still_knows(&place);
}

#[test]
fn ctrl_c_before_a_base_was_ever_finished_leaves_none() {
    let place = Place::repository();
    place.write("a.py", "def spin():\n    return 1\n");
    generated(&place, FILES, 1);
    let ran = stop_while_it_writes(&place, start(&place, &["index"]), "INT");
    assert_eq!(ran.code, 130, "{}", ran.seen());
    let asked = place.run(&["query", "overview", "--no-index"]);
    assert_eq!(asked.code, 2);
    assert!(asked.stderr.contains("there is no knowledge base yet"), "{}", asked.stderr);
    index(&place);
    still_knows(&place);
}

#[test]
fn a_killed_rebuild_leaves_the_old_base() {
    let place = known();
    let before = overview(&place);
    generated(&place, FILES, 1);
    let ran = stop_while_it_writes(&place, start(&place, &["index"]), "KILL");
    assert_eq!((ran.code, ran.stdout.as_str()), (-1, ""), "{}", ran.stderr);
    assert_eq!(still_knows(&place), before);
    let ran = place.run(&["index", "--json"]).ok();
    assert_eq!((ran.stderr.as_str(), &ran.json()["files"]), ("", &(FILES + 2).into()));
    still_knows(&place);
    assert!(!place.root().join(".tribunal/curated.sqlite.new").exists());
}

#[test]
fn an_update_killed_at_any_moment_happened_or_did_not() {
    let place = known();
    generated(&place, 700, 0);
    index(&place);
    for &delay in DELAYS {
        let before = overview(&place);
        generated(&place, 200, delay);
        place.write("c.py", &"def again():\n    pass\n".repeat(delay as usize));
        let child = start(&place, &["index"]);
        std::thread::sleep(Duration::from_millis(delay));
        stop(&place, child, "KILL");
        let left = still_knows(&place);
        let ran = place.run(&["index", "--json"]).ok();
        assert_eq!(ran.stderr, "", "after {delay} ms");
        let after = overview(&place);
        assert!(left == before || left == after, "after {delay} ms: {left}");
        assert_ne!(before, after);
    }
    let updated = overview(&place);
    place.run(&["index", "--rebuild"]).ok();
    assert_eq!(overview(&place), updated, "the updates that were cut short left no trace");
}
