//! Conditions: chains of `if`, and switches with their cases.

use super::expression::bare;
use super::statement::statements;
use tribunal_syntax::tree::Node;

/// The kinds of node that [`chain`] reads.
pub(crate) const IFS: &[&str] = &["if_statement", "if_expression"];

/// The kinds of node that have a condition.
pub(crate) const CONDITIONALS: &[&str] = &[
    "if_statement",
    "if_expression",
    "elif_clause",
    "while_statement",
    "while_expression",
    "do_statement",
    "ternary_expression",
    "conditional_expression",
];

/// The kinds of node that [`switch`] reads.
pub(crate) const CASES: &[&str] =
    &["switch_statement", "switch_expression", "expression_switch_statement", "match_expression", "match_statement"];

/// `if … else if … else`.
pub(crate) struct Chain<'t> {
    /// Conditions and what runs if they hold.
    pub arms: Vec<(Node<'t>, Node<'t>)>,
    /// What runs otherwise.
    pub last: Option<Node<'t>>,
    /// Whether an arm declares something before its condition, so that equal conditions may differ.
    pub declares: bool,
}

/// The chain that starts at a node; `None` for its later parts.
pub(crate) fn chain(node: Node<'_>) -> Option<Chain<'_>> {
    if !IFS.contains(&node.kind()) || is_later_part(node) {
        return None;
    }
    let mut chain = Chain { arms: Vec::new(), last: None, declares: false };
    let mut at = Some(node);
    while let Some(node) = at.take() {
        chain.arms.push((bare(node.field("condition")?), node.field("consequence")?));
        chain.declares |= node.field("initializer").is_some();
        for alternative in node.fields("alternative") {
            match alternative.kind() {
                "elif_clause" => {
                    chain.arms.push((bare(alternative.field("condition")?), alternative.field("consequence")?));
                }
                kind if IFS.contains(&kind) => at = Some(alternative),
                "else_clause" => match alternative.field("body").or_else(|| alternative.only_child()) {
                    Some(inner) if IFS.contains(&inner.kind()) => at = Some(inner),
                    inner => chain.last = inner.or(Some(alternative)),
                },
                _ => chain.last = Some(alternative),
            }
        }
    }
    Some(chain)
}

fn is_later_part(node: Node<'_>) -> bool {
    let Some(parent) = node.parent() else { return false };
    match parent.kind() {
        "else_clause" => parent.field("body").is_none(),
        kind => IFS.contains(&kind) && parent.field("alternative") == Some(node),
    }
}

/// The condition of a node, without parentheses.
pub(crate) fn condition(node: Node<'_>) -> Option<Node<'_>> {
    if node.kind() == "conditional_expression" && node.field("condition").is_none() {
        return node.named_children().get(1).copied().map(bare);
    }
    node.field("condition").map(bare)
}

/// A value and what runs for which of its values.
pub(crate) struct Switch<'t> {
    /// What each case is for, and its node.
    pub cases: Vec<(Node<'t>, Node<'t>)>,
}

/// The switch a node is.
pub(crate) fn switch(node: Node<'_>) -> Option<Switch<'_>> {
    if !CASES.contains(&node.kind()) {
        return None;
    }
    let body = node.field("body").unwrap_or(node);
    let mut cases = Vec::new();
    for child in statements(body) {
        labels(child).into_iter().for_each(|label| cases.push((label, child)));
    }
    Some(Switch { cases })
}

fn labels(case: Node<'_>) -> Vec<Node<'_>> {
    match case.kind() {
        "switch_case" | "case_statement" => case.field("value").into_iter().collect(),
        "expression_case" => case.field("value").map(Node::named_children).unwrap_or_default(),
        "switch_block_statement_group" | "switch_rule" => {
            let labels = case.named_children().into_iter().filter(|child| child.kind() == "switch_label");
            labels.flat_map(java_label).collect()
        }
        "match_arm" if case.named_children().iter().any(|child| child.kind() == "attribute_item") => Vec::new(),
        "match_arm" => {
            case.field("pattern").filter(|pattern| pattern.field("condition").is_none()).into_iter().collect()
        }
        "case_clause" if case.field("guard").is_none() => {
            let patterns: Vec<_> =
                case.named_children().into_iter().filter(|child| child.kind() == "case_pattern").collect();
            // Several patterns are one tuple.
            if patterns.len() == 1 { patterns } else { Vec::new() }
        }
        _ => Vec::new(),
    }
}

/// A guard makes equal labels differ.
fn java_label(label: Node<'_>) -> Vec<Node<'_>> {
    let children = label.named_children();
    if children.iter().any(|child| child.kind() == "guard") { Vec::new() } else { children }
}
