//! The published schemas: up to date, and obeyed by what is written.

use super::{findings, reviewed};
use crate::support::Place;
use serde_json::{Value, json};
use std::path::Path;

/// Set to write the schemas instead of comparing them; `cargo xtask docs` does.
const UPDATE: &str = "UPDATE_DOCS";

const NAMES: &[&str] = &["findings", "review-file"];

#[test]
fn the_published_schemas_are_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schemas");
    for name in NAMES {
        let path = folder.join(format!("{name}.schema.json"));
        let schema = Place::folder().run(&["report", "--schema", name]).ok().stdout;
        if std::env::var_os(UPDATE).is_some() {
            std::fs::create_dir_all(&folder).expect("a folder");
            std::fs::write(&path, &schema).expect("a file");
        }
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(kept == schema, "docs/schemas/{name}.schema.json is out of date: run `cargo xtask docs`");
    }
}

#[test]
fn findings_keep_to_their_schema() {
    let place = reviewed();
    let schema = place.run(&["report", "--schema", "findings"]).ok().json();
    check(&schema, &findings(&place));
    for args in [&["report", "--format", "json"][..], &["report", "--format", "json", "--all"]] {
        check(&schema, &place.run(args).ok().json());
    }
    let mut wrong = findings(&place);
    wrong["findings"][0]["severity"] = "AWFUL".into();
    assert!(!jsonschema::is_valid(&schema, &wrong), "a word that is not in the list");
}

#[test]
fn the_review_of_a_file_keeps_to_its_schema() {
    let place = reviewed();
    let schema = place.run(&["report", "--schema", "review-file"]).ok().json();
    let file: tribunal_domain::review::ReviewFile = serde_json::from_value(review_file(&place)).expect("a document");
    check(&schema, &serde_json::to_value(file).expect("plain data"));
}

/// The review of one file of the sample.
pub fn review_file(place: &Place) -> Value {
    let all = findings(place);
    let own = all["findings"].as_array().expect("findings").iter().filter(|finding| finding["path"] == "src/wild.ts");
    let own: Vec<&Value> = own.collect();
    json!({
        "version": 1,
        "file": "src/wild.ts",
        "language": "typescript",
        "content_hash": own[0]["content_hash"],
        "verdict": "NEEDS_REFACTOR",
        "symbols": [{
            "name": "applyBonus", "qualified_name": "applyBonus", "kind": "function", "exported": true,
            "start_line": 1, "end_line": 7,
            "axes": {
                "utility": {"verdict": "USED", "confidence": 95},
                "duplication": {"verdict": "DUPLICATE", "confidence": 88},
            },
        }],
        "findings": own,
        "actions": [{
            "id": "A-1", "description": "Call `bonus` instead.", "severity": "MEDIUM", "effort": "small",
            "category": "style", "target": "applyBonus",
        }],
        "facts": {"unused_imports": ["a|b"], "import_cycles": [["src/wild.ts", "src/engine.ts"]]},
        "best_practices_score": 9.5,
        "axes": {
            "utility": {"source": "static", "millis": 3},
            "correction": {"source": "model", "failure": "the model did not answer"},
        },
    })
}

#[track_caller]
fn check(schema: &Value, document: &Value) {
    let validator = jsonschema::validator_for(schema).expect("a schema");
    let errors: Vec<String> = validator.iter_errors(document).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{errors:#?}");
}
