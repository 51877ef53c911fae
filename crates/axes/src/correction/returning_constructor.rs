//! `returning-constructor`: `__init__` gives back a value.

use super::{PYTHON, error};
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{call, is_nothing, own};
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = error(
    "returning-constructor",
    PYTHON,
    "`__init__` returns a value, which Python refuses.",
    "Making the object fails with a `TypeError` as soon as the value is not `None`.\n\n\
     ```python\nclass Reader:\n    def __init__(self, path):\n        return open(path)      # found\n```\n\n\
     Left alone: `return` without a value, `return None` and `return super().__init__(…)`.",
);

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: &["function_definition"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let named = node.field("name").is_some_and(|name| name.text() == "__init__");
    let Some(body) = node.field("body").filter(|_| named) else { return };
    for inner in own(body).into_iter().filter(|inner| inner.kind() == "return_statement") {
        let Some(value) = inner.only_child().filter(|value| !is_nothing(*value) && call(*value).is_none()) else {
            continue;
        };
        // What the constructor above gives is nothing.
        let given = format!("{} = super().__init__", value.text());
        if body.text().contains(&given) {
            continue;
        }
        local.report(&RULE, inner, format!("`__init__` returns `{}`", value.text()));
    }
}
