//! `impossible-length`: a length is compared with a number it is always above.

use super::needs_fix;
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{BINARIES, Binary, binary, call, number};
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = needs_fix(
    "impossible-length",
    &[],
    "A length is compared with a number below zero, or asked to be at least zero.",
    "A length is never negative, so the answer is known; `> 0` or `== 0` was meant.\n\n\
     ```rust\nif items.len() >= 0 { // found: always true\n    show(items);\n}\n```\n\n\
     Left alone: JavaScript's `x.length >= 0`, which tells lists from other things.",
);

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: BINARIES, check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(found) = binary(node) else { return };
    let found = if number(found.left).is_some() { found.flipped() } else { found };
    let (Some(limit), true) = (number(found.right), is_length(found.left)) else { return };
    let Some(answer) = answer(found, limit) else { return };
    if answer && crate::rule::SCRIPTS.contains(&node.tree().language()) {
        return;
    }
    local.report(&RULE, node, format!("`{}` is always {answer}, because a length is never negative", node.text()));
}

fn answer(found: Binary<'_>, limit: f64) -> Option<bool> {
    match found.operator {
        "<" if limit <= 0.0 => Some(false),
        ">=" if limit <= 0.0 => Some(true),
        "<=" | "==" | "===" if limit < 0.0 => Some(false),
        ">" | "!=" | "!==" if limit < 0.0 => Some(true),
        _ => None,
    }
}

fn is_length(node: Node<'_>) -> bool {
    if let Some(found) = call(node) {
        return match (found.receiver, found.name) {
            (None, "len") => found.arguments.len() == 1,
            (Some(_), "len" | "size" | "length") => found.arguments.is_empty(),
            _ => false,
        };
    }
    let language = node.tree().language();
    // In Java anything may have a field of that name, and -1 in it.
    crate::rule::SCRIPTS.contains(&language) && node.text().ends_with(".length")
}
