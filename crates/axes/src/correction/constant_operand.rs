//! `constant-operand`: an operand of `and` or `or` that is a constant decides the condition alone.

use super::needs_fix;
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{BINARIES, CONDITIONALS, bare, binary, condition, is_literal, operands, truth};
use tribunal_domain::Language;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = needs_fix(
    "constant-operand",
    &[Language::Python, Language::TypeScript, Language::Tsx, Language::JavaScript],
    "A constant stands in a condition where a comparison was meant.",
    "`x == \"a\" or \"b\"` does not compare with both: `\"b\"` counts as true by itself. Likewise `\"a\" or \"b\"` is always \
     `\"a\"`.\n\n\
     ```python\nif mode == \"r\" or \"rw\":     # found: always true\n    open_it()\nif name in (\"a\" or \"b\"):   # found: only \"a\"\n    use(name)\n```\n\n\
     Left alone: a constant at the end of a value (`name or \"unknown\"`), which is the usual default.",
);

pub(crate) const TREE_RULE: TreeRule =
    TreeRule { rule: &RULE, kinds: &["binary_expression", "boolean_operator"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(top) = binary(node).filter(|found| found.is_and() || found.is_or()) else { return };
    let left = bare(top.left);
    if top.is_or() && truth(left) == Some(true) && is_text_or_number(left) {
        let message = format!("`{}` counts as true, so what stands behind it is never looked at", left.text());
        local.report(&RULE, node, message);
        return;
    }
    if !is_asked(node) {
        return;
    }
    let operands = operands(node, |found| found.operator == top.operator);
    let compares = |operand: &Node<'_>| binary(*operand).is_some_and(|found| found.is_equal() || found.is_unequal());
    let constant = operands.iter().skip(1).find(|operand| is_text_or_number(**operand));
    if let Some(constant) = constant
        && operands.iter().any(compares)
    {
        local.report(&RULE, *constant, format!("`{}` is compared with nothing here", constant.text()));
    }
}

fn is_text_or_number(node: Node<'_>) -> bool {
    is_literal(node) && (node.kind() == "string" || matches!(node.kind(), "number" | "integer" | "float"))
}

/// Whether the node is the whole of a condition.
fn is_asked(node: Node<'_>) -> bool {
    let mut ancestors = node.ancestors().skip_while(|above| above.kind() == "parenthesized_expression");
    let Some(above) = ancestors.next() else { return false };
    !BINARIES.contains(&above.kind())
        && CONDITIONALS.contains(&above.kind())
        && condition(above).is_some_and(|asked| asked == bare(node))
}
