//! `misplaced-negation`: a negation that binds to the first operand, not to the question.

use super::error;
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{binary, is_literal, negated, number, truth};
use tribunal_domain::Language;
use tribunal_domain::finding::Severity;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = error(
    "misplaced-negation",
    &[Language::TypeScript, Language::Tsx, Language::JavaScript, Language::C, Language::Cpp],
    "A negation applies to the first operand, not to the whole question.",
    "`!` binds more closely than `in`, `instanceof` and every comparison.\n\n\
     ```js\nif (!key in table) add(key);          // found: asks for \"false\" in table\nif (!(key in table)) add(key);        // meant\n```\n\n\
     Left alone: `!a === !b` and comparisons with a name, which compare truth values.",
);

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: &["binary_expression"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(found) = binary(node) else { return };
    let Some(inner) = negated(found.left) else { return };
    let script = crate::rule::SCRIPTS.contains(&node.tree().language());
    let wrong = match found.operator {
        "in" | "instanceof" => script,
        "<" | ">" | "<=" | ">=" => number(found.right).is_some(),
        "==" | "!=" | "===" | "!==" => is_literal(found.right) && !is_truth_like(found.right),
        "&" => !script && negated(found.right).is_none() && !is_comparison(found.right),
        _ => false,
    };
    if wrong && negated(inner).is_none() {
        let message = format!("`!` negates `{}` alone, before `{}` is asked", inner.text(), found.operator);
        let draft = local.report(&RULE, node, message);
        // `!rows.length > 0` is what was meant, by luck.
        if found.operator == ">" && number(found.right) == Some(0.0) {
            draft.severity = Severity::Low;
        }
    }
}

/// `!x == 1` may compare truth values.
fn is_truth_like(node: Node<'_>) -> bool {
    matches!(node.text(), "true" | "false" | "0" | "1") || truth(node).is_none() && number(node).is_none()
}

fn is_comparison(node: Node<'_>) -> bool {
    node.kind() == "parenthesized_expression"
}
