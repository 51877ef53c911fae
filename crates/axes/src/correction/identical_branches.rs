//! `identical-branches`: both branches of a condition do the same.

use super::needs_fix;
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::chain;
use tribunal_domain::Language;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = needs_fix(
    "identical-branches",
    &[],
    "Both branches of a condition are the same, so the condition decides nothing.",
    "Either one branch was meant to do something else, or the condition can go.\n\n\
     ```ts\nconst name = long ? user.name : user.name; // found\n```\n\n\
     Left alone: longer chains, where several conditions may well share a branch, branches without code, and branches \
     whose comments tell them apart.",
);

pub(crate) const TREE_RULE: TreeRule = TreeRule {
    rule: &RULE,
    kinds: &["if_statement", "if_expression", "ternary_expression", "conditional_expression"],
    check,
};

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some((then, otherwise)) = branches(node).filter(|(then, otherwise)| then.same_as(*otherwise)) else { return };
    let inside = node.descendants().any(|inner| inner.is_comment() && inner.line() > node.line());
    // Python keeps the comment above a first statement outside of its block.
    let above =
        node.tree().text().lines().nth((node.line() as usize).saturating_sub(2)).unwrap_or_default().trim_start();
    let remark = node.line() > 1 && ["#", "//"].iter().any(|start| above.starts_with(start));
    let explained = inside || remark || node.previous_named().is_some_and(Node::is_comment);
    // Each branch may be checked as another type.
    let narrows = crate::rule::SCRIPTS.contains(&node.tree().language())
        && node.field("condition").is_some_and(|it| it.text().contains("typeof ") || it.text().contains("instanceof"));
    let empty = then.named_children().is_empty() && then.text().starts_with('{') || then.text() == "pass";
    if !explained && !empty && !narrows {
        let draft = local.report(&RULE, node, "both branches of this condition are the same");
        draft.shows(then.span(), then.text(), "one branch");
        draft.shows(otherwise.span(), otherwise.text(), "the other");
    }
}

fn branches(node: Node<'_>) -> Option<(Node<'_>, Node<'_>)> {
    if node.kind() == "conditional_expression" && node.tree().language() == Language::Python {
        let [then, _, otherwise] = node.named_children()[..] else { return None };
        return Some((then, otherwise));
    }
    if node.kind().ends_with("y_expression") || node.kind() == "conditional_expression" {
        return Some((node.field("consequence")?, node.field("alternative")?));
    }
    let chain = chain(node)?;
    let [(_, then)] = chain.arms[..] else { return None };
    Some((then, chain.last?))
}
