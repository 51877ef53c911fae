//! `self-comparison`: both sides of a comparison are the same expression.

use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use tribunal_domain::finding::{Axis, Category, RuleVerdict, Severity};
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = Rule {
    name: "self-comparison",
    axis: Axis::Correction,
    verdict: RuleVerdict::NeedsFix,
    severity: Severity::Medium,
    category: Category::Logic,
    confidence: 90,
    languages: &[],
    summary: "A value is compared with itself, so the result never changes.",
    doc: "One of the two sides was meant to be something else.\n\n\
          ```python\nif width == width:      # found: always true\n    resize()\n```\n\n\
          Left alone: `x != x`, the usual test for NaN, and anything that calls or increments, because the two sides may \
          then differ.",
};

pub(crate) const TREE_RULE: TreeRule =
    TreeRule { rule: &RULE, kinds: &["binary_expression", "comparison_operator"], check };

/// Operators whose result with equal sides is known; `!=` and `==` between floats test for NaN, so `!=` is left out.
const OPERATORS: &[&str] = &["==", "===", "<", ">", "<=", ">="];

/// Nodes that may give something else the second time.
const LIVELY: &[&str] = &[
    "call",
    "call_expression",
    "method_invocation",
    "macro_invocation",
    "new_expression",
    "object_creation_expression",
    "update_expression",
    "assignment_expression",
    "await",
    "await_expression",
    "yield",
    "yield_expression",
];

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let [left, operator, right] = node.children()[..] else { return };
    if !OPERATORS.contains(&operator.text()) || !left.same_as(right) || is_lively(left) || is_literal(left) {
        return;
    }
    local.report(&RULE, node, format!("`{}` is compared with itself", left.text()));
}

fn is_lively(node: Node<'_>) -> bool {
    node.descendants().any(|node| LIVELY.contains(&node.kind()))
}

/// `1 == 1` is another matter: a constant condition.
fn is_literal(node: Node<'_>) -> bool {
    node.named_children().is_empty() && !node.kind().contains("identifier")
}
