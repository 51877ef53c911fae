//! `dropped-guard`: a Rust lock is taken and given back at once.

use super::{RUST, error};
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{Call, call};
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = error(
    "dropped-guard",
    RUST,
    "A lock is taken and given back in the same statement.",
    "`let _ = …` drops its value at once, so nothing below is protected; `let _guard = …` keeps it.\n\n\
     ```rust\nlet _ = self.state.lock().unwrap(); // found: unlocked again already\nself.count += 1;\n```\n\n\
     Left alone: names that begin with an underscore, which keep the guard, and locks that are only tried.",
);

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: &["let_declaration"], check };

/// Calls on the way from the lock to the guard.
const UNWRAPS: &[&str] = &["unwrap", "expect", "unwrap_or_else"];

/// A chain of calls is followed so far.
const CHAIN_CAP: usize = 8;

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let (Some(pattern), Some(value)) = (node.field("pattern"), node.field("value")) else { return };
    if pattern.text() == "_" && takes_lock(value) {
        local.report(&RULE, node, format!("the guard of `{}` is dropped at once", value.text()));
    }
}

fn takes_lock(value: Node<'_>) -> bool {
    let mut at = Some(value);
    for _ in 0..CHAIN_CAP {
        let Some(Call { name, receiver: Some(receiver), arguments, .. }) = at.and_then(inner_call) else {
            return false;
        };
        if arguments.is_empty() && name == "lock" {
            return true;
        }
        if !UNWRAPS.contains(&name) {
            return false;
        }
        at = Some(receiver);
    }
    false
}

fn inner_call(node: Node<'_>) -> Option<Call<'_>> {
    match node.kind() {
        "await_expression" | "try_expression" => node.only_child().and_then(call),
        _ => call(node),
    }
}
