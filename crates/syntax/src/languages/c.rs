//! C.

use super::{DocStyle, Extraction, Row};
use crate::context::Context;
use crate::walk::{Extractor, Visit};
use std::sync::OnceLock;
use tree_sitter::Node;
use tribunal_domain::Language;

/// The row of C.
pub(crate) static C: Row = Row {
    language: Language::C,
    grammar: || tree_sitter_c::LANGUAGE.into(),
    extraction: Extraction::Walk(|| Box::new(CExtractor)),
    docs: DocStyle::TripleSlash,
    comments: &["comment", "line_comment", "block_comment"],
    decisions: &[],
    nesting: &[],
    statements: &[],
    strings: &[],
    flags: OnceLock::new(),
};

/// The row of C.
pub(crate) static CPP: Row = Row {
    language: Language::Cpp,
    grammar: || tree_sitter_cpp::LANGUAGE.into(),
    extraction: Extraction::Walk(|| Box::new(CExtractor)),
    docs: DocStyle::TripleSlash,
    comments: &["comment", "line_comment", "block_comment"],
    decisions: &[],
    nesting: &[],
    statements: &[],
    strings: &[],
    flags: OnceLock::new(),
};

struct CExtractor;

impl Extractor for CExtractor {
    fn enter<'t>(&mut self, _cx: &mut Context<'t>, _node: Node<'t>) -> Visit {
        Visit::Children
    }
}
