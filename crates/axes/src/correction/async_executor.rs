//! `async-executor`: a promise is made with an `async` function, whose failures go nowhere.

use super::needs_fix;
use crate::local::{Local, TreeRule};
use crate::rule::{Rule, SCRIPTS};
use tribunal_domain::finding::Category;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = Rule {
    category: Category::Error,
    ..needs_fix(
        "async-executor",
        SCRIPTS,
        "A promise is made with an `async` function.",
        "If the function throws, the promise is never settled and whoever waits for it waits for ever.\n\n\
         ```js\nreturn new Promise(async (resolve) => {     // found\n  resolve(await load());\n});\n```\n\n\
         Left alone: functions whose whole body is a `try`.",
    )
};

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: &["new_expression"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let promise = node.field("constructor").is_some_and(|name| name.text() == "Promise");
    let Some(function) = node.field("arguments").filter(|_| promise).and_then(Node::only_child) else { return };
    // What waits stands in a `try`, with something behind it that answers.
    let statements = function.field("body").map(Node::named_children).unwrap_or_default();
    let waits = |node: &Node<'_>| node.descendants().any(|inner| inner.kind() == "await_expression");
    let guarded = statements.iter().filter(|it| waits(it)).all(|it| it.kind() == "try_statement");
    let awaits = function.descendants().any(|inner| inner.kind() == "await_expression");
    if function.text().starts_with("async") && awaits && !guarded {
        local.report(&RULE, function, "a failure of this `async` function leaves the promise open for ever".to_owned());
    }
}
