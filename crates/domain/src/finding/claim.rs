//! Claims: typed statements about code that a check can decide.

use super::words::words;
use crate::RepoPath;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

words! {
    /// What a claim says.
    ClaimKind {
        /// A line, or the lines of a span, hold a text.
        LineContent = "line_content",
        /// A function does something, or lacks it.
        FunctionBehavior = "function_behavior",
        /// A function is called in some way, or without something.
        CallPattern = "call_pattern",
        /// Two places are alike.
        PatternViolation = "pattern_violation",
        /// A definition is there, or is not.
        SymbolExists = "symbol_exists",
        /// Nothing uses a definition.
        SymbolUnused = "symbol_unused",
        /// Nothing uses an imported name.
        ImportUnused = "import_unused",
        /// No test reaches a definition.
        MissingTest = "missing_test",
        /// A definition, or one of its parameters, is not documented.
        MissingDoc = "missing_doc",
        /// A definition has a type or signature.
        TypeOrSignature = "type_or_signature",
        /// A constant has a value.
        ConstantValue = "constant_value",
        /// Code is never reached.
        Unreachable = "unreachable",
        /// A number measured over a span: complexity, parameters, implementations, uses.
        Measure = "measure",
        /// A tree of some shape stands at a span.
        PatternAt = "pattern_at",
    }
}

words! {
    /// Whether the thing a claim names is there.
    Expected {
        /// It is.
        Present = "present",
        /// It is not.
        Missing = "missing",
    }
}

/// A statement about code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Claim {
    /// What it says.
    #[serde(rename = "type")]
    pub kind: ClaimKind,
    /// About which file.
    #[serde(with = "super::path_text")]
    #[schemars(with = "String")]
    pub path: RepoPath,
    /// At which line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Up to which line, inclusive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_line: Option<u32>,
    /// About which definition, by its qualified name.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub symbol: String,
    /// The quoted text, or the thing said to be present or missing.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub pattern: String,
    /// Whether it is said to be there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<Expected>,
    /// A second place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compare_to: Option<super::Related>,
    /// A value: of a constant, of a measure.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub value: String,
    /// Without it the finding says nothing.
    pub essential: bool,
    /// What its check said, once it was checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<Check>,
}

/// The outcome of a claim's check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Check {
    /// Whether it holds, is contradicted, or neither could be shown.
    pub status: super::Status,
    /// Why, in one sentence.
    pub reason: String,
    /// What shows it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<super::Evidence>,
}

impl Claim {
    /// An essential claim about a file; the rest is filled in by the caller.
    pub fn new(kind: ClaimKind, path: &RepoPath) -> Self {
        Self {
            kind,
            path: path.clone(),
            line: None,
            end_line: None,
            symbol: String::new(),
            pattern: String::new(),
            expected: None,
            compare_to: None,
            value: String::new(),
            essential: true,
            check: None,
        }
    }
}
