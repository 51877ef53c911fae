//! `index-as-radix`: `parseInt` is given to `map` and takes the index for its base.

use super::error;
use crate::local::{Local, TreeRule};
use crate::rule::{Rule, SCRIPTS};
use crate::shape::call;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = error(
    "index-as-radix",
    SCRIPTS,
    "`parseInt` is given to `map` and takes the index for its base.",
    "`map` passes the element and its index; `parseInt` reads the index as the base, so that the second number is \
     `NaN`.\n\n\
     ```js\n[\"10\", \"10\"].map(parseInt);     // found: [10, NaN]\n[\"10\", \"10\"].map(Number);       // meant\n```\n\n\
     Left alone: functions that call `parseInt` themselves.",
);

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: &["call_expression"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(found) = call(node).filter(|found| matches!(found.name, "map" | "flatMap")) else { return };
    let [function] = found.arguments[..] else { return };
    if found.receiver.is_some() && matches!(function.text(), "parseInt" | "Number.parseInt") {
        local.report(&RULE, node, format!("`{}` takes the index for its base here", function.text()));
    }
}
