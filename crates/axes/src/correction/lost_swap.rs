//! `lost-swap`: two assignments that were meant to swap two values.

use super::{error, unsure};
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{ASSIGNMENTS, Assignment, assignment, is_function, is_lively, is_name, previous_statement};
use tribunal_domain::Language;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = unsure(error(
    "lost-swap",
    &[],
    "Two values are copied over each other, so one of them is lost.",
    "After `a = b` both are the same, and `b = a` changes nothing.\n\n\
     ```go\nlow = high\nhigh = low // found: both have the old value of high\n```\n\n\
     Left alone: assignments with anything between them, and declarations.",
));

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: ASSIGNMENTS, check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(second) = assignment(node).filter(|found| !found.declares && Assignment::replaces(found)) else { return };
    let statement = match node.parent() {
        Some(parent) if parent.kind() == "expression_statement" => parent,
        _ => node,
    };
    let Some(before) = previous_statement(statement) else { return };
    let before = if before.kind() == "expression_statement" { before.only_child() } else { Some(before) };
    let Some(first) = before.and_then(assignment).filter(|found| !found.declares && Assignment::replaces(found)) else {
        return;
    };
    if !first.target.same_as(second.value) || !first.value.same_as(second.target) {
        return;
    }
    // The first value that a name of Python gets loses none.
    let fresh =
        local.tree.language() == Language::Python && is_name(first.target) && !is_known_before(first.target, statement);
    if !fresh && !first.target.same_as(first.value) && !is_lively(first.target) && !is_lively(first.value) {
        let (one, other) = (second.target.text(), second.value.text());
        local.report(&RULE, node, format!("`{one}` and `{other}` are not swapped: one of the values is already lost"));
    }
}

/// Whether the function, or the file, speaks of a name before a place.
fn is_known_before(name: Node<'_>, place: Node<'_>) -> bool {
    let function = place.ancestors().find(|above| is_function(*above));
    let start = function.map_or(0, |function| function.bytes().start);
    let before = &place.tree().text()[start..name.bytes().start];
    before.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name.text())
}
