//! Loops, and those that count.

use super::assignment::assignment;
use super::expression::{Binary, bare, binary};
use tribunal_syntax::tree::Node;

/// The kinds of node that repeat their body.
pub(crate) const LOOPS: &[&str] = &[
    "for_statement",
    "for_in_statement",
    "enhanced_for_statement",
    "for_range_loop",
    "while_statement",
    "do_statement",
    "for_expression",
    "while_expression",
    "loop_expression",
];

/// The kinds of node that [`counted`] reads.
pub(crate) const COUNTED: &[&str] = &["for_statement"];

/// `for (i = 0; i < n; i++)`.
pub(crate) struct Counted<'t> {
    /// What is compared before each round.
    pub condition: Binary<'t>,
    /// What changes after each round.
    pub step: Node<'t>,
    /// The name it changes.
    pub stepped: Node<'t>,
    /// Whether it goes up; `None` if that is not known.
    pub up: Option<bool>,
    /// Whether it declares a variable of its own.
    pub declares: bool,
    /// What is repeated.
    pub body: Node<'t>,
}

/// Whether a node repeats its body.
pub(crate) fn is_loop(node: Node<'_>) -> bool {
    LOOPS.contains(&node.kind())
}

/// The counting loop a node is.
pub(crate) fn counted(node: Node<'_>) -> Option<Counted<'_>> {
    if node.kind() != "for_statement" {
        return None;
    }
    let head = node.named_children().into_iter().find(|child| child.kind() == "for_clause").unwrap_or(node);
    let condition = head.fields("condition").into_iter().find(|child| child.is_named())?;
    let condition = if condition.kind() == "expression_statement" { condition.only_child()? } else { condition };
    let [step] = ["increment", "update"].map(|name| head.fields(name)).concat()[..] else { return None };
    let (stepped, up) = stepped(step)?;
    let start = ["initializer", "init"].iter().find_map(|name| head.field(name));
    let declares = start.is_some_and(|start| start.kind().contains("declaration"));
    Some(Counted { condition: binary(bare(condition))?, step, stepped, up, declares, body: node.field("body")? })
}

/// The name a step changes, and which way.
fn stepped(step: Node<'_>) -> Option<(Node<'_>, Option<bool>)> {
    if matches!(step.kind(), "update_expression" | "inc_statement" | "dec_statement") {
        let target = step.field("argument").or_else(|| step.only_child())?;
        return Some((target, Some(step.text().contains("++"))));
    }
    let change = assignment(step)?;
    let up = match (change.operator, super::literal::number(change.value)) {
        ("+=", Some(by)) => Some(by > 0.0),
        ("-=", Some(by)) => Some(by < 0.0),
        _ => None,
    };
    let target = if change.target.kind() == "expression_list" { change.target.only_child()? } else { change.target };
    Some((target, up))
}
