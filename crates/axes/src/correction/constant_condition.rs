//! `constant-condition`: a condition that is written out as true or false.

use super::{needs_fix, unsure};
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{CONDITIONALS, bare, condition, is_in_test, is_loop, truth};
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = unsure(needs_fix(
    "constant-condition",
    &[],
    "A condition is a constant, so one of its branches never runs.",
    "Code was switched off by hand and forgotten, or the condition was meant to ask something.\n\n\
     ```ts\nif (false) {\n  migrate(); // never runs\n}\nconst mode = [] ? \"list\" : \"none\"; // found: a list is always true\n```\n\n\
     Left alone: `while (true)` and its relatives, which are left by a `break` or `return`, `do … while (0)`, tests, and names, \
     even if their value is constant.",
));

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: CONDITIONALS, check };

/// Values that are made anew and therefore count as true, in languages that have truth for all values.
const FRESH: &[&str] = &["arrow_function", "function_expression", "object", "array", "new_expression", "lambda"];

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(asked) = condition(node) else { return };
    let fresh = FRESH.contains(&asked.kind()) || is_filled_tuple(asked);
    let Some(value) = truth(asked).or(fresh.then_some(true)) else { return };
    // `while False: yield` and `if False: yield` make a function a generator.
    let makes_generator = node.descendants().any(|inner| inner.kind() == "yield");
    let explained = node.previous_named().is_some_and(Node::is_comment);
    let endless = explained || is_loop(node) && value || node.kind() == "do_statement" || makes_generator;
    if !endless && !is_in_test(node) {
        local.report(&RULE, bare(asked), format!("`{}` is always {value}", asked.text()));
    }
}

/// Python's `if (a, b):` asks whether the tuple is empty, which it is not.
fn is_filled_tuple(node: Node<'_>) -> bool {
    node.kind() == "tuple" && !node.named_children().is_empty()
}
