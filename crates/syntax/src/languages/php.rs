//! PHP: definitions and imports by the query in `facts.scm`.

use super::{DocStyle, Extraction, Row};
use crate::queries;
use std::sync::OnceLock;
use tree_sitter::Query;
use tribunal_domain::Language;

/// The row of PHP.
pub(crate) static ROW: Row = Row {
    language: Language::Php,
    grammar: || tree_sitter_php::LANGUAGE_PHP.into(),
    extraction: Extraction::Queries(query),
    docs: DocStyle::Block,
    comments: &["comment"],
    decisions: &[
        "if_statement",
        "else_if_clause",
        "for_statement",
        "foreach_statement",
        "while_statement",
        "do_statement",
        "case_statement",
        "catch_clause",
        "conditional_expression",
        "match_conditional_expression",
        "&&",
        "||",
        "??",
        "and",
        "or",
    ],
    nesting: &[
        "if_statement",
        "for_statement",
        "foreach_statement",
        "while_statement",
        "do_statement",
        "switch_statement",
        "try_statement",
        "match_expression",
    ],
    statements: &[
        "break_statement",
        "continue_statement",
        "do_statement",
        "echo_statement",
        "expression_statement",
        "for_statement",
        "foreach_statement",
        "if_statement",
        "return_statement",
        "switch_statement",
        "try_statement",
        "while_statement",
        "unset_statement",
    ],
    strings: &["string_content"],
    nameless: &[],
    table: OnceLock::new(),
};

fn query() -> &'static Query {
    static QUERY: OnceLock<Query> = OnceLock::new();
    QUERY.get_or_init(|| queries::compile(&ROW.grammar(), include_str!("php/facts.scm")))
}
