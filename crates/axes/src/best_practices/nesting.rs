//! `deep-nesting`: control structures that stand too deep in each other.

use super::practice::{Practice, practice};
use crate::local::{Local, TreeRule};
use crate::practice_shape::{function_around, opens_function, own_nodes};
use crate::rule::Rule;
use tribunal_domain::finding::{Category, Severity};
use tribunal_syntax::tree::Node;

/// Five levels leave no room to read the sixth condition together with the first.
const LEVELS: usize = 5;

/// Control structures that a reader keeps in mind while reading what is in them.
const CONTROLS: &[&str] = &[
    "if_statement",
    "if_expression",
    "for_statement",
    "for_in_statement",
    "for_expression",
    "enhanced_for_statement",
    "while_statement",
    "while_expression",
    "loop_expression",
    "do_statement",
    "switch_statement",
    "switch_expression",
    "expression_switch_statement",
    "type_switch_statement",
    "select_statement",
    "match_statement",
    "match_expression",
    "try_statement",
];

/// A function of fewer lines is seen at once, however deep it goes.
const LINES: u32 = 24;

pub(crate) const RULE: Rule = practice(&Practice {
    name: "deep-nesting",
    languages: &[],
    severity: Severity::Low,
    category: Category::Style,
    confidence: 80,
    summary: "Control structures stand deeper in each other than can be read.",
    doc: "Found from six levels on, once for a function.\n\n\
          ```js\nfor (…) { if (…) { while (…) { if (…) { for (…) { if (…) { … } } } } } }   // found\n```\n\n\
          Left alone: functions of up to 24 lines, `else if`, which is read side by side, and what is nested in functions or lambdas of its own.",
});

pub(crate) const TREE: TreeRule = TreeRule {
    rule: &RULE,
    kinds: &[
        "function_definition",
        "function_item",
        "method_declaration",
        "constructor_declaration",
        "function_declaration",
        "method_definition",
        "arrow_function",
        "function_expression",
        "func_literal",
    ],
    check,
};

fn check(local: &mut Local<'_>, node: Node<'_>) {
    if node.end_line() - node.line() < LINES {
        return;
    }
    let deep = own_nodes(node).into_iter().filter(|it| is_control(*it)).find(|it| depth(*it) > LEVELS);
    let Some(deep) = deep.filter(|deep| function_around(*deep) == Some(node)) else { return };
    let outermost = deep.ancestors().take_while(|it| !opens_function(*it)).filter(|it| is_control(*it)).last();
    let message = format!("this stands in {LEVELS} control structures, one in another");
    let draft = local.report(&RULE, deep, message);
    draft.end_line = draft.start_line;
    if let Some(outermost) = outermost {
        draft.shows(outermost.span(), outermost.text().lines().next().unwrap_or_default(), "the outermost of them");
    }
}

fn is_control(node: Node<'_>) -> bool {
    node.is_named() && CONTROLS.contains(&node.kind()) && !continues(node) && !only_closes(node)
}

/// `try` with nothing but `finally`: it gives back what was taken, and decides nothing.
fn only_closes(node: Node<'_>) -> bool {
    let handles = |it: &Node<'_>| matches!(it.kind(), "catch_clause" | "except_clause" | "except_group_clause");
    node.kind() == "try_statement" && !node.named_children().iter().any(handles)
}

/// `else if`: the `if` is the other branch of one that it does not stand in for a reader.
fn continues(node: Node<'_>) -> bool {
    let Some(parent) = node.parent() else { return false };
    parent.kind() == "else_clause" || (parent.kind() == node.kind() && parent.field("alternative") == Some(node))
}

/// In how many control structures of its function a node stands, itself included.
fn depth(node: Node<'_>) -> usize {
    1 + node.ancestors().take_while(|it| !opens_function(*it)).filter(|it| is_control(*it)).count()
}
