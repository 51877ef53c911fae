//! C#: definitions and imports by the query in `facts.scm`.

use super::{DocStyle, Extraction, Row};
use crate::queries;
use std::sync::OnceLock;
use tree_sitter::Query;
use tribunal_domain::Language;

/// The row of C#.
pub(crate) static ROW: Row = Row {
    language: Language::CSharp,
    grammar: || tree_sitter_c_sharp::LANGUAGE.into(),
    extraction: Extraction::Queries(query),
    docs: DocStyle::TripleSlash,
    comments: &["comment"],
    decisions: &[
        "if_statement",
        "for_statement",
        "foreach_statement",
        "while_statement",
        "do_statement",
        "catch_clause",
        "conditional_expression",
        "switch_section",
        "switch_expression_arm",
        "&&",
        "||",
        "??",
    ],
    nesting: &[
        "if_statement",
        "for_statement",
        "foreach_statement",
        "while_statement",
        "do_statement",
        "try_statement",
        "switch_statement",
        "switch_expression",
        "lock_statement",
    ],
    statements: &[
        "break_statement",
        "continue_statement",
        "do_statement",
        "expression_statement",
        "for_statement",
        "foreach_statement",
        "goto_statement",
        "if_statement",
        "local_declaration_statement",
        "lock_statement",
        "return_statement",
        "switch_statement",
        "throw_statement",
        "try_statement",
        "using_statement",
        "while_statement",
        "yield_statement",
    ],
    strings: &["string_literal_content", "verbatim_string_literal", "raw_string_content"],
    nameless: &[],
    table: OnceLock::new(),
};

fn query() -> &'static Query {
    static QUERY: OnceLock<Query> = OnceLock::new();
    QUERY.get_or_init(|| queries::compile(&ROW.grammar(), include_str!("csharp/facts.scm")))
}
