//! `repeated-operand`: a condition asks the same thing twice.

use super::needs_fix;
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{CONDITIONALS, binary, is_literal, is_steady, operands};
use tribunal_domain::Language;
use tribunal_domain::finding::Severity;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = needs_fix(
    "repeated-operand",
    &[],
    "The same condition stands twice in one `and` or `or`.",
    "The second one adds nothing; it was meant to ask something else.\n\n\
     ```ts\nif (a.isEmpty() || a.isEmpty()) return; // found: meant b\n```\n\n\
     Left alone: literals to fall back on, and conditions with calls that may change something, as in `next() && next()`.",
);

pub(crate) const TREE_RULE: TreeRule =
    TreeRule { rule: &RULE, kinds: &["binary_expression", "boolean_operator"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(top) = binary(node).filter(|found| found.is_and() || found.is_or()) else { return };
    let inner = node.parent().and_then(binary).is_some_and(|parent| parent.operator == top.operator);
    // `a && a!.b` is read as `(a && a)!.b`.
    if node.parent().is_some_and(|it| it.kind() == "non_null_expression") {
        return;
    }
    let operands = operands(node, |found| found.operator == top.operator);
    if inner || !operands.iter().all(|operand| is_steady(*operand)) {
        return;
    }
    for (at, operand) in operands.iter().enumerate() {
        // `(a or 0) or (b or 0)` gives each of them something to fall back on.
        if is_literal(*operand) {
            continue;
        }
        // `a && a as T` asks and gives.
        if operand.parent().is_some_and(|it| it.kind() == "as_expression") {
            continue;
        }
        // `a && f(a) && a` and `a || b || a` give `a` at last.
        let gives = at + 1 == operands.len() && (top.is_and() || is_dynamic(node)) && !is_asked(node);
        let before = if gives { &operands[at.saturating_sub(1)..at] } else { &operands[..at] };
        if let Some(first) = before.iter().find(|first| first.same_as(*operand)) {
            let draft = local.report(&RULE, *operand, format!("`{}` stands twice in this condition", first.text()));
            // `a && a` gives what `a` gives.
            if gives {
                draft.severity = Severity::Nit;
            }
            draft.shows(first.span(), first.text(), "asked here first");
        }
    }
}

/// Whether `or` gives its operand and not a truth value.
fn is_dynamic(node: Node<'_>) -> bool {
    let language = node.tree().language();
    language == Language::Python || crate::rule::SCRIPTS.contains(&language)
}

/// Whether only the truth of an expression counts.
fn is_asked(node: Node<'_>) -> bool {
    let asks = |it: &Node<'_>| {
        CONDITIONALS.contains(&it.kind())
            || matches!(it.kind(), "while_statement" | "not_operator" | "unary_expression")
    };
    let wrapped = |it: &Node<'_>| it.kind().starts_with("parenthesized");
    node.ancestors().find(|it| !wrapped(it)).is_some_and(|it| asks(&it))
}
