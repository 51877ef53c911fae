//! `ignored-promises`: an `async` function is given to `forEach`, which waits for nothing.

use super::needs_fix;
use super::seen::is_async;
use crate::local::{Local, TreeRule};
use crate::rule::{Rule, SCRIPTS};
use crate::shape::{call, is_function, own, statements};
use tribunal_domain::finding::Category;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = Rule {
    category: Category::Error,
    ..needs_fix(
        "ignored-promises",
        SCRIPTS,
        "An `async` function is given to `forEach`, which drops its promises.",
        "`forEach` returns before any of the calls is done, and their failures are lost; `for … of` with `await`, or \
         `Promise.all` over `map`, waits.\n\n\
         ```js\nfiles.forEach(async (file) => {   // found\n  await upload(file);\n});\n```\n\n\
         Left alone: functions that catch their failures and await nothing else, and a `forEach` that is the last thing a \
         function does which waits for nothing itself.",
    )
};

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: &["call_expression"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(found) = call(node).filter(|found| found.name == "forEach" && found.receiver.is_some()) else { return };
    let Some(callback) = found.arguments.first().filter(|first| first.text().starts_with("async")) else { return };
    let function = matches!(callback.kind(), "arrow_function" | "function_expression");
    let awaits = own(*callback).iter().any(|inner| inner.kind() == "await_expression");
    // Who catches everything himself wants nobody to wait.
    let body = callback.field("body").map(|body| statements(body)).unwrap_or_default();
    let careful = |it: &Node<'_>| it.kind() == "try_statement" && it.field("handler").is_some();
    if function && awaits && !body.iter().any(careful) && !is_last(node) {
        local.report(&RULE, *callback, "`forEach` does not wait for this `async` function".to_owned());
    }
}

/// Whoever calls a function for these waits for it, or goes on when it is done.
const WAITING: &[&str] =
    &["then", "catch", "finally", "it", "test", "before", "after", "beforeEach", "afterEach", "beforeAll", "afterAll"];

/// Whether nothing follows in a function that waits for nothing: each of the calls goes its own way.
fn is_last(node: Node<'_>) -> bool {
    let Some(function) = node.ancestors().find(|it| is_function(*it)) else { return false };
    let caller = function.parent().and_then(Node::parent).and_then(call);
    let awaited = is_async(function) || caller.is_some_and(|it| WAITING.contains(&it.name));
    let path = || std::iter::once(node).chain(node.ancestors().take_while(|it| *it != function));
    let followed = |it: Node<'_>| it.parent().is_some_and(|block| block.named_children().last() != Some(&it));
    let step = |it: &Node<'_>| it.kind().ends_with("_statement") || it.kind().ends_with("_declaration");
    !awaited && !path().any(|it| it.kind() == "try_statement") && !path().filter(step).any(followed)
}
