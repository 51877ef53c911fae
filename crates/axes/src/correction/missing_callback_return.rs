//! `missing-callback-return`: a function given to `map`, `filter` and the like returns nothing.

use super::error;
use crate::local::{Local, TreeRule};
use crate::rule::{Rule, SCRIPTS};
use crate::shape::{call, own, statements};
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = error(
    "missing-callback-return",
    SCRIPTS,
    "A function whose result is needed returns nothing.",
    "`map`, `filter`, `find`, `some`, `every`, `reduce`, `flatMap` and `sort` live by what their function returns; in \
     braces it needs a `return`.\n\n\
     ```js\nconst names = users.map((user) => {     // found: a list of undefined\n  user.name;\n});\n```\n\n\
     Left alone: functions that throw or are empty, what is not called as a list is, and calls whose result nobody takes.",
);

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: &["call_expression"], check };

const NEEDING: &[&str] =
    &["map", "filter", "find", "findIndex", "some", "every", "reduce", "flatMap", "sort", "toSorted"];

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(found) = call(node).filter(|found| found.receiver.is_some_and(is_many) && NEEDING.contains(&found.name))
    else {
        return;
    };
    let Some(callback) = found.arguments.first().filter(|first| is_function(**first)) else { return };
    let Some(body) = callback.field("body").filter(|body| body.kind() == "statement_block") else { return };
    let silent = statements(body).is_empty() || own(body).iter().any(|inner| gives(*inner));
    if !silent && is_taken(node) && !body.has_error() {
        let message = format!("the function given to `{}` returns nothing", found.name);
        local.report(&RULE, *callback, message);
    }
}

/// Calls that give a list.
const GIVING: &[&str] = &[
    "filter",
    "map",
    "flatMap",
    "flat",
    "slice",
    "splice",
    "concat",
    "split",
    "keys",
    "values",
    "entries",
    "from",
    "of",
    "sort",
    "toSorted",
    "reverse",
    "toReversed",
    "fill",
    "matchAll",
    "querySelectorAll",
    "toArray",
    "getAll",
    "findAll",
    "findMany",
];

/// Whether a value is a list, as far as its name or the way it was made tells: `map` of anything else may be another's.
fn is_many(node: Node<'_>) -> bool {
    const LISTS: &[&str] = &["list", "array", "arr", "data", "children", "collection", "queue", "stack", "all"];
    match node.kind() {
        "identifier" | "member_expression" => {
            let name = node.text().rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
            let plural = name.ends_with('s') && !name.ends_with("ss") && name != "this";
            plural || LISTS.iter().any(|word| name.ends_with(word))
        }
        "parenthesized_expression" | "non_null_expression" | "as_expression" => {
            node.named_children().first().is_some_and(|it| is_many(*it))
        }
        "call_expression" => call(node).is_some_and(|made| GIVING.contains(&made.name)),
        "array" => true,
        _ => false,
    }
}

fn is_function(node: Node<'_>) -> bool {
    let plain = matches!(node.kind(), "arrow_function" | "function_expression");
    plain && !node.text().starts_with("async")
}

fn gives(node: Node<'_>) -> bool {
    matches!(node.kind(), "return_statement" | "throw_statement")
}

/// A result that is thrown away makes `map` a loop, which is a matter of taste.
fn is_taken(node: Node<'_>) -> bool {
    node.parent().is_some_and(|parent| parent.kind() != "expression_statement" && parent.kind() != "await_expression")
        && node.parent().is_some_and(|parent| parent.kind() != "arrow_function")
}
