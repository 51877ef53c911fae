//! Kotlin: definitions and imports by the query in `facts.scm`.

use super::{DocStyle, Extraction, Row};
use crate::queries;
use std::sync::OnceLock;
use tree_sitter::Query;
use tribunal_domain::Language;

/// The row of Kotlin.
pub(crate) static ROW: Row = Row {
    language: Language::Kotlin,
    grammar: || tree_sitter_kotlin_ng::LANGUAGE.into(),
    extraction: Extraction::Queries(query),
    docs: DocStyle::Block,
    comments: &["line_comment", "block_comment"],
    decisions: &[
        "if_expression",
        "for_statement",
        "while_statement",
        "do_while_statement",
        "when_entry",
        "catch_block",
        "&&",
        "||",
        "?:",
    ],
    nesting: &[
        "if_expression",
        "for_statement",
        "while_statement",
        "do_while_statement",
        "when_expression",
        "try_expression",
    ],
    statements: &[
        "assignment",
        "property_declaration",
        "call_expression",
        "return_expression",
        "throw_expression",
        "if_expression",
        "for_statement",
        "while_statement",
        "do_while_statement",
        "when_expression",
        "try_expression",
    ],
    strings: &["string_content"],
    nameless: &[],
    table: OnceLock::new(),
};

fn query() -> &'static Query {
    static QUERY: OnceLock<Query> = OnceLock::new();
    QUERY.get_or_init(|| queries::compile(&ROW.grammar(), include_str!("kotlin/facts.scm")))
}
