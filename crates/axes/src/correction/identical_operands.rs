//! `identical-operands`: an operation whose two operands are the same, so that its result is known.

use super::needs_fix;
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{BINARIES, bare, binary, is_in_test, is_literal, is_lively};
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = needs_fix(
    "identical-operands",
    &[],
    "Both operands of an operation are the same, so its result does not depend on them.",
    "`a - a` is zero and `a | a` is `a`; one of the two was meant to be something else.\n\n\
     ```go\nspan := end - end // found\n```\n\n\
     Left alone: sums and products, shifts, numbers that are written out, infinities, tests, and operands that call something.",
);

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: BINARIES, check };

/// Operators that make nothing of two equal operands.
const OPERATORS: &[&str] = &["-", "/", "%", "^", "&", "|"];

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(operation) = binary(node).filter(|found| OPERATORS.contains(&found.operator)) else { return };
    let left = bare(operation.left);
    if left.same_as(bare(operation.right))
        && !is_lively(left)
        && !is_literal(left)
        && !is_boundless(left)
        && !is_in_test(node)
        && !is_in_row(node, operation.operator)
        && !is_conversion(node, operation.operator)
    {
        let operator = operation.operator;
        local.report(&RULE, node, format!("`{}` stands on both sides of `{operator}`", left.text()));
    }
}

/// `[x[0] - x[0], x[1] - x[0]]`: every one of a row is taken in the same way.
fn is_in_row(node: Node<'_>, operator: &str) -> bool {
    let row =
        node.parent().filter(|it| matches!(it.kind(), "array" | "list" | "arguments" | "argument_list" | "tuple"));
    row.is_some_and(|row| row.named_children().into_iter().any(|it| it != node && has_right(it, node, operator)))
}

fn has_right(one: Node<'_>, other: Node<'_>, operator: &str) -> bool {
    match (binary(one), binary(other)) {
        (Some(one), Some(other)) => one.operator == operator && one.right.text() == other.right.text(),
        _ => false,
    }
}

/// `inf - inf` and `nan / nan` are made on purpose.
fn is_boundless(node: Node<'_>) -> bool {
    let name = node.text().to_ascii_lowercase();
    name.contains("inf") || name.contains("nan")
}

/// `x = x & x` makes a whole number of 32 bits in scripts.
fn is_conversion(node: Node<'_>, operator: &str) -> bool {
    crate::rule::SCRIPTS.contains(&node.tree().language()) && matches!(operator, "&" | "|")
}
