//! `reimplemented-extremum`: a choice of the larger or smaller of two values, written out.

use super::reuse::over;
use crate::local::{Local, TreeRule};
use crate::rule::{Rule, UNSURE};
use tribunal_domain::Language;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = over(
    "reimplemented-extremum",
    &[Language::Python, Language::TypeScript, Language::Tsx, Language::JavaScript, Language::Java, Language::Rust],
    UNSURE,
    "The larger or smaller of two values is chosen by a condition that repeats both.",
    "`max` and `min` say which, and cannot be turned around by mistake.\n\n\
     ```js\nconst width = a > b ? a : b     // found: `Math.max(a, b)`\n```\n\n\
     Left alone: values that are computed, and choices of anything else than the two that are compared.",
);

pub(crate) const TREE_RULE: TreeRule =
    TreeRule { rule: &RULE, kinds: &["conditional_expression", "ternary_expression", "if_expression"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some((test, yes, no)) = parts(node) else { return };
    let test = if test.kind() == "parenthesized_expression" { test.only_child().unwrap_or(test) } else { test };
    let [left, operator, right] = test.children()[..] else { return };
    let larger_first = match operator.text() {
        ">" | ">=" => true,
        "<" | "<=" => false,
        _ => return,
    };
    let straight = left.same_as(yes) && right.same_as(no);
    let crossed = left.same_as(no) && right.same_as(yes);
    if (straight || crossed) && [left, right].iter().all(|it| is_plain(*it)) {
        let name = if larger_first == straight { "max" } else { "min" };
        let message = format!("`{name}` of `{}` and `{}` is written out", left.text(), right.text());
        local.report(&RULE, node, message);
    }
}

/// Condition and both results.
fn parts(node: Node<'_>) -> Option<(Node<'_>, Node<'_>, Node<'_>)> {
    match node.kind() {
        "conditional_expression" => match node.named_children()[..] {
            [yes, test, no] => Some((test, yes, no)),
            _ => None,
        },
        "ternary_expression" => {
            Some((node.field("condition")?, node.field("consequence")?, node.field("alternative")?))
        }
        _ => {
            let no = node.field("alternative")?.only_child()?.only_child()?;
            Some((node.field("condition")?, node.field("consequence")?.only_child()?, no))
        }
    }
}

/// A name, a member or a number: nothing that is computed or that need not be a number.
fn is_plain(node: Node<'_>) -> bool {
    let text = node.text();
    node.kind() != "string" && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '-'))
}
