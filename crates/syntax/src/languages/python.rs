//! Python.

use super::{DocStyle, Extraction, Row};
use crate::context::Context;
use crate::walk::{Extractor, Visit};
use std::sync::OnceLock;
use tree_sitter::Node;
use tribunal_domain::Language;

/// Python's row.
pub(crate) static ROW: Row = Row {
    language: Language::Python,
    grammar: || tree_sitter_python::LANGUAGE.into(),
    extraction: Extraction::Walk(|| Box::new(Python)),
    docs: DocStyle::Docstring,
    comments: &["comment"],
    decisions: &[
        "if_statement",
        "elif_clause",
        "for_statement",
        "while_statement",
        "except_clause",
        "and",
        "or",
        "if_clause",
        "conditional_expression",
        "case_clause",
    ],
    nesting: &[
        "if_statement",
        "for_statement",
        "while_statement",
        "try_statement",
        "with_statement",
        "match_statement",
    ],
    statements: &["expression_statement", "return_statement", "if_statement"],
    strings: &["string_content"],
    flags: OnceLock::new(),
};

struct Python;

impl Extractor for Python {
    fn enter<'t>(&mut self, _cx: &mut Context<'t>, _node: Node<'t>) -> Visit {
        Visit::Children
    }
}
