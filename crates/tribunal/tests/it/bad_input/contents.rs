//! Contents that are odd: line ends, marks, other encodings, NUL, one endless line, brackets without end.

use super::{found, index, known, skipped, still_knows};
use crate::support::Place;
use std::time::{Duration, Instant};

/// Far more than the slowest machine needs for a file that is only hashed, far less than parsing it would take.
const QUICK: Duration = Duration::from_secs(30);

/// Brackets inside each other.
const MANY: usize = 100_000;

#[track_caller]
fn put(place: &Place, path: &str, bytes: &[u8]) {
    std::fs::write(place.root().join(path), bytes).expect("a file");
}

/// The place holds a use or definition of `name`, which starts in this column and leads to a line of the same file.
#[track_caller]
fn leads(place: &Place, path: &str, (line, column): (u32, u32), name: &str, to_line: u32) {
    let typed = format!("{path}:{line}:{column}");
    let answer = place.run(&["query", "at", &typed, "--json", "--no-index"]).ok().json();
    assert_eq!((&answer["name"], &answer["state"]), (&name.into(), &"resolved".into()), "{typed}: {answer}");
    assert_eq!((&answer["line"], &answer["column"]), (&line.into(), &column.into()), "{typed}: {answer}");
    let definition = &answer["definitions"][0];
    assert_eq!((&definition["path"], &definition["line"]), (&path.into(), &to_line.into()), "{typed}: {answer}");
}

#[test]
fn line_ends_of_windows_do_not_move_places() {
    let place = known();
    put(&place, "crlf.py", b"def first():\r\n    return 1\r\n\r\n\r\ndef second():\r\n    return first()\r\n");
    assert_eq!(index(&place)["problems"], 0);
    leads(&place, "crlf.py", (6, 12), "first", 1);
    leads(&place, "crlf.py", (5, 5), "second", 5);
    still_knows(&place);
}

#[test]
fn a_byte_order_mark_does_not_move_places() {
    let place = known();
    put(&place, "mark.py", b"\xef\xbb\xbfdef marked():\n    pass\n\nmarked()\n");
    put(&place, "mark.js", b"\xef\xbb\xbffunction stamped() {}\r\nstamped()\r\n");
    assert_eq!(index(&place)["problems"], 0);
    leads(&place, "mark.py", (1, 5), "marked", 1);
    leads(&place, "mark.py", (4, 1), "marked", 1);
    leads(&place, "mark.js", (1, 10), "stamped", 1);
    leads(&place, "mark.js", (2, 1), "stamped", 1);
    still_knows(&place);
}

#[test]
fn columns_count_characters_not_bytes() {
    let place = known();
    put(&place, "wide.py", "def café():\n    pass\n\n\"🦀é\"; café()\n".as_bytes());
    assert_eq!(index(&place)["problems"], 0);
    leads(&place, "wide.py", (4, 7), "café", 1);
    still_knows(&place);
}

#[test]
fn latin_1_is_read_with_a_recorded_problem() {
    let place = known();
    put(&place, "latin.py", b"# \xe9t\xe9\ndef summer():\n    return \"\xe9\" + summer()\n");
    let report = index(&place);
    assert_eq!((&report["problems"], skipped(&report, "latin.py")), (&1.into(), None), "{report}");
    leads(&place, "latin.py", (2, 5), "summer", 2);
    leads(&place, "latin.py", (3, 18), "summer", 2);
    still_knows(&place);
}

#[test]
fn bytes_with_nul_are_binary() {
    let place = known();
    put(&place, "nul.py", b"def hollow():\n    return '\0'\n");
    put(&place, "wide.py", b"\xff\xfed\0e\0f\0 \0w\0(\0)\0:\0");
    put(&place, "blank.py", b"");
    let report = index(&place);
    assert_eq!((skipped(&report, "nul.py"), skipped(&report, "wide.py")), (Some("binary"), Some("binary")));
    assert_eq!((skipped(&report, "blank.py"), found(&place, "hollow")), (None, 0));
    still_knows(&place);
}

#[test]
fn a_file_that_turns_binary_loses_its_symbols_and_gets_them_back() {
    let place = known();
    for (bytes, count) in
        [(&b"def turning():\n    pass\n"[..], 1), (b"def turning():\n    \0\n", 0)].iter().cycle().take(4)
    {
        put(&place, "turning.py", bytes);
        index(&place);
        assert_eq!(found(&place, "turning"), *count);
    }
    still_knows(&place);
}

#[test]
fn a_line_of_twelve_megabytes_is_skipped_quickly() {
    let place = known();
    put(&place, "endless.js", "var a=1;".repeat(12 << 17).as_bytes());
    let started = Instant::now();
    let report = index(&place);
    assert!(started.elapsed() < QUICK, "{:?}", started.elapsed());
    let reason = skipped(&report, "endless.js").unwrap_or_default();
    assert_eq!(reason, "12582912 bytes, more than the cap of 1048576");
    assert_eq!(report["problems"], 1);
    assert!(place.run(&["query", "file", "endless.js"]).ok().stdout.contains("more than the cap"));
    still_knows(&place);
}

#[test]
fn a_hundred_thousand_brackets_do_not_exhaust_the_stack() {
    let place = known();
    let many = |text: &str| text.repeat(MANY);
    for (ending, before, after) in [("py", "x = ", "\n"), ("js", "x = ", ";\n"), ("rs", "fn f() { ", " }\n")] {
        for (name, open, close) in [("square", "[", "]"), ("round", "(", ")"), ("curly", "{", "}")] {
            let balanced = format!("{before}{}{}{after}", many(open), many(close));
            put(&place, &format!("{name}.{ending}"), balanced.as_bytes());
            put(&place, &format!("open_{name}.{ending}"), format!("{before}{}", many(open)).as_bytes());
        }
        put(&place, &format!("calls.{ending}"), format!("{before}{}1{}{after}", many("f("), many(")")).as_bytes());
        put(&place, &format!("minus.{ending}"), format!("{before}{}1{after}", many("- ")).as_bytes());
        put(&place, &format!("chain.{ending}"), format!("{before}a{}{after}", many(".b")).as_bytes());
    }
    let ran = place.run(&["index", "--json"]).ok();
    let report = ran.json();
    assert_eq!(report["files"], 2 + 27, "{report}");
    assert_eq!(report["parsed"], 27, "{report}");
    assert_eq!(ran.stderr, "");
    still_knows(&place);
    for path in ["square.py", "round.js", "calls.rs"] {
        place.run(&["query", "file", path, "--no-index"]).ok();
        place.run(&["query", "at", &format!("{path}:1:50000"), "--no-index"]).ok();
    }
}
