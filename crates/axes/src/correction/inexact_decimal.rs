//! `inexact-decimal`: an exact decimal is made from a number that is not.

use super::needs_fix;
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{call, is_in_test, number};
use tribunal_domain::Language;
use tribunal_domain::finding::Category;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = Rule {
    category: Category::Type,
    ..needs_fix(
        "inexact-decimal",
        &[Language::Python, Language::Java],
        "A decimal is made from a binary number that does not have that value.",
        "`0.1` is not a tenth as a binary number, and the decimal keeps the difference; a text is exact.\n\n\
         ```java\nnew BigDecimal(0.1);      // found: 0.1000000000000000055…\nnew BigDecimal(\"0.1\");    // meant\n```\n\n\
         Left alone: whole numbers and halves, quarters and so on, which are exact, and tests.",
    )
};

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: &["call", "object_creation_expression"], check };

/// Binary numbers with so few places are exact as decimals.
const EXACT: f64 = 1024.0;

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some([value]) = arguments(node).as_deref().and_then(|list| <[Node<'_>; 1]>::try_from(list).ok()) else {
        return;
    };
    let inexact = number(value).is_some_and(|found| (found * EXACT).fract() != 0.0);
    if inexact && value.text().contains('.') && !is_in_test(node) {
        local.report(&RULE, node, format!("`{}` is not exact as a binary number", value.text()));
    }
}

fn arguments(node: Node<'_>) -> Option<Vec<Node<'_>>> {
    if let Some(found) = call(node) {
        return matches!(found.path().as_str(), "Decimal" | "decimal.Decimal").then_some(found.arguments);
    }
    let made = node.field("type").filter(|name| name.text() == "BigDecimal")?;
    made.parent()?.field("arguments").map(Node::named_children)
}
