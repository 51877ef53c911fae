//! Php.

use super::{DocStyle, Extraction, Row};
use crate::context::Context;
use crate::walk::{Extractor, Visit};
use std::sync::OnceLock;
use tree_sitter::Node;
use tribunal_domain::Language;

/// The row of Php.
pub(crate) static ROW: Row = Row {
    language: Language::Php,
    grammar: || tree_sitter_php::LANGUAGE_PHP.into(),
    extraction: Extraction::Walk(|| Box::new(PhpExtractor)),
    docs: DocStyle::Block,
    comments: &["comment", "line_comment", "block_comment"],
    decisions: &[],
    nesting: &[],
    statements: &[],
    strings: &[],
    flags: OnceLock::new(),
};

struct PhpExtractor;

impl Extractor for PhpExtractor {
    fn enter<'t>(&mut self, _cx: &mut Context<'t>, _node: Node<'t>) -> Visit {
        Visit::Children
    }
}
