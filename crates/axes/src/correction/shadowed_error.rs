//! `shadowed-error`: Go code sets a new error in an inner block while the outer one is returned.

use super::{GO, needs_fix};
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{FUNCTIONS, mentions, own, statements};
use tribunal_domain::finding::{Category, Severity};
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = Rule {
    category: Category::Error,
    severity: Severity::High,
    ..needs_fix(
        "shadowed-error",
        GO,
        "An inner block sets an error of its own that nobody reads, and the outer one is returned.",
        "`:=` makes a new variable; the error that the function returns stays as it was.\n\n\
         ```go\nvar err error\nif retry {\n\t_, err := send(m) // found: not the err below\n}\nreturn err\n```\n\n\
         Left alone: inner errors that the block reads.",
    )
};

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: &["short_var_declaration"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(left) = node.field("left") else { return };
    let Some(list) = node.parent().filter(|parent| parent.kind() == "statement_list") else { return };
    let Some(name) = left.named_children().last().copied().filter(|name| name.text() == "err") else { return };
    let later = statements(list).into_iter().skip_while(|statement| *statement != node).skip(1);
    if later.into_iter().any(|statement| mentions(statement, "err")) {
        return;
    }
    let Some(function) = node.ancestors().find(|above| FUNCTIONS.contains(&above.kind())) else { return };
    let inner_block = list.parent().and_then(Node::parent) != Some(function);
    if inner_block && returns_outer(function, node) {
        local.report(&RULE, name, "this `err` is a new one that nobody reads; the outer `err` is returned".to_owned());
    }
}

/// Whether the function's last statement returns an `err` that was there before the inner block.
fn returns_outer(function: Node<'_>, inner: Node<'_>) -> bool {
    let Some(body) = function.field("body") else { return false };
    let returns = |last: &Node<'_>| last.kind() == "return_statement" && mentions(*last, "err");
    let ends = statements(body).last().is_some_and(returns);
    let declares = |node: &Node<'_>| {
        matches!(node.kind(), "short_var_declaration" | "var_spec") && node.bytes().end < inner.bytes().start
    };
    let outer = statements(body).into_iter().filter(|statement| statement.bytes().end < inner.bytes().start);
    ends && outer.into_iter().flat_map(own).filter(declares).any(|node| mentions(node, "err"))
}
