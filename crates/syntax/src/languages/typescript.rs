//! TypeScript.

use super::{DocStyle, Extraction, Row};
use crate::context::Context;
use crate::walk::{Extractor, Visit};
use std::sync::OnceLock;
use tree_sitter::Node;
use tribunal_domain::Language;

/// The row of TypeScript.
pub(crate) static TYPESCRIPT: Row = Row {
    language: Language::TypeScript,
    grammar: || tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
    extraction: Extraction::Walk(|| Box::new(TypeScriptExtractor)),
    docs: DocStyle::Block,
    comments: &["comment", "line_comment", "block_comment"],
    decisions: &[],
    nesting: &[],
    statements: &[],
    strings: &[],
    flags: OnceLock::new(),
};

/// The row of TypeScript.
pub(crate) static TSX: Row = Row {
    language: Language::Tsx,
    grammar: || tree_sitter_typescript::LANGUAGE_TSX.into(),
    extraction: Extraction::Walk(|| Box::new(TypeScriptExtractor)),
    docs: DocStyle::Block,
    comments: &["comment", "line_comment", "block_comment"],
    decisions: &[],
    nesting: &[],
    statements: &[],
    strings: &[],
    flags: OnceLock::new(),
};

/// The row of TypeScript.
pub(crate) static JAVASCRIPT: Row = Row {
    language: Language::JavaScript,
    grammar: || tree_sitter_javascript::LANGUAGE.into(),
    extraction: Extraction::Walk(|| Box::new(TypeScriptExtractor)),
    docs: DocStyle::Block,
    comments: &["comment", "line_comment", "block_comment"],
    decisions: &[],
    nesting: &[],
    statements: &[],
    strings: &[],
    flags: OnceLock::new(),
};

struct TypeScriptExtractor;

impl Extractor for TypeScriptExtractor {
    fn enter<'t>(&mut self, _cx: &mut Context<'t>, _node: Node<'t>) -> Visit {
        Visit::Children
    }
}
