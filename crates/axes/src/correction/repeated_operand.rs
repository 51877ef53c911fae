//! `repeated-operand`: a condition asks the same thing twice.

use super::needs_fix;
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{binary, is_steady, operands};
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = needs_fix(
    "repeated-operand",
    &[],
    "The same condition stands twice in one `and` or `or`.",
    "The second one adds nothing; it was meant to ask something else.\n\n\
     ```ts\nif (a.isEmpty() || a.isEmpty()) return; // found: meant b\n```\n\n\
     Left alone: conditions with calls that may change something, as in `next() && next()`.",
);

pub(crate) const TREE_RULE: TreeRule =
    TreeRule { rule: &RULE, kinds: &["binary_expression", "boolean_operator"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(top) = binary(node).filter(|found| found.is_and() || found.is_or()) else { return };
    let inner = node.parent().and_then(binary).is_some_and(|parent| parent.operator == top.operator);
    let operands = operands(node, |found| found.operator == top.operator);
    if inner || !operands.iter().all(|operand| is_steady(*operand)) {
        return;
    }
    for (at, operand) in operands.iter().enumerate() {
        if let Some(first) = operands[..at].iter().find(|first| first.same_as(*operand)) {
            let draft = local.report(&RULE, *operand, format!("`{}` is asked twice in this condition", first.text()));
            draft.shows(first.span(), first.text(), "asked here first");
        }
    }
}
