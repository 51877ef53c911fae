//! `wrong-way-loop`: a counting loop moves away from its end, or moves another variable than it compares.

use super::error;
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{COUNTED, Counted, counted, is_name, mentions};
use tribunal_domain::Language;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = error(
    "wrong-way-loop",
    &[
        Language::TypeScript,
        Language::Tsx,
        Language::JavaScript,
        Language::Java,
        Language::Go,
        Language::C,
        Language::Cpp,
    ],
    "A loop's counter moves away from its end, or is not the one that is compared.",
    "The loop runs for ever, or not at all.\n\n\
     ```js\nfor (let i = 0; i < 10; i--) step(i);                     // found: away from 10\nfor (let j = 0; j < row.length; i++) show(row[j]);        // found: j stays 0\n```\n\n\
     Left alone: loops whose body changes what is compared, or leaves.",
);

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: COUNTED, check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(found) = counted(node).filter(|found| is_name(found.stepped) && is_name(found.condition.left)) else {
        return;
    };
    let (stepped, asked) = (found.stepped.text(), found.condition.left.text());
    let message = if stepped == asked {
        // Without a sign, `-1` is the largest number there is.
        let wraps = found.condition.right.text() == "-1";
        (away(&found) && !leaves(&found) && !wraps)
            .then(|| format!("`{stepped}` moves away from `{}`", found.condition.right.text()))
    } else {
        let still =
            !mentions(found.condition.right, stepped) && !mentions(found.step, asked) && !is_moved(&found, asked);
        still.then(|| format!("the loop compares `{asked}` and moves `{stepped}`"))
    };
    if let Some(message) = message {
        local.report(&RULE, found.step, message);
    }
}

fn away(found: &Counted<'_>) -> bool {
    match found.condition.operator {
        "<" | "<=" => found.up == Some(false),
        ">" | ">=" => found.up == Some(true),
        _ => false,
    }
}

/// Whether the body ends the loop by itself.
fn leaves(found: &Counted<'_>) -> bool {
    found.body.descendants().any(is_jump)
}

fn is_jump(node: Node<'_>) -> bool {
    node.is_named() && (node.kind().starts_with("break") || node.kind().starts_with("return"))
}

/// Whether the body may change the variable, or end the loop: anything that names it other than to read an element.
fn is_moved(found: &Counted<'_>, name: &str) -> bool {
    found.body.descendants().any(|inner| {
        let changed = crate::shape::assignment(inner).is_some_and(|change| mentions(change.target, name));
        let stepped =
            matches!(inner.kind(), "update_expression" | "inc_statement" | "dec_statement") && mentions(inner, name);
        let lent = matches!(inner.kind(), "unary_expression" | "pointer_expression") && inner.text().starts_with('&');
        is_jump(inner)
            || changed
            || stepped
            || lent
            || inner.kind().contains("throw")
            || crate::shape::call(inner).is_some() && !found.declares
    })
}
