//! `reused-counter`: an inner loop takes the variable of the loop around it.

use super::{needs_fix, unsure};
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{LOOPS, assignment, counted, is_function, is_jump, is_loop, is_name, mentions};
use tribunal_domain::Language;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = unsure(needs_fix(
    "reused-counter",
    &[
        Language::Python,
        Language::TypeScript,
        Language::Tsx,
        Language::JavaScript,
        Language::C,
        Language::Cpp,
        Language::Java,
        Language::Go,
    ],
    "An inner loop takes the variable of the loop around it.",
    "The outer loop counts with what the inner one left behind, or reads it where it meant its own.\n\n\
     ```python\nfor item in order:\n    for item in item.parts:     # found\n        weigh(item)\n    bill(item)                  # the last part, not the order's item\n```\n\n\
     Left alone: inner variables of their own (`let`, `:=`, comprehensions), and Python loops that do not read the \
     variable after the inner one.",
));

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: LOOPS, check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(inner) = counter(node).filter(|name| name.text() != "_") else { return };
    let around = node.ancestors().take_while(|above| !is_function(*above));
    let same = |above: &Node<'_>| is_loop(*above) && counter(*above).is_some_and(|outer| outer.text() == inner.text());
    let Some(outer) = around.into_iter().find(same) else { return };
    if node.tree().language() == Language::Python && !is_read_after(node, outer, inner.text()) {
        return;
    }
    let message = format!("the inner loop takes `{}`, the variable of the loop on line {}", inner.text(), outer.line());
    local.report(&RULE, inner, message).shows(
        outer.span(),
        outer.text().lines().next().unwrap_or_default(),
        "the loop around",
    );
}

/// The variable of a loop, if the loop does not make it for its body alone.
fn counter(node: Node<'_>) -> Option<Node<'_>> {
    if node.tree().language() == Language::Python {
        return node.field("left").filter(|left| is_name(*left));
    }
    if node.kind() == "for_in_statement" {
        let own = node.field("kind").is_some_and(|kind| matches!(kind.text(), "let" | "const"));
        return node.field("left").filter(|left| !own && is_name(*left));
    }
    let found = counted(node)?;
    let head = node.named_children().into_iter().find(|child| child.kind() == "for_clause").unwrap_or(node);
    let start = ["initializer", "init"].iter().find_map(|name| head.field(name))?;
    let start = if start.kind() == "expression_statement" { start.only_child()? } else { start };
    let shared = start.kind() == "variable_declaration" || assignment(start).is_some_and(|start| !start.declares);
    (shared && is_name(found.stepped)).then_some(found.stepped)
}

/// Whether the outer loop reads the variable between the end of the inner loop and its own.
fn is_read_after(inner: Node<'_>, outer: Node<'_>, name: &str) -> bool {
    let mut at = inner;
    while at != outer {
        // Other branches of a statement do not run after this one; only the rest of a block does.
        let in_block = at.parent().is_some_and(|parent| parent.kind() == "block");
        let mut next = at.next_named().filter(|_| in_block);
        while let Some(sibling) = next {
            if is_jump(sibling) {
                return false;
            }
            let taken_again = counter(sibling).is_some_and(|again| again.text() == name);
            if !taken_again && mentions(sibling, name) {
                return true;
            }
            next = sibling.next_named();
        }
        let Some(parent) = at.parent() else { return false };
        at = parent;
    }
    false
}
