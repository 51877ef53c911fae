//! No secret of the code leaves with a report, wherever in the review it stands; no control character is obeyed.

use super::{RUN, keep, reviewed};
use crate::support::Place;
use serde_json::{Value, json};
use tribunal_domain::ContentHash;

/// In pieces, so that no scanner of this repository takes it for real.
fn fake_key() -> String {
    ["AKIA", "J7Q2ZP4M", "XW9LKD3T"].concat()
}

/// A value that is known for a secret only beside its name.
const PASSWORD: &str = "tR8-vmQ2xPz71Lk";

/// A review in which both stand in every text.
fn leaky() -> Place {
    let place = reviewed();
    let code = format!("client = connect()\npassword = \"{PASSWORD}\"\nkey = \"{}\"\n", fake_key());
    place.write("src/config.py", &code);
    let text = format!("`{PASSWORD}` and `{}`", fake_key());
    let quote =
        |line: u32| json!({"path": "src/config.py", "start_line": line, "end_line": line, "quote": text, "note": text});
    let mut review = super::findings(&place);
    let mut finding = review["findings"][1].clone();
    let changes = json!({
        "id": "F-5ec4e700", "path": "src/config.py", "start_line": 2, "end_line": 2, "columns": [13, 26],
        "message": text, "symbol": text, "evidence": [quote(2), quote(3)], "origin": text, "exported_as": [text],
        "related": [{"path": "src/config.py", "symbol": text, "start_line": 1, "end_line": 3}],
        "claims": [{"type": "line_content", "path": "src/config.py", "pattern": text, "value": text, "essential": true}],
        "fix": {"edits": [{"path": "src/config.py", "start_line": 2, "end_line": 2, "text": text}], "safe": true},
        "rulings": [{"by": "verify", "from": text, "to": text, "reason": text, "evidence": [quote(2)]}],
        "content_hash": ContentHash::of(code.as_bytes()).to_string(),
    });
    let fields = finding.as_object_mut().expect("a finding");
    fields.extend(changes.as_object().expect("fields").clone());
    review["findings"].as_array_mut().expect("findings").push(finding);
    keep(&place, RUN, &review);
    place
}

#[test]
fn secrets_are_in_no_report() {
    let place = leaky();
    for format in ["terminal", "json", "markdown", "sarif", "html", "github"] {
        let text = place.run(&["report", "--format", format]).ok().stdout;
        assert!(text.contains("src/config.py"), "{format}");
        assert!(text.contains("REDACTED:"), "{format}");
        assert!(!text.contains(&fake_key()) && !text.contains(PASSWORD), "{format}: {text}");
    }
    for args in [&["why", "F-5ec4e700"][..], &["why", "F-5ec4e700", "--json"]] {
        let text = place.run(args).ok().stdout;
        assert!(text.contains("REDACTED:") && !text.contains(&fake_key()) && !text.contains(PASSWORD), "{text}");
    }
}

#[test]
fn a_fix_that_holds_a_secret_is_not_offered() {
    let document: Value = leaky().run(&["report", "--format", "json"]).ok().json();
    let findings = document["findings"].as_array().expect("findings");
    let finding = findings.iter().find(|finding| finding["id"] == "F-5ec4e700").expect("the finding");
    assert_eq!(finding["fix"], Value::Null);
}

#[test]
fn carets_do_not_point_at_a_mark() {
    let seen = leaky().run(&["report"]).ok().stdout;
    let (_, after) = seen.split_once("│ password = ").expect("the line");
    let next = after.lines().nth(1).expect("another line");
    assert!(!next.contains('^'), "{seen}");
}

#[test]
fn control_characters_are_shown_not_obeyed() {
    let place = reviewed();
    let mut review = super::findings(&place);
    let code = "a = 1\r\nb = '\u{1b}[31m\u{202e}'\r\n";
    place.write("src/config.py", code);
    let finding = &mut review["findings"][0];
    for field in ["id", "rule", "symbol", "message"] {
        finding[field] = "x\u{1b}]0;title\u{7}\u{9b}y".into();
    }
    finding["path"] = "src/config.py".into();
    (finding["start_line"], finding["end_line"]) = (2.into(), 2.into());
    finding["evidence"][0]["quote"] = "\u{1b}[2J".into();
    finding["content_hash"] = ContentHash::of(code.as_bytes()).to_string().into();
    keep(&place, RUN, &review);
    for format in ["terminal", "json", "markdown", "sarif", "html", "github"] {
        let text = place.run(&["report", "--format", format]).ok().stdout;
        assert!(text.contains("src/config.py"), "{format}");
        assert!(!text.contains(['\u{1b}', '\u{7}', '\r']), "{format}: {text:?}");
    }
    let page = place.run(&["report", "--format", "html"]).ok().stdout;
    assert!(page.contains(r#"[1,"a = 1",1]"#), "a line ends before its carriage return");
}
