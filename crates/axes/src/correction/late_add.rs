//! `late-add`: a Go wait group is told of a goroutine by the goroutine itself.

use super::{GO, error};
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{call, statements};
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = error(
    "late-add",
    GO,
    "A goroutine adds itself to the wait group it is waited for with.",
    "`Wait` may run before the goroutine has started, and return while it still works.\n\n\
     ```go\ngo func() {\n\twg.Add(1) // found: belongs before `go`\n\tdefer wg.Done()\n\twork()\n}()\nwg.Wait()\n```\n\n\
     Left alone: groups that the goroutine does not give back with `Done`.",
);

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: &["go_statement"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let function = node.only_child().and_then(|called| called.field("function"));
    let Some(body) = function.filter(|inner| inner.kind() == "func_literal").and_then(|inner| inner.field("body"))
    else {
        return;
    };
    let Some(first) = statements(body).first().copied() else { return };
    let Some(add) = first.only_child().and_then(call).filter(|add| add.name == "Add" && add.arguments.len() == 1)
    else {
        return;
    };
    let Some(group) =
        add.receiver.filter(|group| group.text().to_lowercase().contains("wg") || group.text().ends_with("roup"))
    else {
        return;
    };
    let done = format!("{}.Done", group.text());
    if body.descendants().filter_map(call).any(|inner| inner.path() == done) {
        local.report(&RULE, first, format!("`{}` is told of the goroutine only once it runs", group.text()));
    }
}
