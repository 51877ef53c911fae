//! `spelled-out-truth`: a condition that is turned into `true` or `false`, which it is already.

use super::reuse::over;
use crate::local::{Local, TreeRule};
use crate::practice_shape::opens_function;
use crate::rule::{Rule, SYMBOL_LANGUAGES};
use crate::shape::{bare, binary, boolean, is_lively, negated, statements};
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = over(
    "spelled-out-truth",
    SYMBOL_LANGUAGES,
    90,
    "A comparison is turned into `true` or `false`, which it is already.",
    "The condition itself can be returned or kept.\n\n\
     ```js\nif (a === b) { return true; } else { return false; }   // found: return a === b\nconst same = a === b ? true : false;                   // found: const same = a === b\n```\n\n\
     Left alone: conditions that may be something else than a truth value, chains of several, and branches that do more.",
);

pub(crate) const TREE_RULE: TreeRule = TreeRule {
    rule: &RULE,
    kinds: &["if_statement", "if_expression", "ternary_expression", "conditional_expression"],
    check,
};

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some((condition, truths)) = parts(node) else { return };
    let opposite = matches!(truths, [Some(one), Some(other)] if one != other);
    if opposite && is_truth(condition) && !is_among_others(node) {
        let draft = local.report(&RULE, node, format!("`{}` is true or false already", bare(condition).text()));
        draft.columns = None;
    }
}

/// The condition, and what both of its ways give.
fn parts(node: Node<'_>) -> Option<(Node<'_>, [Option<bool>; 2])> {
    if node.kind() == "conditional_expression" {
        // Python writes the condition in the middle.
        let [first, condition, second] = node.named_children()[..] else { return None };
        return Some((condition, [boolean(first), boolean(second)]));
    }
    let condition = node.field("condition")?;
    let first = given(node.field("consequence")?);
    let second = match node.field("alternative") {
        Some(other) => given(other),
        // `if a == b { return true }`, and then `return false` as the last of a function.
        None if node.kind() == "if_statement" => {
            let next = node.next_named().filter(|it| it.next_named().is_none())?;
            let around =
                node.ancestors().find(|it| !matches!(it.kind(), "block" | "statement_block" | "statement_list"));
            let of_function = around.is_some_and(opens_function);
            let before = node.parent().map(statements).unwrap_or_default();
            let guards = before.iter().filter(|it| it.kind() == "if_statement").count();
            if !of_function || guards > 1 {
                return None;
            }
            returned(next)
        }
        None => None,
    };
    Some((condition, [first, second]))
}

/// What a branch gives, if it does nothing else.
fn given(branch: Node<'_>) -> Option<bool> {
    let branch = match branch.kind() {
        "else_clause" => branch.field("body").or_else(|| branch.only_child())?,
        _ => branch,
    };
    if branch.kind().contains("block") || branch.kind() == "statement_list" {
        let [only] = statements(branch)[..] else { return None };
        return returned(only).or_else(|| boolean(only));
    }
    returned(branch).or_else(|| boolean(branch))
}

fn returned(statement: Node<'_>) -> Option<bool> {
    let returns = matches!(statement.kind(), "return_statement" | "return_expression");
    let value = statement.only_child().filter(|_| returns)?;
    let value = if value.kind() == "expression_list" { value.only_child()? } else { value };
    boolean(value)
}

/// Whether a condition is nothing but true or false: a comparison, or the opposite of something.
fn is_truth(condition: Node<'_>) -> bool {
    let condition = bare(condition);
    let compares = binary(condition).is_some_and(|it| {
        matches!(
            it.operator,
            "==" | "!=" | "===" | "!==" | "<" | ">" | "<=" | ">=" | "in" | "not in" | "is" | "is not" | "instanceof"
        )
    });
    (compares || negated(condition).is_some()) && !condition.descendants().any(is_lively_assignment)
}

fn is_lively_assignment(node: Node<'_>) -> bool {
    node.kind().contains("assignment") && is_lively(node)
}

/// One question of several in a row reads better as it is.
fn is_among_others(node: Node<'_>) -> bool {
    let parent = node.parent().map(Node::kind).unwrap_or_default();
    let chained = matches!(parent, "else_clause" | "elif_clause" | "ternary_expression" | "conditional_expression");
    let elif = node.named_children().iter().any(|it| it.kind() == "elif_clause");
    let initialised = node.field("initializer").is_some();
    chained || elif || initialised || parent == "if_statement"
}
