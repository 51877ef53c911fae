//! Java.

use super::{DocStyle, Extraction, Row};
use crate::context::Context;
use crate::walk::{Extractor, Visit};
use std::sync::OnceLock;
use tree_sitter::Node;
use tribunal_domain::Language;

/// The row of Java.
pub(crate) static ROW: Row = Row {
    language: Language::Java,
    grammar: || tree_sitter_java::LANGUAGE.into(),
    extraction: Extraction::Walk(|| Box::new(JavaExtractor)),
    docs: DocStyle::Block,
    comments: &["comment", "line_comment", "block_comment"],
    decisions: &[],
    nesting: &[],
    statements: &[],
    strings: &[],
    flags: OnceLock::new(),
};

struct JavaExtractor;

impl Extractor for JavaExtractor {
    fn enter<'t>(&mut self, _cx: &mut Context<'t>, _node: Node<'t>) -> Visit {
        Visit::Children
    }
}
