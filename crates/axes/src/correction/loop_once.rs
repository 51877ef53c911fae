//! `loop-once`: a loop whose body always leaves at its end, so that it never repeats.

use super::{needs_fix, unsure};
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{BLOCKS, counted, leaves, own, statements, truth};
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = unsure(needs_fix(
    "loop-once",
    &[],
    "A loop always leaves at the end of its first round.",
    "The last statement of the body leaves the loop whatever happened before it; a condition around it is missing.\n\n\
     ```java\nwhile (node != null) {          // found: never goes on to the parent\n    node = node.parent;\n    return node;\n}\n```\n\n\
     Left alone: loops over a collection, which are the usual way to its first element, bodies with a `continue`, and \
     `do … while (false)`.",
));

pub(crate) const TREE_RULE: TreeRule = TreeRule {
    rule: &RULE,
    kinds: &["while_statement", "while_expression", "loop_expression", "for_statement", "do_statement"],
    check,
};

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let over_collection = node.kind() == "for_statement" && counted(node).is_none();
    let lets =
        node.field("condition").is_some_and(|asked| asked.descendants().any(|part| part.kind().starts_with("let_")));
    let (Some(body), false) = (node.field("body"), over_collection || lets) else { return };
    let never = node.kind() == "do_statement" && node.field("condition").and_then(truth) == Some(false);
    if never || own(body).iter().any(|inner| goes_on(*inner)) {
        return;
    }
    let endless = node.kind() == "loop_expression" || node.field("condition").and_then(truth) == Some(true);
    if endless && is_breakable_block(body) {
        return;
    }
    // With other heads for other platforms nobody knows what belongs to what.
    if node.has_error() || body.descendants().any(|inner| inner.kind().starts_with("preproc")) {
        return;
    }
    // `for (…) if (…) return` has no block.
    let last = if BLOCKS.contains(&body.kind()) { statements(body).last().copied() } else { Some(body) };
    let Some(last) = last.filter(|last| leaves(*last)) else { return };
    let draft = local.report(&RULE, node, format!("the loop never repeats: line {} always leaves it", last.line()));
    draft.shows(last.span(), last.text(), "leaves here");
}

/// `continue` in any form, or a jump to a mark.
fn goes_on(node: Node<'_>) -> bool {
    node.is_named()
        && (node.kind().starts_with("continue") || node.kind().starts_with("goto") || node.kind() == "yield")
}

/// A loop without a condition and with a `break` in the middle is a block that can be left.
fn is_breakable_block(body: Node<'_>) -> bool {
    let breaks = own(body).into_iter().filter(|inner| inner.is_named() && inner.kind().starts_with("break_"));
    let last = statements(body).last().map(|last| last.bytes());
    breaks.into_iter().any(|inner| last.as_ref().is_none_or(|last| inner.bytes().end <= last.start))
}
