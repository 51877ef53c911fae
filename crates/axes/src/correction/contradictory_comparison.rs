//! `contradictory-comparison`: two comparisons of one value that cannot both hold, or of which one always holds.

use super::error;
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{Binary, bare, binary, is_literal, is_lively, is_name, number, operands};
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = error(
    "contradictory-comparison",
    &[],
    "Two comparisons of one value exclude each other, or cover everything.",
    "`x != a || x != b` holds for every value, and `x == a && x == b` for none: `and` and `or` were mixed up.\n\n\
     ```js\nif (kind !== \"a\" || kind !== \"b\") reject();   // found: always true\n```\n\n\
     Left alone: comparisons with anything but constants, and values that may change between the two.",
);

pub(crate) const TREE_RULE: TreeRule =
    TreeRule { rule: &RULE, kinds: &["binary_expression", "boolean_operator"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(top) = binary(node).filter(|found| found.is_and() || found.is_or()) else { return };
    if node.parent().and_then(binary).is_some_and(|parent| parent.operator == top.operator) {
        return;
    }
    let operands = operands(node, |found| found.operator == top.operator);
    let limits: Vec<_> = operands.iter().filter_map(|operand| limit(*operand)).collect();
    for (at, second) in limits.iter().enumerate() {
        let first = limits[..at]
            .iter()
            .find(|first| first.left.same_as(second.left) && clashes(**first, *second, top.is_and()));
        if let Some(first) = first {
            let answer = if top.is_and() { "never" } else { "always" };
            let value = second.left.text();
            let both = format!(
                "{value} {} {}` and `{value} {} {}",
                first.operator,
                first.right.text(),
                second.operator,
                second.right.text()
            );
            local.report(&RULE, node, format!("`{both}` together {answer} hold"));
            return;
        }
    }
}

/// A comparison of a value with a constant, the constant on the right.
fn limit(operand: Node<'_>) -> Option<Binary<'_>> {
    let found = binary(operand)?;
    let found = if is_literal(found.left) { found.flipped() } else { found };
    let fixed = is_literal(found.right) && !is_literal(found.left) && !is_lively(found.left);
    fixed.then_some(Binary { left: bare(found.left), right: bare(found.right), ..found })
}

fn clashes(first: Binary<'_>, second: Binary<'_>, both: bool) -> bool {
    if let (Some(one), Some(other)) = (number(first.right), number(second.right)) {
        return if both {
            excludes(first.operator, one, second.operator, other)
        } else {
            covers(first, one, second, other)
        };
    }
    // A text and a number may both be equal to a value in a loose comparison.
    let same_kind = first.right.kind() == second.right.kind() && is_text(first.right);
    let differ =
        same_kind && first.right.text() != second.right.text() && (is_name(first.left) || is_member(first.left));
    differ && (both && first.is_equal() && second.is_equal() || !both && first.is_unequal() && second.is_unequal())
}

fn is_text(node: Node<'_>) -> bool {
    crate::shape::string(node).is_some()
}

fn is_member(node: Node<'_>) -> bool {
    matches!(
        node.kind(),
        "member_expression" | "attribute" | "field_access" | "selector_expression" | "field_expression"
    )
}

/// Whether no number satisfies both.
fn excludes(first: &str, one: f64, second: &str, other: f64) -> bool {
    let below = |operator: &str| matches!(operator, "<" | "<=");
    let above = |operator: &str| matches!(operator, ">" | ">=");
    let equal = |operator: &str| matches!(operator, "==" | "===");
    match (first, second) {
        (a, b) if equal(a) && equal(b) => (one - other).abs() > 0.0,
        (a, b) if below(a) && above(b) => one < other || one <= other && (a == "<" || b == ">"),
        (a, b) if above(a) && below(b) => one > other || one >= other && (a == ">" || b == "<"),
        (a, b) if equal(a) && above(b) => one < other,
        (a, b) if equal(a) && below(b) => one > other,
        (a, b) if above(a) && equal(b) => other < one,
        (a, b) if below(a) && equal(b) => other > one,
        _ => false,
    }
}

/// Whether every number satisfies one of them.
fn covers(first: Binary<'_>, one: f64, second: Binary<'_>, other: f64) -> bool {
    let unequal = first.is_unequal() && second.is_unequal() && (one - other).abs() > 0.0;
    let apart = |low: &str, high: &str| matches!(low, "<" | "<=") && matches!(high, ">" | ">=");
    unequal
        || apart(first.operator, second.operator) && one > other
        || apart(second.operator, first.operator) && other > one
}
