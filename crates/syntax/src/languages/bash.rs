//! Bash: definitions and imports by the query in `facts.scm`.

use super::{DocStyle, Extraction, Row};
use crate::queries;
use std::sync::OnceLock;
use tree_sitter::Query;
use tribunal_domain::Language;

/// The row of Bash.
pub(crate) static ROW: Row = Row {
    language: Language::Bash,
    grammar: || tree_sitter_bash::LANGUAGE.into(),
    extraction: Extraction::Queries(query),
    docs: DocStyle::Adjacent,
    comments: &["comment"],
    decisions: &[
        "if_statement",
        "elif_clause",
        "for_statement",
        "c_style_for_statement",
        "while_statement",
        "case_item",
        "&&",
        "||",
    ],
    nesting: &["if_statement", "for_statement", "c_style_for_statement", "while_statement", "case_statement"],
    statements: &[
        "command",
        "variable_assignment",
        "declaration_command",
        "if_statement",
        "for_statement",
        "c_style_for_statement",
        "while_statement",
        "case_statement",
    ],
    strings: &["string_content", "raw_string"],
    nameless: &[],
    table: OnceLock::new(),
};

fn query() -> &'static Query {
    static QUERY: OnceLock<Query> = OnceLock::new();
    QUERY.get_or_init(|| queries::compile(&ROW.grammar(), include_str!("bash/facts.scm")))
}
