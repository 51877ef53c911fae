//! Findings and what becomes of them: the contract between axes, verification, reports and other programs.
//!
//! Field names are part of the published schema: additions are allowed, renames are not. Nothing here decides
//! anything; words and their order stand in `words`, claims in `claim`.

mod claim;
pub(crate) mod words;

pub use claim::{Check, Claim, ClaimKind, Expected};
pub use words::{
    Axis, Category, Disposition, FileVerdict, Proof, ReviewVerdict, RuleVerdict, Severity, Source, Status, Word,
};

use crate::RepoPath;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Below this confidence, of 100, a finding does not count for a verdict or a score, and is not shown unless asked for.
pub const COUNTED_CONFIDENCE: u8 = 60;

/// One defect at one place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Finding {
    /// Short and stable: `F-` and eight digits of the fingerprint; an imported finding keeps its own.
    pub id: String,
    /// Identity, tokens at the anchor and an ordinal among equals, hashed: survives line shifts.
    pub fingerprint: String,
    /// The axis; `None` for imported findings that name none.
    pub axis: Option<Axis>,
    /// The rule that found it.
    pub rule: String,
    /// What the axis says of the symbol.
    pub verdict: Option<RuleVerdict>,
    /// How much it matters.
    pub severity: Severity,
    /// What sort of matter it is.
    pub category: Category,
    /// The file.
    #[serde(with = "path_text")]
    #[schemars(with = "String")]
    pub path: RepoPath,
    /// The qualified name of the definition it is about; empty for a file.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub symbol: String,
    /// The kind of that definition (`function`, `file`, `import` …).
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub kind: String,
    /// The first line, from 1.
    pub start_line: u32,
    /// The last line, inclusive.
    pub end_line: u32,
    /// First and last column of the anchor, where known: from 1, the last exclusive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub columns: Option<(u32, u32)>,
    /// What is wrong, in one sentence.
    pub message: String,
    /// What shows it.
    #[serde(default)]
    pub evidence: Vec<Evidence>,
    /// Other places that belong to it; the twin of a duplicate.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub related: Vec<Related>,
    /// What can be checked about it.
    #[serde(default)]
    pub claims: Vec<Claim>,
    /// How it can be mended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fix: Option<Fix>,
    /// The names under which a dead export is offered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exported_as: Vec<String>,
    /// How sure its source is, 0 to 100.
    pub confidence: u8,
    /// Who says so.
    pub source: Source,
    /// Where an imported finding came from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
    /// The ids of findings that say the same and for which this one speaks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub merged_from: Vec<String>,
    /// What the trial said.
    pub verification_status: Status,
    /// What the trial proved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<Proof>,
    /// What became of it.
    pub disposition: Disposition,
    /// Every recorded change.
    #[serde(default)]
    pub rulings: Vec<Ruling>,
    /// The hash of the content it is about, for caches and memory.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub content_hash: String,
}

impl Finding {
    /// Whether it is sure enough to count for a verdict. What others say of their own findings is not ours to weigh.
    pub fn is_sure(&self) -> bool {
        self.source == Source::Import || self.confidence >= COUNTED_CONFIDENCE
    }
}

/// A place that shows something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Evidence {
    /// The file.
    #[serde(with = "path_text")]
    #[schemars(with = "String")]
    pub path: RepoPath,
    /// The first line, from 1.
    pub start_line: u32,
    /// The last line, inclusive.
    pub end_line: u32,
    /// The code as it stands there.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub quote: String,
    /// What it shows.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// Another place that belongs to a finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Related {
    /// The file.
    #[serde(with = "path_text")]
    #[schemars(with = "String")]
    pub path: RepoPath,
    /// The definition there.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub symbol: String,
    /// The first line, from 1.
    pub start_line: u32,
    /// The last line, inclusive.
    pub end_line: u32,
}

/// Edits that mend a finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Fix {
    /// The edits; they do not overlap.
    pub edits: Vec<Edit>,
    /// Whether the program behaves as before.
    pub safe: bool,
}

/// Whole lines replaced by a text; an empty text removes them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Edit {
    /// The file.
    #[serde(with = "path_text")]
    #[schemars(with = "String")]
    pub path: RepoPath,
    /// The first line that is replaced, from 1.
    pub start_line: u32,
    /// The last line, inclusive.
    pub end_line: u32,
    /// What stands there afterwards, without the last line's end.
    pub text: String,
}

/// One recorded change to a finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Ruling {
    /// Who ruled: a rule, the verifier, a tier, the user.
    pub by: String,
    /// What it was before.
    pub from: String,
    /// What it became.
    pub to: String,
    /// Why.
    pub reason: String,
    /// What shows it.
    #[serde(default)]
    pub evidence: Vec<Evidence>,
}

/// Paths in documents are text; bytes that are not UTF-8 are percent-encoded.
pub(crate) mod path_text {
    use crate::RepoPath;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(path: &RepoPath, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&path.to_text())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<RepoPath, D::Error> {
        RepoPath::new(String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}
