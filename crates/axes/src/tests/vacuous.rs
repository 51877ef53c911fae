//! `vacuous-assertion`: an assertion that holds for every value.

use super::checks::expected;
use super::{SCRIPTS_PYTHON_JAVA, weak};
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{Binary, binary, call, negated, number, operands};
use tribunal_domain::finding::Severity;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = weak(
    "vacuous-assertion",
    Severity::Medium,
    SCRIPTS_PYTHON_JAVA,
    "An assertion holds whatever the code gives.",
    "A length is never below zero, and something is always either so or not.\n\n\
     ```python\nassert len(rows) >= 0              # found\nassert ok or not ok                # found\n```\n\n\
     ```js\nexpect(rows.length).toBeGreaterThanOrEqual(0); // found\n```",
);

pub(crate) const TREE_RULE: TreeRule =
    TreeRule { rule: &RULE, kinds: &["assert_statement", "call", "call_expression", "method_invocation"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let holds = match node.kind() {
        "assert_statement" => node.named_children().first().is_some_and(|it| always_holds(*it)),
        _ => holding_call(node),
    };
    if holds {
        local.report(&RULE, node, format!("`{}` holds for every value", node.text()));
    }
}

fn holding_call(node: Node<'_>) -> bool {
    let Some(made) = call(node) else { return false };
    match (made.name, &made.arguments[..]) {
        ("assertTrue", [only, ..]) => always_holds(*only),
        ("assertGreaterEqual", [value, bound, ..]) => is_length(*value) && is_zero(*bound),
        ("toBeGreaterThanOrEqual", [bound]) => expected(made.receiver).is_some_and(is_length) && is_zero(*bound),
        _ => false,
    }
}

fn always_holds(node: Node<'_>) -> bool {
    let bounded = binary(node).is_some_and(|it| it.operator == ">=" && is_length(it.left) && is_zero(it.right));
    let parts = operands(node, Binary::is_or);
    let either = parts.iter().any(|part| {
        negated(*part).is_some_and(|inner| parts.iter().any(|it| it.text() == inner.text()))
            || matches!(part.text(), "True" | "true")
    });
    bounded || parts.len() > 1 && either
}

fn is_zero(node: Node<'_>) -> bool {
    number(node) == Some(0.0)
}

/// `len(x)`, `x.length`, `x.size()`.
fn is_length(node: Node<'_>) -> bool {
    let member = node.field("property").map(Node::text);
    let called = call(node).map(|it| (it.name, it.receiver.is_some()));
    matches!(member, Some("length" | "size")) || matches!(called, Some(("len", false) | ("size" | "length", true)))
}
