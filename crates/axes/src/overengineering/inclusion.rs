//! `index-for-inclusion`: the place of something is looked up only to learn whether it is there.

use super::reuse::over;
use crate::local::{Local, TreeRule};
use crate::practice_shape::{arguments, function_around};
use crate::rule::{Rule, SCRIPTS, UNSURE};
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = over(
    "index-for-inclusion",
    SCRIPTS,
    UNSURE,
    "`indexOf` is compared with -1 or 0 to learn whether something is there.",
    "`includes` asks that.\n\n\
     ```js\nif (names.indexOf(name) !== -1) { … }     // found: `names.includes(name)`\n```\n\n\
     Left alone: places that are used, and searches from a place on.",
);

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: &["binary_expression"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let [left, operator, right] = node.children()[..] else { return };
    let asks = matches!((operator.text(), right.text()), ("===" | "==" | "!==" | "!=" | ">", "-1") | (">=" | "<", "0"));
    let method = left.field("function").and_then(|it| it.field("property")).map(Node::text);
    let own = local.facts.symbols.iter().any(|it| local.facts.text(it.name) == "indexOf");
    if asks
        && left.kind() == "call_expression"
        && method == Some("indexOf")
        && arguments(left).len() == 1
        && !own
        && !is_used(left)
    {
        local.report(&RULE, node, format!("`{}` asks whether something is included", node.text()));
    }
}

/// Whether the same place is looked up again near by, to be used.
fn is_used(call: Node<'_>) -> bool {
    let around = function_around(call).unwrap_or(call.tree().root());
    around.text().matches(call.text()).count() > 1
}
