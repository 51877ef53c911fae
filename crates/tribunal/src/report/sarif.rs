//! SARIF 2.1.0, for code scanning and editors.
//!
//! Places are relative to the root of the repository and columns count code points, as everywhere. What was refuted,
//! merged, settled or suppressed is a suppressed result with its reason. `result` makes one finding, `rules` the rules.

mod result;
mod rules;

use super::Shown;
use serde_json::{Value, json};
use tribunal_domain::RepoPath;

/// The name by which the root of the repository is called; GitHub and editors know it.
const ROOT: &str = "%SRCROOT%";

/// One document, ended by a line break.
pub fn render(shown: &Shown) -> String {
    let text = serde_json::to_string_pretty(&document(shown)).expect("a document is plain data");
    format!("{text}\n")
}

fn document(shown: &Shown) -> Value {
    let review = shown.review();
    let rules = rules::of(shown);
    let results: Vec<Value> =
        review.findings.iter().map(|finding| result::result(finding, shown, &rules.names)).collect();
    json!({
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "Tribunal",
                "fullName": concat!("Tribunal ", env!("CARGO_PKG_VERSION")),
                "version": env!("CARGO_PKG_VERSION"),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules.descriptors,
            }},
            "automationDetails": {"id": "tribunal/review/"},
            "invocations": [{"executionSuccessful": true}],
            "columnKind": "unicodeCodePoints",
            "originalUriBaseIds": {ROOT: {"description": {"text": "The root of the repository."}}},
            "results": results,
            "properties": {
                "snapshot": review.snapshot,
                "verdict": review.verdict,
                "review_verdict": review.review_verdict,
                "counts": review.counts,
                "signal_to_noise": review.signal_to_noise,
            },
        }],
    })
}

/// A file, relative to the root of the repository.
fn artifact(path: &RepoPath) -> Value {
    json!({"uri": uri(path), "uriBaseId": ROOT})
}

/// A path as a relative reference: everything but letters, digits and `-._~/` is percent-encoded.
fn uri(path: &RepoPath) -> String {
    let mut out = String::new();
    for &byte in path.as_bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::uri;
    use tribunal_domain::RepoPath;

    #[test]
    fn paths_become_relative_references() {
        let cases = [("src/a b.rs", "src/a%20b.rs"), ("c:d/100%.py", "c%3Ad/100%25.py"), ("größe", "gr%C3%B6%C3%9Fe")];
        for (path, expected) in cases {
            assert_eq!(uri(&RepoPath::new(format!("x/{path}")).expect("a path")), format!("x/{expected}"));
        }
    }
}
