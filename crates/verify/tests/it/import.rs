//! Documents of every kind, whole and broken.

use proptest::prelude::*;
use serde_json::json;
use tribunal_domain::RepoPath;
use tribunal_domain::finding::{Disposition, Severity};
use tribunal_verify::import::{Offset, read};
use tribunal_verify::{Said, claims_of_prose};

fn sarif(result: &serde_json::Value) -> String {
    json!({"version": "2.1.0", "runs": [
        {"results": [result], "tool": {"driver": {"name": "Lint", "rules": [{"id": "R1", "defaultConfiguration": {"level": "error"}, "messageStrings": {"m": {"text": "found {0}"}}}]}},
         "artifacts": [{"location": {"uri": "src/b.py"}}],
         "originalUriBaseIds": {"ROOT": {"uri": "file:///build/project/"}, "SRC": {"uri": "src/", "uriBaseId": "ROOT"}, "A": {"uri": "x/", "uriBaseId": "B"}, "B": {"uri": "y/", "uriBaseId": "A"}}},
        {"results": [{"message": {"text": "second run"}, "locations": [{"physicalLocation": {"artifactLocation": {"uri": "c.py"}, "region": {"startLine": 3}}}]}]}
    ]})
    .to_string()
}

#[test]
fn places_of_sarif_are_followed() {
    let place = |location: serde_json::Value, region: serde_json::Value| {
        let result = json!({"ruleId": "R1", "message": {"id": "m", "arguments": ["it"]}, "locations": [{"physicalLocation": {"artifactLocation": location, "region": region}}]});
        read(sarif(&result).as_bytes(), Some("/srv/project")).expect("a document").items
    };
    let lines = json!({"startLine": 4, "endLine": 5, "snippet": {"text": "x = 1"}});
    let items = place(json!({"uri": "a%20b.py", "uriBaseId": "SRC"}), lines.clone());
    assert_eq!(items.len(), 2);
    assert_eq!(items[0].finding.path.to_string(), "src/a b.py");
    assert_eq!((items[0].finding.severity, items[0].finding.message.as_str()), (Severity::High, "found it"));
    assert_eq!(items[0].quotes, ["x = 1"]);
    assert_eq!(items[1].finding.path.to_string(), "c.py");
    assert_eq!(place(json!({"index": 0}), lines.clone())[0].finding.path.to_string(), "src/b.py");
    assert_eq!(
        place(json!({"uri": "file:///srv/project/src/d.py"}), lines.clone())[0].finding.path.to_string(),
        "src/d.py"
    );
    let offset = place(json!({"uri": "c.py"}), json!({"byteOffset": 7, "byteLength": 2}));
    assert_eq!(offset[0].offset, Some(Offset::Bytes(7, 2)));
    for (location, region) in [
        (json!({"uri": "a.py", "uriBaseId": "A"}), lines.clone()),
        (json!({"uri": "/etc/passwd"}), lines.clone()),
        (json!({"uri": "%2e%2e/%2e%2e/x"}), lines.clone()),
        (json!({"uri": "https://example.invalid/x.py"}), lines),
        (json!({"uri": "a.py"}), json!({"startLine": 0})),
        (json!({"uri": "a.py"}), json!({"startLine": 5, "endLine": 2})),
        (json!({"uri": "a.py"}), json!({"startLine": "many"})),
        (json!({}), json!({"startLine": 1})),
    ] {
        let items = place(location.clone(), region.clone());
        assert_eq!(items[0].finding.disposition, Disposition::Invalid, "{location} {region}");
        assert!(!items[0].finding.rulings[0].reason.is_empty());
    }
}

#[test]
fn broken_items_are_kept_with_index_and_field() {
    let document = json!([
        {"id": "ok", "path": "a.py", "line": 1, "body": "fine"},
        {"id": "no line", "path": "a.py", "body": "b"},
        {"path": "a.py", "line": {"x": 1}, "body": "b"},
        {"path": 7, "line": 1, "body": "b"},
        null,
        "text",
        {"path": "a.py", "line": 1, "body": null},
        {"id": "ok", "path": "a.py", "line": 1_000_000_000_i64, "body": "far"},
        {"id": "s", "file": "a.py", "line": 1, "evidence": "e", "summary": "s", "severity": "frightful", "category": "odd"},
    ]);
    let items = read(document.to_string().as_bytes(), None).expect("a document").items;
    assert_eq!(items.len(), 9);
    let invalid: Vec<bool> = items.iter().map(|item| item.finding.disposition == Disposition::Invalid).collect();
    assert_eq!(invalid, [false, true, true, true, true, true, true, false, false]);
    assert!(items[1].finding.rulings[0].reason.contains("item 1, field `line`"), "{:?}", items[1].finding.rulings);
    assert_eq!(items[7].finding.id, "ok#2");
    assert_eq!(items[8].finding.severity, Severity::Medium);
    assert!(items[8].finding.rulings[0].reason.contains("frightful"));
}

#[test]
fn what_breaks_off_keeps_what_came_before() {
    let whole =
        json!([{"path": "a.py", "line": 1, "body": "one"}, {"path": "a.py", "line": 2, "body": "two"}]).to_string();
    let items = read(&whole.as_bytes()[..whole.len() - 12], None).expect("a beginning").items;
    assert_eq!(items.len(), 2);
    assert_eq!(items[0].finding.message, "one");
    assert_eq!(items[1].finding.disposition, Disposition::Invalid);
    assert!(read(b"not json", None).is_err());
    assert!(read(b"{\"version\": 1}", None).is_err());
    assert!(read(b"", None).is_err());
    let deep = format!("[{}1{}]", "[".repeat(5000), "]".repeat(5000));
    assert_eq!(read(deep.as_bytes(), None).expect("a list").items.len(), 1);
}

proptest! {
    #[test]
    fn no_document_makes_it_panic(text in ".{0,200}") {
        let _ = read(text.as_bytes(), None);
    }

    #[test]
    fn no_change_to_a_document_makes_it_panic_or_lose_an_item(at in 0_usize..400, byte in 0_u8..128) {
        let mut bytes = sarif(&json!({"message": {"text": "m"}, "locations": [{"physicalLocation": {"artifactLocation": {"uri": "a.py", "uriBaseId": "SRC"}, "region": {"startLine": 4}}}]})).into_bytes();
        let at = at % bytes.len();
        bytes[at] = byte;
        if let Ok(imported) = read(&bytes, None) {
            prop_assert!(imported.items.iter().all(|item| !item.finding.id.is_empty()));
        }
    }

    #[test]
    fn no_prose_makes_the_extractor_panic(text in "[ -~\u{2019}\n`é]{0,300}") {
        let path = RepoPath::new("a.py").expect("a path");
        let _ = claims_of_prose(&Said { prose: &text, path: &path, line: 1, end_line: 1 });
    }
}
