//! `none-result`: the result of a Python method that changes a list in place is used as if it were the list.

use super::{PYTHON, error};
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{FUNCTIONS, assignment, call, is_name, own};
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = error(
    "none-result",
    PYTHON,
    "A method that changes a list in place gives back nothing, and that is used.",
    "`sort`, `reverse`, `append` and the like return `None`.\n\n\
     ```python\nnames = [user.name for user in users]\nnames = names.sort()       # found: names is None now\n```\n\n\
     Left alone: values that are not known to be a list.",
);

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: &["call"], check };

const IN_PLACE: &[&str] = &["sort", "reverse", "append", "extend", "insert", "clear", "remove"];

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(found) = call(node).filter(|found| IN_PLACE.contains(&found.name)) else { return };
    let Some(list) = found.receiver.filter(|list| is_name(*list) && is_used(node)) else { return };
    if is_list(node, list.text()) {
        local.report(&RULE, node, format!("`{}` returns `None`, not the list", found.path()));
    }
}

/// Whether the value of the call goes anywhere.
fn is_used(node: Node<'_>) -> bool {
    node.parent().is_some_and(|above| match above.kind() {
        "assignment" => above.field("right") == Some(node),
        "return_statement" | "for_statement" => true,
        _ => false,
    })
}

/// Whether the first assignment of the name in the same function is a list.
fn is_list(node: Node<'_>, name: &str) -> bool {
    let Some(function) = node.ancestors().find(|above| FUNCTIONS.contains(&above.kind()) || above.kind() == "module")
    else {
        return false;
    };
    let first = own(function).into_iter().filter_map(assignment).find(|found| found.target.text() == name);
    first.is_some_and(|found| {
        let made =
            call(found.value).is_some_and(|made| made.receiver.is_none() && matches!(made.name, "list" | "sorted"));
        made || matches!(found.value.kind(), "list" | "list_comprehension")
    })
}
