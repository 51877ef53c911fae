//! What a review is asked for: paths, folders, ranges, and where its reports go.

use super::{json, places};
use crate::support::Place;

/// A finding in two folders, and a package that nothing uses.
fn two_folders() -> Place {
    let same = "def f(a):\n    return a == a\n\n\nprint(f(1))\n";
    Place::repository().with(&[("one/a.py", same), ("two/b.py", same)])
}

const SELF: &[&str] = &["--axes", "correction"];

#[test]
fn paths_that_name_nothing_are_an_error() {
    let place = two_folders();
    for paths in [&["nowhere"][..], &["one,two"], &["*.nothing"]] {
        let ran = place.run(&[&["review", "--paths"], paths].concat());
        assert_eq!(ran.code, 2, "{}", ran.seen());
        assert!(ran.stderr.contains("no file of the repository lies at these paths"), "{}", ran.seen());
    }
    let broken = place.run(&["review", "--paths", "one/["]);
    assert_eq!(broken.code, 2, "{}", broken.seen());
    assert!(broken.stderr.contains("there is no glob `one/[`"), "{}", broken.seen());
    let outside = place.run(&["review", "--paths", "/"]);
    assert_eq!(outside.code, 2, "{}", outside.seen());
    assert!(outside.stderr.contains("does not lie in the repository"), "{}", outside.seen());
}

#[test]
fn a_path_is_seen_from_the_root_and_from_where_one_is() {
    let place = two_folders();
    let here = place.root().join("one");
    let absolute = here.to_string_lossy().into_owned();
    for (dir, path) in
        [(place.root(), "one"), (here.clone(), "."), (here.clone(), "one"), (here.clone(), "a.py"), (here, &absolute)]
    {
        let ran = place.run_in(&dir, &["-q", "review", "--fail-on", "never", "--format", "json", "--paths", path]);
        assert_eq!(places(&ran.json()), ["one/a.py:2 self-comparison"], "{path}: {}", ran.seen());
    }
}

#[test]
fn a_folder_or_file_of_a_repository_is_reviewed_alone() {
    let place = two_folders();
    assert_eq!(places(&json(&place, &["two"])), ["two/b.py:2 self-comparison"]);
    assert_eq!(places(&json(&place, &["two/b.py"])), ["two/b.py:2 self-comparison"]);
    assert_eq!(places(&json(&place, &[&["."], SELF].concat())).len(), 2);
    let ran = place.run(&["review", "--fail-on", "never", "two"]);
    assert!(ran.stderr.contains("reviewed 1 file,"), "{}", ran.seen());
}

#[test]
fn a_range_without_a_base_and_a_path_on_neither_side_are_errors() {
    let place = two_folders();
    place.commit("all");
    let lost = place.run(&["review", "--diff", "HEAD...HEAD", "--paths", "nowhere"]);
    assert_eq!(lost.code, 2, "{}", lost.seen());
    assert_eq!(place.run(&["review", "--diff", "HEAD...HEAD", "--paths", "one"]).code, 0);
    for range in ["", "...HEAD", "..HEAD"] {
        let ran = place.run(&["review", "--diff", range]);
        assert_eq!(ran.code, 2, "{}", ran.seen());
        assert!(ran.stderr.contains("has no base"), "{}", ran.seen());
    }
}

#[test]
fn what_was_not_looked_at_stays_in_the_baseline() {
    let place = two_folders();
    place.run(&["-q", "baseline", "create"]).ok();
    place.write("two/c.py", "def g(b):\n    return b == b\n\n\nprint(g(1))\n");
    let ran = place.run(&["-q", "baseline", "create", "--paths", "two"]).ok();
    assert!(ran.stdout.contains("3 findings accepted"), "{}", ran.seen());
    assert!(places(&json(&place, SELF)).is_empty());
    place.write("tribunal.baseline.json", "{");
    let ran = place.run(&["-q", "baseline", "create", "--paths", "two"]);
    assert_eq!(ran.code, 2, "what it held cannot be kept: {}", ran.seen());
}

#[test]
fn a_damaged_baseline_is_made_anew() {
    let place = two_folders();
    place.write("tribunal.baseline.json", "{");
    let ran = place.run(&["review"]);
    assert_eq!(ran.code, 2, "{}", ran.seen());
    assert!(ran.stderr.contains("make a new one with `tribunal baseline create`"), "{}", ran.seen());
    place.run(&["-q", "baseline", "create"]).ok();
    assert!(places(&json(&place, SELF)).is_empty());
}

#[test]
fn a_file_that_the_baseline_names_is_not_used_by_it() {
    let place = Place::repository().with(&[
        ("package.json", "{ \"private\": true, \"main\": \"src/main.ts\" }\n"),
        ("src/main.ts", "import { alpha } from './util';\n\nconsole.log(alpha);\n"),
        ("src/util.ts", "export const alpha = 1;\nexport const beta = 2;\n"),
    ]);
    place.run(&["-q", "baseline", "create"]).ok();
    place.write("src/util.ts", "export const alpha = 1;\nexport const beta = 2;\nexport const gamma = 3;\n");
    assert_eq!(places(&json(&place, &["--axes", "utility"])), ["src/util.ts:3 dead-export"]);
}

#[test]
fn an_unknown_rule_in_a_comment_is_told_with_the_nearest() {
    let place = Place::repository().with(&[(
        "a.py",
        "def f(a):\n    return a == a  # tribunal:ignore[self-comparisn] on purpose\n\n\nprint(f(1))\n",
    )]);
    let ran = place.run(&["review"]);
    let note = "a.py:2: there is no rule `self-comparisn`; did you mean `self-comparison`?";
    assert!(ran.stderr.contains(note), "{}", ran.seen());
}

#[test]
fn what_is_unsure_is_shown_and_does_not_count() {
    let place = Place::repository()
        .with(&[("a.py", "import os\n\n\ndef run(name):\n    os.system(\"ls \" + name)\n\n\nrun('here')\n")]);
    let unsure = ["review", "--min-confidence", "50", "--rule", "shell-command"];
    let ran = place.run(&unsure);
    assert_eq!(ran.code, 0, "{}", ran.seen());
    assert!(ran.stdout.contains("verdict: CLEAN, APPROVE"), "{}", ran.seen());
    let found = place.run(&[&unsure[..], &["--format", "json"]].concat()).json();
    let id = found["findings"][0]["id"].as_str().expect("a finding").to_owned();
    let why = place.run(&["why", &id]).ok();
    assert!(why.stdout.contains("--rule shell-command --min-confidence"), "{}", why.seen());
}

#[cfg(unix)]
#[test]
fn a_report_is_written_where_it_was_asked_for() {
    let place = two_folders();
    place.run(&["-q", "review", "--fail-on", "never"]).ok();
    place.write("target.txt", "before\n");
    std::os::unix::fs::symlink("target.txt", place.root().join("link.md")).expect("a link");
    place.run(&["report", "--format", "markdown", "--out", "link.md"]).ok();
    assert!(place.root().join("link.md").is_symlink(), "the link is still one");
    assert!(place.read("target.txt").contains("self-comparison"));
    let piped = place.shell("mkfifo pipe; cat pipe > read.md & $TRIBUNAL report --format markdown --out pipe; wait");
    assert!(place.read("read.md").contains("self-comparison"), "{}", piped.seen());
}

#[cfg(unix)]
#[test]
fn what_cannot_be_printed_is_an_error_whatever_was_found() {
    let place = two_folders();
    let ran = place.shell("$TRIBUNAL -q review > /dev/full; echo $?");
    assert_eq!(ran.stdout.trim(), "2", "{}", ran.seen());
    assert!(ran.stderr.contains("cannot write to stdout"), "{}", ran.seen());
}
