//! Rust.

use super::{DocStyle, Extraction, Row};
use crate::context::Context;
use crate::walk::{Extractor, Visit};
use std::sync::OnceLock;
use tree_sitter::Node;
use tribunal_domain::Language;

/// The row of Rust.
pub(crate) static ROW: Row = Row {
    language: Language::Rust,
    grammar: || tree_sitter_rust::LANGUAGE.into(),
    extraction: Extraction::Walk(|| Box::new(RustExtractor)),
    docs: DocStyle::TripleSlash,
    comments: &["comment", "line_comment", "block_comment"],
    decisions: &[],
    nesting: &[],
    statements: &[],
    strings: &[],
    flags: OnceLock::new(),
};

struct RustExtractor;

impl Extractor for RustExtractor {
    fn enter<'t>(&mut self, _cx: &mut Context<'t>, _node: Node<'t>) -> Visit {
        Visit::Children
    }
}
