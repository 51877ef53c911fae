//! `raised-non-exception`: Python raises something that is no exception.

use super::{PYTHON, error};
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{call, is_literal, is_string};
use tribunal_domain::finding::Category;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = Rule {
    category: Category::Error,
    ..error(
        "raised-non-exception",
        PYTHON,
        "Something is raised that is no exception.",
        "Only exceptions can be raised; anything else fails with a `TypeError`. `NotImplemented` is a value for operators, \
         the exception is called `NotImplementedError`.\n\n\
         ```python\ndef area(self):\n    raise NotImplemented     # found\n```\n\n\
         Left alone: names and calls whose value is not known.",
    )
};

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: &["raise_statement"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(raised) = node.named_children().first().copied() else { return };
    let cause = node.field("cause") == Some(raised);
    let called = call(raised).is_some_and(|found| found.receiver.is_none() && found.name == "NotImplemented");
    let value = is_literal(raised) || is_string(raised) || matches!(raised.kind(), "tuple" | "list" | "dictionary");
    if !cause && (called || value || raised.text() == "NotImplemented") {
        local.report(&RULE, node, format!("`{}` is no exception", raised.text()));
    }
}
