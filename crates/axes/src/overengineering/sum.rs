//! `reimplemented-sum`: a loop that adds its elements to zero.

use super::reuse::over;
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use tribunal_domain::Language;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = over(
    "reimplemented-sum",
    &[Language::Python],
    88,
    "A loop adds its elements to a total that starts at zero.",
    "`sum` does that, and says so.\n\n\
     ```python\ntotal = 0\nfor row in rows:            # found: `total = sum(row.size for row in rows)`\n    total += row.size\n```\n\n\
     Left alone: loops that count or do anything else, and totals that start elsewhere.",
);

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: &["for_statement"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let body = node.field("body").and_then(Node::only_child).and_then(Node::only_child);
    let Some(addition) = body.filter(|it| it.kind() == "augmented_assignment") else { return };
    let [total, operator, value] = addition.children()[..] else { return };
    let lively = |it: Node<'_>| matches!(it.kind(), "await" | "yield" | "string" | "list");
    // A function of the code's own may be called for more than what it gives.
    let works = |it: Node<'_>| {
        let pure = ["len", "int", "float", "abs", "min", "max", "round", "sum", "ord"];
        it.kind() == "call" && !it.field("function").is_some_and(|name| pure.contains(&name.text()))
    };
    let waits = node.children().iter().any(|it| it.text() == "async") || node.field("alternative").is_some();
    if operator.text() != "+="
        || total.kind() != "identifier"
        || value.kind() == "integer"
        || waits
        || value.descendants().any(|it| lively(it) || works(it))
    {
        return;
    }
    let before = node.previous_named().and_then(Node::only_child).filter(|it| it.kind() == "assignment");
    let zero = before.is_some_and(|it| {
        it.field("left").is_some_and(|left| left.text() == total.text())
            && it.field("right").is_some_and(|right| right.text() == "0")
    });
    if zero {
        let draft = local.report(&RULE, node, format!("this loop sums up `{}`", value.text()));
        draft.end_line = draft.start_line;
    }
}
