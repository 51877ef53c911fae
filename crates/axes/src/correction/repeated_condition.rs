//! `repeated-condition`: a condition that an earlier branch of the same chain has already asked.

use super::needs_fix;
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{IFS, chain, is_literal, is_steady};
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = needs_fix(
    "repeated-condition",
    &[],
    "A branch asks what an earlier branch has asked, so it never runs.",
    "The earlier branch takes every case in which the condition holds.\n\n\
     ```python\nif kind == \"a\":\n    first()\nelif kind == \"a\":     # found: never true here\n    second()\n```\n\n\
     Left alone: conditions with calls that may answer differently, and Go's conditions with a statement before them.",
);

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: IFS, check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(chain) = chain(node).filter(|chain| !chain.declares) else { return };
    // `if true … else if true` lets a compiler see several ways.
    if !chain.arms.iter().all(|(condition, _)| is_steady(*condition) && !is_literal(*condition)) {
        return;
    }
    for (at, (condition, _)) in chain.arms.iter().enumerate() {
        if let Some((first, _)) = chain.arms[..at].iter().find(|(first, _)| first.same_as(*condition)) {
            let message = format!("`{}` was asked by an earlier branch, so this one never runs", condition.text());
            local.report(&RULE, *condition, message).shows(first.span(), first.text(), "the earlier branch");
        }
    }
}
