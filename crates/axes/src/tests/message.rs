//! `expected-as-message`: the expected value given where an assertion takes its message.

use super::weak;
use crate::local::{Local, TreeRule};
use crate::practice_shape::{arguments, callee};
use crate::rule::Rule;
use crate::shape::{is_nothing, number};
use tribunal_domain::Language;
use tribunal_domain::finding::Severity;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = weak(
    "expected-as-message",
    Severity::Medium,
    &[Language::Python],
    "An assertion about truth is given a second value, which it takes for its message.",
    "`assertTrue(a, b)` does not compare: it passes for every `a` that counts as true.\n\n\
     ```python\nself.assertTrue(len(rows), 3)   # found: assertEqual was meant\n```\n\n\
     Left alone: texts, values that could be one, and lists of names, which are there to be shown.",
);

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: &["call"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(name @ ("self.assertTrue" | "self.assertFalse")) = callee(node) else { return };
    let [_, second] = arguments(node)[..] else { return };
    let value = number(second).is_some()
        || is_nothing(second)
        || matches!(second.kind(), "true" | "false" | "list" | "dictionary" | "tuple" | "set")
            && is_written_out(second);
    if value {
        let message =
            format!("`{}` compares nothing: it takes `{}` for its message", &name["self.".len()..], second.text());
        local.report(&RULE, node, message);
    }
}

/// Whether nothing in it has a name.
fn is_written_out(value: Node<'_>) -> bool {
    !value.descendants().any(|it| it.kind() == "identifier")
}
