//! `asserted-tuple`: `assert (condition, "message")` asserts a tuple, which is always true.

use super::{PYTHON, error};
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use tribunal_domain::finding::Category;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = Rule {
    category: Category::Test,
    ..error(
        "asserted-tuple",
        PYTHON,
        "An `assert` is given a tuple, which is always true.",
        "The parentheses make one value of the condition and its message; the condition is never asked.\n\n\
         ```python\nassert (total == 4, \"wrong total\")     # found\nassert total == 4, \"wrong total\"       # meant\n```\n\n\
         Left alone: the empty tuple.",
    )
};

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: &["assert_statement"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let asserted = node.named_children().first().copied().filter(|first| first.kind() == "tuple");
    if let Some(tuple) = asserted.filter(|tuple| !tuple.named_children().is_empty()) {
        local.report(&RULE, node, format!("`{}` is a tuple and therefore always true", tuple.text()));
    }
}
