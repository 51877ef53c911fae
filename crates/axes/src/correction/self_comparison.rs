//! `self-comparison`: both sides of a comparison are the same expression.

use super::needs_fix;
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{BINARIES, binary, is_function, is_in_test, is_literal, is_lively, within};
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = needs_fix(
    "self-comparison",
    &[],
    "A value is compared with itself, so the result never changes.",
    "One of the two sides was meant to be something else.\n\n\
     ```python\nif width == width:      # found: always true\n    resize()\n```\n\n\
     Left alone: `x != x`, the usual test for NaN, `x == x` of what was made a float or asked to be one, or with a remark about NaN, and anything that calls or increments, because the two sides may \
     then differ; and tests, which try the comparison itself.",
);

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: BINARIES, check };

/// Operators whose result with equal sides is known; `!=` and `==` between floats test for NaN, so `!=` is left out.
const OPERATORS: &[&str] = &["==", "===", "<", ">", "<=", ">="];

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(operation) = binary(node) else { return };
    let left = operation.left;
    // `1 == 1` is another matter: a constant condition.
    if !OPERATORS.contains(&operation.operator)
        || !left.same_as(operation.right)
        || is_lively(left)
        || is_literal(left)
        || is_in_test(node)
        // Whoever catches what comes of it asks whether the comparison works.
        || within(node, &["try_statement"]).is_some()
        || is_beside_a_test_for_nan(node)
        || operation.operator.starts_with("==") && (is_fraction(node, left.text()) || speaks_of_nan(node))
    {
        return;
    }
    local.report(&RULE, node, format!("`{}` is compared with itself", left.text()));
}

/// `a != a ? b == b : …`: who asks whether one is NaN asks the same of the other.
fn is_beside_a_test_for_nan(node: Node<'_>) -> bool {
    let whole = node.ancestors().take_while(|above| !above.kind().ends_with("statement")).last().unwrap_or(node);
    whole
        .descendants()
        .filter_map(binary)
        .any(|other| matches!(other.operator, "!=" | "!==") && other.left.same_as(other.right))
}

/// Whether the function makes the value a number with a fraction, or asks whether it is a number: then this asks whether
/// it is one that equals itself.
fn is_fraction(node: Node<'_>, name: &str) -> bool {
    let whole = node.ancestors().find(|it| is_function(*it) || it.kind().ends_with("statement"));
    let asked = whole.is_some_and(|it| {
        let text = it.text();
        text.contains(&format!("isinstance({name}, ")) && text.contains("float")
            || ["'number'", "\"number\""].iter().any(|kind| text.contains(&format!("typeof {name} === {kind}")))
    });
    let Some(function) = node.ancestors().find(|it| is_function(*it)) else { return asked };
    asked
        || ["float(", "parseFloat(", "Number(", "np.", "math."].iter().any(|made| {
            let text = function.text();
            text.contains(&format!("{name} = {made}"))
        })
}

/// Whether the line says that it is about NaN.
fn speaks_of_nan(node: Node<'_>) -> bool {
    let line = node.tree().text().lines().nth(node.line() as usize - 1).unwrap_or_default();
    line.to_lowercase().split(|c: char| !c.is_alphanumeric()).any(|word| matches!(word, "nan" | "nans"))
}
