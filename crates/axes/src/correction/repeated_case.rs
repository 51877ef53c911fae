//! `repeated-case`: a switch has two cases for the same value.

use super::needs_fix;
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{CASES, is_lively, switch};
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = needs_fix(
    "repeated-case",
    &[],
    "Two cases of a switch are for the same value, so the second never runs.",
    "The first case takes the value; whatever the second does is lost.\n\n\
     ```js\nswitch (key) {\n  case \"up\": move(0, 1); break;\n  case \"up\": move(0, -1); break; // found\n}\n```\n\n\
     Left alone: cases with a guard, cases that call something, and cases that an attribute may leave out.",
);

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: CASES, check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(switch) = switch(node) else { return };
    for (at, (label, _)) in switch.cases.iter().enumerate() {
        if is_lively(*label) {
            continue;
        }
        if let Some((first, _)) = switch.cases[..at].iter().find(|(first, _)| first.same_as(*label)) {
            let message = format!("there is an earlier case for `{}`, so this one never runs", label.text());
            local.report(&RULE, *label, message).shows(first.span(), first.text(), "the earlier case");
        }
    }
}
