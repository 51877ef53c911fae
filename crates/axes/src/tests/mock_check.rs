//! `mistaken-mock-check`: a check of a mock that checks nothing.

use super::weak;
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::call;
use tribunal_domain::Language;
use tribunal_domain::finding::Severity;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = weak(
    "mistaken-mock-check",
    Severity::Medium,
    &[Language::Python],
    "A check of a mock names a method that mocks do not have, or is not called.",
    "A mock answers to every name, and its answer is true.\n\n\
     ```python\nassert send.called_once_with(1)   # found: it is assert_called_once_with\nsend.assert_called_once           # found: not called\n```\n\n\
     Left alone: `called`, `call_count` and everything that is called as it should be.",
);

pub(crate) const TREE_RULE: TreeRule =
    TreeRule { rule: &RULE, kinds: &["assert_statement", "expression_statement"], check };

/// What people write for `assert_…`.
const MISTAKEN: &[&str] =
    &["called_once", "called_once_with", "called_with", "called_any", "has_calls", "not_called", "any_call"];

const CHECKS: &[&str] = &[
    "assert_called",
    "assert_called_once",
    "assert_called_with",
    "assert_called_once_with",
    "assert_any_call",
    "assert_has_calls",
    "assert_not_called",
    "assert_awaited",
    "assert_awaited_once",
    "assert_awaited_with",
    "assert_awaited_once_with",
    "assert_any_await",
    "assert_has_awaits",
    "assert_not_awaited",
];

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(inner) = node.named_children().first().copied() else { return };
    let plain = match inner.kind() {
        "not_operator" => inner.field("argument").unwrap_or(inner),
        _ => inner,
    };
    // A stand-in of one's own may have methods of these names.
    let own = |name: &str| node.tree().text().contains(&format!("def {name}("));
    let called = call(plain).filter(|it| it.receiver.is_some()).map(|it| it.name);
    if let Some(name) = called.filter(|name| MISTAKEN.contains(name) && !own(name)) {
        local.report(&RULE, node, format!("`{name}` is no check of a mock: it checks nothing"));
    } else if let Some(name) = plain.field("attribute").map(Node::text).filter(|name| CHECKS.contains(name)) {
        local.report(&RULE, node, format!("`{name}` is named and not called: it checks nothing"));
    }
}
