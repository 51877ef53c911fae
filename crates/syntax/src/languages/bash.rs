//! Bash.

use super::{DocStyle, Extraction, Row};
use crate::context::Context;
use crate::walk::{Extractor, Visit};
use std::sync::OnceLock;
use tree_sitter::Node;
use tribunal_domain::Language;

/// The row of Bash.
pub(crate) static ROW: Row = Row {
    language: Language::Bash,
    grammar: || tree_sitter_bash::LANGUAGE.into(),
    extraction: Extraction::Walk(|| Box::new(BashExtractor)),
    docs: DocStyle::Adjacent,
    comments: &["comment", "line_comment", "block_comment"],
    decisions: &[],
    nesting: &[],
    statements: &[],
    strings: &[],
    flags: OnceLock::new(),
};

struct BashExtractor;

impl Extractor for BashExtractor {
    fn enter<'t>(&mut self, _cx: &mut Context<'t>, _node: Node<'t>) -> Visit {
        Visit::Children
    }
}
