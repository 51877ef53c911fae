//! Names in any bytes, and entries that are links, pipes, folders in a file's place, or closed to the reader.

use super::{found, index, known, left_out, refused, skipped, still_knows};
use crate::support::{Place, Ran};
use serde_json::Value;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;

/// Names as bytes, and as they are written in JSON.
const NAMES: &[(&[u8], &str)] = &[
    (b"latin\xe9.py", "latin%E9.py"),
    (b"new\nline.py", "new\nline.py"),
    (b"tab\tand\x1bescape.py", "tab\tand\u{1b}escape.py"),
    (b"qu\"ote's.py", "qu\"ote's.py"),
    ("crab🦀.py".as_bytes(), "crab🦀.py"),
    (b"-dash.py", "-dash.py"),
    (b"--json", "--json"),
    (b"per%E9cent.py", "per%E9cent.py"),
    (b" blanks .py", " blanks .py"),
    (b"back\\slash.py", "back\\slash.py"),
    (b"star*?[x].py", "star*?[x].py"),
    (b"colon:3:4.py", "colon:3:4.py"),
];

#[test]
fn names_in_any_bytes_are_found_again() {
    let place = known();
    for (name, _) in NAMES {
        let path = place.root().join(OsStr::from_bytes(name));
        std::fs::write(path, "#!/usr/bin/env python3\ndef named():\n    pass\n").expect("a file");
    }
    place.commit("odd names");
    let report = index(&place);
    assert_eq!((&report["files"], &report["skipped"]), (&(2 + NAMES.len()).into(), &Value::Array(Vec::new())));
    assert_eq!(found(&place, "named"), NAMES.len() as u64);
    let files = place.run(&["query", "files", "--json"]).ok().json();
    let listed = |shown: &str| files.as_array().is_some_and(|files| files.iter().any(|file| file["path"] == shown));
    for (name, shown) in NAMES {
        assert!(listed(shown), "{shown:?} is missing in {files}");
        let answer = file(&place, name).ok().json();
        assert_eq!((&answer["file"]["path"], &answer["symbols"][0]["name"]), (&(*shown).into(), &"named".into()));
        assert_eq!(answer["commits"].as_array().map(Vec::len), Some(1), "{shown:?} has its history");
    }
    still_knows(&place);
}

#[test]
fn odd_names_are_shown_in_one_line_without_control_characters() {
    let place = known();
    for (name, _) in NAMES {
        std::fs::write(place.root().join(OsStr::from_bytes(name)), "def named(:\n\0").expect("a file");
    }
    for args in [&["index"][..], &["query", "files"], &["query", "overview"]] {
        let ran = place.run(args).ok();
        assert!(!ran.seen().contains(['\x1b', '\t']), "{}", ran.seen());
    }
    assert_eq!(place.run(&["query", "files"]).ok().stdout.lines().filter(|line| line.contains("line.py")).count(), 1);
}

#[test]
fn a_place_in_an_oddly_named_file_is_answered() {
    let place = known();
    for (name, shown) in NAMES {
        let text = "#!/usr/bin/env python3\nfrom a import spin\nspin()\n";
        std::fs::write(place.root().join(OsStr::from_bytes(name)), text).expect("a file");
        for typed in [name, shown.as_bytes()] {
            let typed = OsStr::from_bytes(typed).to_os_string();
            let mut command = place.command(&place.root(), &["query", "at", "--json", "--"]);
            let ran = command.arg([typed.as_os_str(), OsStr::new(":3:1")].join(OsStr::new(""))).output();
            let answer = place.ran(&ran.expect("the binary runs")).ok().json();
            assert_eq!(answer["definitions"][0]["path"], "a.py", "{shown:?}: {answer}");
        }
    }
}

#[test]
fn a_line_that_is_no_place_is_answered_and_the_rest_go_on() {
    let place = known();
    for name in [&b"latin\xe9.py"[..], b" blank.py"] {
        std::fs::write(place.root().join(OsStr::from_bytes(name)), "from a import spin\nspin()\n").expect("a file");
    }
    let lines = concat!(
        r"b.py:3:1\n\n",
        r"\xff\xfe\n",
        r"gone\xff.py:1\n",
        r"latin\xe9.py:2:1\n",
        r"latin%%E9.py:2:1\r\n",
        r" blank.py:2:1 \n",
        r"../out.py:1\n",
        r"a\x00b.py:1\n",
        r"b.py:3:1",
    );
    let ask = |flags: &str| place.shell(&format!("printf '{lines}' | $TRIBUNAL query at --stdin {flags}")).ok();
    let ran = ask("--json");
    let answers: Vec<Value> = ran.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let states: Vec<&str> = answers.iter().filter_map(|answer| answer["state"].as_str()).collect();
    let (yes, no) = ("resolved", "unresolved");
    assert_eq!(states, [yes, no, no, yes, yes, yes, no, no, yes], "{}", ran.seen());
    let errors: Vec<&str> = answers.iter().filter_map(|answer| answer["error"].as_str()).collect();
    assert_eq!(errors[..2], ["`%FF%FE` is no place", "there is no file `gone%FF.py`"]);
    assert!(errors[2].ends_with("lies outside the repository") && errors[3].contains("NUL byte"), "{errors:?}");
    let shown = ask("").stdout;
    assert!(shown.lines().any(|line| line == "latin%E9.py:2:1  resolved  spin a.py:1"), "{shown}");
    assert_eq!(shown.lines().count(), answers.len());
}

fn file(place: &Place, name: &[u8]) -> Ran {
    let mut command = place.command(&place.root(), &["query", "file", "--json", "--no-index", "--"]);
    place.ran(&command.arg(OsStr::from_bytes(name)).output().expect("the binary runs"))
}

#[test]
fn links_are_named_and_not_followed() {
    let place = known();
    let outside = place.home().join("secret.py");
    std::fs::write(&outside, "def secret():\n    pass\n").expect("a file");
    let link = |target: &str, name: &str| symlink(target, place.root().join(name)).expect("a link");
    std::fs::create_dir(place.root().join("folder")).expect("a folder");
    let outside = outside.to_str().expect("a plain path");
    let targets = [
        ("loop_b", "loop_a"),
        ("loop_a", "loop_b"),
        ("self.py", "self.py"),
        ("..", "folder/up"),
        ("../..", "folder/out"),
        ("nowhere.py", "dangling.py"),
        ("/dev/zero", "endless.py"),
        (outside, "leak.py"),
    ];
    for (target, name) in targets {
        link(target, name);
    }
    for committed in [false, true] {
        if committed {
            place.commit("links");
        }
        let report = index(&place);
        assert_eq!(report["files"], 2 + targets.len(), "{report}");
        for (_, name) in targets {
            assert_eq!(skipped(&report, name), Some("a symbolic link"), "{name}");
        }
    }
    assert_eq!(found(&place, "secret"), 0);
    let base = std::fs::read(place.root().join(".tribunal/curated.sqlite")).expect("a base");
    assert!(!base.windows(8).any(|bytes| bytes == b"def secr"), "the target's text stands in the base");
    still_knows(&place);
}

#[test]
fn a_file_that_became_a_link_loses_its_symbols() {
    let place = known();
    place.write("c.py", "def third():\n    pass\n");
    place.commit("two");
    index(&place);
    assert_eq!(found(&place, "third"), 1);
    std::fs::remove_file(place.root().join("c.py")).expect("removed");
    symlink("a.py", place.root().join("c.py")).expect("a link");
    assert_eq!(skipped(&index(&place), "c.py"), Some("a symbolic link"));
    assert_eq!(found(&place, "third"), 0);
    still_knows(&place);
}

#[test]
fn a_folder_in_the_place_of_a_tracked_file() {
    let place = known();
    place.write("c.py", "def third():\n    pass\n");
    place.commit("two");
    index(&place);
    std::fs::remove_file(place.root().join("c.py")).expect("removed");
    place.write("c.py/d.py", "def fourth():\n    pass\n");
    let report = index(&place);
    assert_eq!(report["files"], 3);
    assert_eq!((found(&place, "third"), found(&place, "fourth")), (0, 1));
    refused(&place.run(&["query", "file", "c.py"]), &["there is no file `c.py`"]);
    still_knows(&place);
}

#[test]
fn a_pipe_is_named_and_not_waited_for() {
    let place = known();
    place.shell(r"mkfifo pipe.py $'pipe\xe9.py' $'pipe\xff.py'").ok();
    let ran = place.shell("timeout 60 $TRIBUNAL index --json").ok();
    for name in ["pipe.py", "pipe%E9.py", "pipe%FF.py"] {
        assert_eq!(skipped(&ran.json(), name), Some("neither a file, a folder nor a link"), "{}", ran.seen());
    }
    assert_eq!(ran.json()["problems"], 3);
    still_knows(&place);
}

#[test]
fn what_may_not_be_read_is_a_problem_until_it_may() {
    let place = known();
    place.write("closed.py", "def closed():\n    pass\n");
    place.write("cellar/deep.py", "def deep():\n    pass\n");
    place.commit("two");
    place.shell("chmod 000 closed.py cellar").ok();
    let Some(ran) = super::unwritable::without_privileges(&place, "index --json") else {
        place.shell("chmod 755 closed.py cellar").ok();
        return left_out("what_may_not_be_read_is_a_problem_until_it_may", "root's privileges cannot be given up");
    };
    let report = ran.ok().json();
    let reason = |path| skipped(&report, path).unwrap_or_default();
    assert!(reason("closed.py").starts_with("unreadable: "), "{report}");
    assert!(reason("cellar").contains("permission denied"), "{report}");
    assert_eq!((&report["problems"], found(&place, "closed"), found(&place, "deep")), (&2.into(), 0, 0));
    still_knows(&place);
    place.shell("chmod 755 closed.py cellar").ok();
    assert_eq!(index(&place)["problems"], 0);
    assert_eq!((found(&place, "closed"), found(&place, "deep")), (1, 1));
}
