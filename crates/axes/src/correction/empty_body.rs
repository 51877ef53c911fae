//! `empty-body`: a semicolon takes the place of the body, and the block below runs always.

use super::error;
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::next_statement;
use tribunal_domain::Language;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = error(
    "empty-body",
    &[Language::TypeScript, Language::Tsx, Language::JavaScript, Language::Java, Language::C, Language::Cpp],
    "A semicolon ends a condition or loop before its block.",
    "The block that follows does not belong to it and always runs, once.\n\n\
     ```c\nif (ready);        // found\n{\n    start();\n}\n```\n\n\
     Left alone: loops that do all their work in their head and are not followed by a block.",
);

pub(crate) const TREE_RULE: TreeRule = TreeRule {
    rule: &RULE,
    kinds: &["if_statement", "for_statement", "while_statement", "enhanced_for_statement"],
    check,
};

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let body = node.field("consequence").or_else(|| node.field("body"));
    let Some(body) = body.filter(|body| body.text() == ";" && node.field("alternative").is_none()) else { return };
    let followed = next_statement(node)
        .is_some_and(|next| matches!(next.kind(), "block" | "statement_block" | "compound_statement"));
    if followed {
        let word = node.text().split(|mark: char| !mark.is_alphabetic()).next().unwrap_or_default();
        local.report(&RULE, body, format!("this semicolon is the whole body of the `{word}`"));
    }
}
