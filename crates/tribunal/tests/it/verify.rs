//! Anyone's findings on trial, through the binary.

use crate::support::{Place, Ran};
use serde_json::{Value, json};

const CODE: &str = "import os\n\n\ndef load(user):\n    query = eval(user)\n    return query\n\n\nprint(load(1))\n";

fn project() -> Place {
    let place = Place::repository().with(&[("a.py", CODE), (".gitignore", "*.json\n*.sarif\n*.diff\n")]);
    place.commit("one");
    place
}

fn comment(id: &str, path: &str, line: i64, body: &str, evidence: &str) -> Value {
    json!({"id": id, "path": path, "line": line, "body": body, "evidence": evidence})
}

#[track_caller]
fn tried(place: &Place, findings: &Value, args: &[&str]) -> Vec<Value> {
    place.write("findings.json", &findings.to_string());
    let ran = place.run(&[&["-q", "verify", "findings.json", "--format", "json", "--all"], args].concat());
    assert!(ran.code <= 1, "{}", ran.seen());
    ran.json()["findings"].as_array().expect("a list").clone()
}

fn by_id<'v>(findings: &'v [Value], id: &str) -> &'v Value {
    findings.iter().find(|finding| finding["id"] == id).expect("nothing is dropped")
}

#[track_caller]
fn status(findings: &[Value], id: &str, expected: &str) {
    let finding = by_id(findings, id);
    assert_eq!(finding["verification_status"], expected, "{finding:#}");
}

#[test]
fn a_trial_leaves_its_documents_and_tells_what_it_removed() {
    let place = project();
    let findings = json!([
        comment("true", "a.py", 5, "Line 5 contains `eval`.", "query = eval(user)"),
        comment("moved", "a.py", 8, "eval of what users write", "query = eval(user)"),
        comment("made up", "a.py", 5, "it runs a shell", "subprocess.run(user, shell=True)"),
        comment("opinion", "a.py", 5, "This could be slow.", ""),
    ]);
    place.write("findings.json", &findings.to_string());
    let ran: Ran = place.run(&["verify", "findings.json", "--out", "out"]);
    assert_eq!(ran.code, 1, "{}", ran.seen());
    for wanted in
        ["4 findings, checked in the working tree", "1 findings removed after verification", "made up", "INCONCLUSIVE"]
    {
        assert!(ran.stdout.contains(wanted), "{wanted}: {}", ran.seen());
    }
    let audit = place.read("out/verification-audit.md");
    assert!(audit.contains("### made up:") && audit.contains("**Actual:** a.py:5 `query = eval(user)`"), "{audit}");
    let document: Value = serde_json::from_str(&place.read("out/findings.json")).expect("JSON");
    assert_eq!(document["counts"]["refuted"], 1);
    assert!(!place.read("out/report.sarif").contains("made up"));
    assert!(place.read("out/rulings.jsonl").lines().count() >= 4);
    let about: Value = serde_json::from_str(&place.read("out/run.json")).expect("JSON");
    assert_eq!((about["source"].as_str(), about["kind"].as_str()), (Some("LOCAL_FILES"), Some("verify")));
    let why = place.run(&["why", "made up"]);
    assert!(why.stdout.contains("REFUTED") && why.stdout.contains("stands nowhere"), "{}", why.seen());
    let findings = tried(&place, &findings, &[]);
    assert_eq!(by_id(&findings, "moved")["start_line"], 5);
    assert_eq!(place.run(&["-q", "verify", "findings.json", "--fail-on", "never"]).code, 0);
    assert_eq!(place.run(&["-q", "verify", "findings.json", "--fail-on", "high"]).code, 0);
}

#[test]
fn a_commit_is_read_from_its_blobs_whatever_is_checked_out() {
    // P01: the head is not checked out, the tree is dirty, the id is short, the folder another.
    let place = project();
    place.write("a.py", "import os\n\n\ndef load(user):\n    return parse_safely(user)\n");
    place.commit("two");
    place.write("a.py", "nothing_of_this = 1\n");
    let findings = json!([
        comment("head", "a.py", 5, "x", "return parse_safely(user)"),
        comment("base", "a.py", 5, "x", "query = eval(user)"),
        comment("dirty", "a.py", 1, "x", "nothing_of_this = 1"),
    ]);
    let found = tried(&place, &findings, &["--at", "HEAD", "--base", "HEAD~1"]);
    status(&found, "head", "VERIFIED");
    status(&found, "base", "VERIFIED");
    status(&found, "dirty", "REFUTED");
    let short = String::from_utf8(
        std::process::Command::new("git")
            .arg("-C")
            .arg(place.root())
            .args(["rev-parse", "--short=8", "HEAD~1"])
            .output()
            .expect("git")
            .stdout,
    )
    .expect("text");
    place.write("review-manifest.json", &json!({"pr_head_sha": short.trim()}).to_string());
    let found = tried(&place, &findings, &["--manifest", "review-manifest.json"]);
    status(&found, "base", "VERIFIED");
    status(&found, "head", "REFUTED");
    std::fs::create_dir_all(place.root().join("sub")).expect("a folder");
    let ran = place.run_in(
        &place.root().join("sub"),
        &["-q", "verify", "../findings.json", "--at", "HEAD", "--format", "json", "--all"],
    );
    status(ran.json()["findings"].as_array().expect("a list"), "head", "VERIFIED");
}

#[test]
fn where_the_commit_is_missing_only_the_diff_speaks() {
    let place = project();
    let gone = "1234567890abcdef1234567890abcdef12345678";
    place.write("change.diff", "--- a/a.py\n+++ b/a.py\n@@ -4,2 +4,3 @@ def\n def load(user):\n-    old = eval(user)\n+    fresh = literal_eval(user)\n+    # query = eval(all_of_it)\n");
    let findings = json!([
        comment("shown", "a.py", 9, "x", "fresh = literal_eval(user)"),
        comment("before", "a.py", 5, "x", "old = eval(user)"),
        comment("local", "a.py", 5, "x", "query = eval(user)"),
        comment("comment", "a.py", 6, "x", "query = eval(all_of_it)"),
        comment("function", "a.py", 4, "`load` does not validate its input.", ""),
    ]);
    let found = tried(&place, &findings, &["--at", gone, "--diff", "change.diff"]);
    for (id, expected) in [
        ("shown", "VERIFIED"),
        ("before", "VERIFIED"),
        ("local", "INCONCLUSIVE"),
        ("comment", "INCONCLUSIVE"),
        ("function", "INCONCLUSIVE"),
    ] {
        status(&found, id, expected);
    }
    assert_eq!(by_id(&found, "shown")["start_line"], 5);
    let found = tried(&place, &findings, &["--at", gone]);
    assert!(found.iter().all(|finding| finding["verification_status"] == "INCONCLUSIVE"));
    let ran = place.run(&["verify", "findings.json", "--at", "no-such-branch"]);
    assert_eq!(ran.code, 2, "{}", ran.seen());
    assert!(ran.stderr.contains("--diff FILE"), "{}", ran.seen());
}

#[test]
fn a_renamed_file_is_followed() {
    let place = project();
    place.git(&["mv", "a.py", "b.py"]);
    place.commit("two");
    let found = tried(
        &place,
        &json!([comment("r", "a.py", 1, "x", "query = eval(user)")]),
        &["--at", "HEAD", "--base", "HEAD~1"],
    );
    status(&found, "r", "VERIFIED");
}

#[test]
fn bad_input_gets_a_reason_and_nothing_is_dropped() {
    let place = project();
    std::os::unix::fs::symlink("/etc/passwd", place.root().join("link.py")).expect("a link");
    std::fs::write(place.root().join("image.bin"), b"\0\x01\x02binary\0").expect("a file");
    let findings = json!([
        comment("absolute", "/etc/passwd", 1, "x", "root"),
        comment("parent", "../../etc/passwd", 1, "x", "root"),
        comment("drive", "C:/x.py", 1, "x", "root"),
        comment("encoded", "%2e%2e/x.py", 1, "x", ""),
        comment("link", "link.py", 1, "x", "root"),
        comment("binary", "image.bin", 1, "x", "some binary thing()"),
        comment("missing", "nowhere.py", 1, "x", ""),
        comment("far", "a.py", 1_000_000_000, "x", ""),
        comment("zero", "a.py", 0, "x", ""),
        comment("before", "a.py", -1, "x", ""),
        {"id": "backwards", "path": "a.py", "line": 5, "end_line": 2, "body": "x"},
        {"id": "wrong", "path": ["a.py"], "line": 5, "body": "x"},
        comment("twice", "a.py", 1, "one thing", ""),
        comment("twice", "a.py", 7, "quite another matter", ""),
        null,
    ]);
    let found = tried(&place, &findings, &[]);
    assert_eq!(found.len(), 15);
    for id in
        ["absolute", "parent", "drive", "encoded", "link", "missing", "far", "zero", "before", "backwards", "wrong"]
    {
        let finding = by_id(&found, id);
        assert_eq!(finding["disposition"], "invalid", "{finding:#}");
        assert!(finding["rulings"][0]["reason"].as_str().is_some_and(|reason| reason.len() > 10), "{finding:#}");
    }
    assert_eq!(by_id(&found, "binary")["verification_status"], "INCONCLUSIVE");
    by_id(&found, "twice#2");
    for (text, hint) in
        [("", "JSON"), ("{", "JSON"), ("[1, 2", "2 items"), ("{\"a\": 1}", "findings"), ("\u{0}", "JSON")]
    {
        place.write("findings.json", text);
        let ran = place.run(&["verify", "findings.json"]);
        assert!(ran.stderr.contains(hint) && ran.code != 101, "{text}: {}", ran.seen());
    }
    assert_eq!(place.run(&["verify", "not-there.json"]).code, 2);
}

#[test]
fn what_is_only_written_is_not_said_to_be_used() {
    let place = project();
    let code = "class Row:\n    def __init__(self):\n        self._spare = []\n        self._kept = []\n        self._again = []\n\n    \
                def size(self):\n        self._again = []\n        return len(self._kept)\n\n\nprint(Row().size())\n";
    place.write("row.py", code);
    let findings = json!([
        comment("spare", "row.py", 3, "`_spare` is never used.", ""),
        comment("kept", "row.py", 4, "`_kept` is never used.", ""),
        comment("again", "row.py", 5, "`_again` is never used.", ""),
    ]);
    let tried = tried(&place, &findings, &[]);
    status(&tried, "spare", "VERIFIED");
    status(&tried, "kept", "REFUTED");
    status(&tried, "again", "INCONCLUSIVE");
}

#[test]
fn a_trial_whose_documents_cannot_be_written_says_which_and_is_none() {
    let place = project();
    place.write("findings.json", &json!([comment("a", "a.py", 5, "", "query = eval(user)")]).to_string());
    place.write("taken.json", "a file where a folder is wanted");
    let ran = place.run(&["-q", "verify", "findings.json", "--out", "taken.json/deeper"]);
    assert_eq!(ran.code, 2, "{}", ran.seen());
    assert!(ran.stderr.contains("taken.json/deeper"), "{}", ran.seen());
    let place = project();
    place.write("findings.json", &json!([comment("a", "a.py", 5, "", "query = eval(user)")]).to_string());
    place.write(".tribunal/runs", "a file where the runs should be");
    let ran = place.run(&["-q", "verify", "findings.json"]);
    assert_eq!(ran.code, 2, "{}", ran.seen());
    assert!(ran.stderr.contains("runs"), "{}", ran.seen());
}
