//! `deferred-lock`: Go code locks, and defers to lock once more.

use super::{GO, error};
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{call, previous_statement};
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = error(
    "deferred-lock",
    GO,
    "A lock that was just taken is to be taken again at the end.",
    "The function waits for itself when it returns; `Unlock` was meant.\n\n\
     ```go\nmu.Lock()\ndefer mu.Lock() // found\n```\n\n\
     Left alone: deferred locks of anything that was not locked right before.",
);

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: &["defer_statement"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(later) = node.only_child().and_then(call).filter(|found| matches!(found.name, "Lock" | "RLock")) else {
        return;
    };
    let before = previous_statement(node).and_then(Node::only_child).and_then(call);
    if before.is_some_and(|before| before.path() == later.path()) {
        local.report(&RULE, node, format!("`{}` is called twice, and never gives back", later.path()));
    }
}
