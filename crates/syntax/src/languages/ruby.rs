//! Ruby: definitions and imports by the query in `facts.scm`.

use super::{DocStyle, Extraction, Row};
use crate::queries;
use std::sync::OnceLock;
use tree_sitter::Query;
use tribunal_domain::Language;

/// The row of Ruby.
pub(crate) static ROW: Row = Row {
    language: Language::Ruby,
    grammar: || tree_sitter_ruby::LANGUAGE.into(),
    extraction: Extraction::Queries(query),
    docs: DocStyle::Adjacent,
    comments: &["comment"],
    decisions: &[
        "if",
        "elsif",
        "unless",
        "while",
        "until",
        "for",
        "when",
        "in_clause",
        "rescue",
        "conditional",
        "if_modifier",
        "unless_modifier",
        "while_modifier",
        "until_modifier",
        "rescue_modifier",
        "&&",
        "||",
        "and",
        "or",
    ],
    nesting: &["if", "unless", "while", "until", "for", "case", "case_match", "begin"],
    statements: &[
        "assignment",
        "operator_assignment",
        "call",
        "return",
        "if",
        "unless",
        "while",
        "until",
        "for",
        "case",
        "break",
        "next",
        "yield",
        "if_modifier",
        "unless_modifier",
    ],
    strings: &["string_content", "simple_symbol"],
    nameless: &[],
    table: OnceLock::new(),
};

fn query() -> &'static Query {
    static QUERY: OnceLock<Query> = OnceLock::new();
    QUERY.get_or_init(|| queries::compile(&ROW.grammar(), include_str!("ruby/facts.scm")))
}
