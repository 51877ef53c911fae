//! Lua: definitions and imports by the query in `facts.scm`.

use super::{DocStyle, Extraction, Row};
use crate::queries;
use std::sync::OnceLock;
use tree_sitter::Query;
use tribunal_domain::Language;

/// The row of Lua.
pub(crate) static ROW: Row = Row {
    language: Language::Lua,
    grammar: || tree_sitter_lua::LANGUAGE.into(),
    extraction: Extraction::Queries(query),
    docs: DocStyle::Adjacent,
    comments: &["comment", "hash_bang_line"],
    decisions: &[
        "if_statement",
        "elseif_statement",
        "while_statement",
        "repeat_statement",
        "for_statement",
        "and",
        "or",
    ],
    nesting: &["if_statement", "while_statement", "repeat_statement", "for_statement"],
    statements: &[
        "assignment_statement",
        "function_call",
        "return_statement",
        "if_statement",
        "while_statement",
        "repeat_statement",
        "for_statement",
        "break_statement",
        "goto_statement",
    ],
    strings: &["string_content"],
    nameless: &[],
    table: OnceLock::new(),
};

fn query() -> &'static Query {
    static QUERY: OnceLock<Query> = OnceLock::new();
    QUERY.get_or_init(|| queries::compile(&ROW.grammar(), include_str!("lua/facts.scm")))
}
