//! `bitwise-condition`: `&` or `|` next to a comparison that binds more or less closely than it looks.

use super::{needs_fix, unsure};
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{Binary, binary};
use tribunal_domain::Language;
use tribunal_domain::finding::Severity;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = Rule {
    severity: Severity::High,
    ..unsure(needs_fix(
        "bitwise-condition",
        &[Language::Python, Language::TypeScript, Language::Tsx, Language::JavaScript, Language::C, Language::Cpp],
        "A bitwise operator stands next to a comparison without parentheses.",
        "In C and JavaScript `==` binds more closely than `&`, so `flags & MASK == 0` compares first. In Python it is the \
         other way round, so `a == 1 & b == 2` asks for `a == (1 & b) == 2`.\n\n\
         ```js\nif (flags & MASK === 0) clear();     // found: flags & (MASK === 0)\n```\n\n\
         Left alone: operands in parentheses.",
    ))
};

pub(crate) const TREE_RULE: TreeRule =
    TreeRule { rule: &RULE, kinds: &["binary_expression", "comparison_operator"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let operator = match node.kind() {
        "comparison_operator" => python_operator(node),
        _ => binary(node)
            .filter(|found| is_bitwise(*found) && (is_compared(found.left) || is_compared(found.right)))
            .map(|found| found.operator),
    };
    if let Some(operator) = operator {
        let message = format!("`{operator}` does not separate the two sides of `{}` as it looks", node.text());
        local.report(&RULE, node, message);
    }
}

fn is_bitwise(found: Binary<'_>) -> bool {
    matches!(found.operator, "&" | "|")
}

fn is_compared(node: Node<'_>) -> bool {
    binary(node).is_some_and(|found| {
        found.is_equal() || found.is_unequal() || matches!(found.operator, "<" | ">" | "<=" | ">=")
    })
}

/// `a == 1 & b == 2`: a chain of two comparisons with the bitwise operation in the middle.
fn python_operator(node: Node<'_>) -> Option<&str> {
    let parts = node.named_children();
    let [_, middle, _] = parts[..] else { return None };
    // `1 <= x & MASK <= 9` is a range, and meant.
    if node.fields("operators").iter().any(|operator| !matches!(operator.text(), "==" | "!=")) {
        return None;
    }
    binary(middle).filter(|found| is_bitwise(*found)).map(|found| found.operator)
}
