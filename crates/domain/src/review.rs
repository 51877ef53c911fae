//! What a review leaves behind for other programs: `findings.json` here, the document of one file in `file`.
//!
//! Field names are part of the published schemas: additions are allowed, renames are not. Nothing here decides
//! anything.

mod file;

pub use file::{
    Action, AxisMetadata, AxisVerdict, Effort, FileNotes, REVIEWS_FOLDER, ReviewFile, ReviewSymbol, document_name,
};

use crate::finding::words::words;
use crate::finding::{FileVerdict, Finding, ReviewVerdict};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde::{Deserialize, Serialize};

/// The version of both documents.
pub const VERSION: u32 = 1;

/// The name of the document in a run's folder.
pub const FINDINGS_FILE: &str = "findings.json";

/// A review as it is kept: `findings.json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Review {
    /// The version of the document.
    pub version: u32,
    /// The code that was looked at.
    pub snapshot: Looked,
    /// The worst of all files' verdicts.
    pub verdict: FileVerdict,
    /// What a reviewer would say of the whole.
    pub review_verdict: ReviewVerdict,
    /// How many findings ended how.
    pub counts: Counts,
    /// The part of what was proposed that deserved to be read, 0 to 1.
    pub signal_to_noise: f64,
    /// The findings, by path, first line, axis, rule and id.
    pub findings: Vec<Finding>,
}

words! {
    /// Where the code was read.
    LookedAt {
        /// In a commit.
        Commit = "commit",
        /// In the working tree.
        Worktree = "worktree",
        /// In a diff alone: the commits it is about are not there.
        Diff = "diff",
    }
}

/// The code that was looked at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Looked {
    /// Where it was read.
    pub kind: LookedAt,
    /// The commit, or the one the working tree stands on; absent before the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// The hash of everything that was read.
    pub hash: String,
}

/// How many findings ended how.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Counts {
    /// All of them.
    pub proposed: usize,
    /// They stand in the report.
    pub reported: usize,
    /// Their trial refuted them.
    pub refuted: usize,
    /// Another finding speaks for them.
    pub merged: usize,
    /// Refinement settled them.
    pub settled: usize,
    /// Somebody overruled them.
    pub suppressed: usize,
    /// Their source was not sure enough.
    pub below_confidence: usize,
    /// Their place or form cannot exist.
    pub invalid: usize,
}

/// The documents with a published schema, by name.
pub const SCHEMAS: &[(&str, fn() -> Schema)] = &[("findings", findings_schema), ("review-file", review_file_schema)];

/// The schema of `findings.json`.
fn findings_schema() -> Schema {
    settings().into_generator().into_root_schema_for::<Review>()
}

/// The schema of the document of one file.
fn review_file_schema() -> Schema {
    settings().into_generator().into_root_schema_for::<ReviewFile>()
}

fn settings() -> SchemaSettings {
    SchemaSettings::draft2020_12()
}

#[cfg(test)]
mod tests {
    use super::Review;
    use serde_json::{Value, json};

    #[test]
    fn a_review_is_written_as_it_was_read() {
        let document = json!({
            "version": 1,
            "snapshot": {"kind": "commit", "commit": "4be1a90", "hash": "00ff"},
            "verdict": "NEEDS_REFACTOR",
            "review_verdict": "COMMENT",
            "counts": {
                "proposed": 1, "reported": 1, "refuted": 0, "merged": 0, "settled": 0, "suppressed": 0,
                "below_confidence": 0, "invalid": 0,
            },
            "signal_to_noise": 0.8,
            "findings": [{
                "id": "F-3f9a1c02",
                "fingerprint": "3f9a1c02",
                "axis": null,
                "rule": "dead-export",
                "verdict": "DEAD",
                "severity": "MEDIUM",
                "category": "style",
                "path": "src/engine.ts",
                "start_line": 105,
                "end_line": 118,
                "message": "nothing uses `spin`",
                "evidence": [],
                "claims": [{"type": "symbol_unused", "path": "src/engine.ts", "symbol": "spin", "essential": true}],
                "confidence": 95,
                "source": "import",
                "verification_status": "VERIFIED",
                "proof": "defect",
                "disposition": "reported",
                "rulings": [],
            }],
        });
        let review: Review = serde_json::from_value(document.clone()).expect("a review");
        assert_eq!(serde_json::to_value(&review).expect("plain data"), document);
        let without_place: Value = json!({"version": 1, "findings": [{"path": "../x"}]});
        assert!(serde_json::from_value::<Review>(without_place).is_err());
    }
}
