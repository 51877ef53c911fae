//! Go.

use super::{DocStyle, Extraction, Row};
use crate::context::Context;
use crate::walk::{Extractor, Visit};
use std::sync::OnceLock;
use tree_sitter::Node;
use tribunal_domain::Language;

/// The row of Go.
pub(crate) static ROW: Row = Row {
    language: Language::Go,
    grammar: || tree_sitter_go::LANGUAGE.into(),
    extraction: Extraction::Walk(|| Box::new(GoExtractor)),
    docs: DocStyle::Adjacent,
    comments: &["comment", "line_comment", "block_comment"],
    decisions: &[],
    nesting: &[],
    statements: &[],
    strings: &[],
    flags: OnceLock::new(),
};

struct GoExtractor;

impl Extractor for GoExtractor {
    fn enter<'t>(&mut self, _cx: &mut Context<'t>, _node: Node<'t>) -> Visit {
        Visit::Children
    }
}
