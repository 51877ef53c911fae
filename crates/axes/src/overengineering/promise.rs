//! `wrapped-promise`: a promise made by hand around one that is there already.

use super::reuse::over;
use crate::local::{Local, TreeRule};
use crate::practice_shape::{arguments, callee, opens_function};
use crate::rule::{Rule, SCRIPTS};
use crate::shape::{call, statements};
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = over(
    "wrapped-promise",
    SCRIPTS,
    90,
    "A promise is made by hand around a promise.",
    "The inner promise can be returned itself; by hand it is easy to forget one of its ways to end.\n\n\
     ```js\nreturn new Promise((resolve, reject) => {   // found: return load(id)\n  load(id).then(resolve).catch(reject);\n});\n```\n\n\
     Left alone: promises around callbacks, timers and events, and those that the call inside can end by itself.",
);

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: &["new_expression"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(function) = (callee(node) == Some("Promise")).then(|| arguments(node)).and_then(|it| it.first().copied())
    else {
        return;
    };
    let Some(body) = function.field("body").filter(|_| opens_function(function)) else { return };
    let parameters = function.field("parameters").map(Node::named_children).unwrap_or_default();
    let reject = parameters.get(1).copied().map(first_name);
    let resolve = parameters.first().copied();
    let resolve = resolve.or_else(|| function.field("parameter")).map(first_name);
    let only = match statements(body)[..] {
        [only] if body.kind() == "statement_block" => only.only_child().unwrap_or(only),
        _ if body.kind() != "statement_block" => body,
        _ => return,
    };
    if resolve.is_some_and(|name| hands_on(only, name, reject.unwrap_or_default())) {
        let draft = local.report(&RULE, node, "a promise is made by hand around another promise");
        (draft.end_line, draft.columns) = (node.line(), None);
    }
}

fn first_name(parameter: Node<'_>) -> &str {
    parameter.field("pattern").unwrap_or(parameter).text()
}

/// Whether a chain of `then`s gives `resolve` what it has got, and the promise it starts from knows neither of the two.
fn hands_on(chain: Node<'_>, resolve: &str, reject: &str) -> bool {
    let mut at = Some(chain);
    while let Some(made) = at.and_then(call) {
        let Some(receiver) = made.receiver else { return false };
        if made.name == "then" {
            let plain = made.arguments.first().is_some_and(|it| is_plain(*it, resolve));
            let knows = |it: Node<'_>| it.kind() == "identifier" && [resolve, reject].contains(&it.text());
            return plain && call(receiver).is_some() && !receiver.descendants().any(knows);
        }
        if !matches!(made.name, "catch" | "finally") {
            return false;
        }
        at = Some(receiver);
    }
    false
}

/// `resolve`, or `value => resolve(value)`.
fn is_plain(handler: Node<'_>, resolve: &str) -> bool {
    if handler.text() == resolve {
        return true;
    }
    let Some(body) = handler.field("body").filter(|_| opens_function(handler)) else { return false };
    let only = match statements(body)[..] {
        [only] if body.kind() == "statement_block" => only.only_child().unwrap_or(only),
        _ => body,
    };
    call(only).is_some_and(|it| it.receiver.is_none() && it.name == resolve)
}
