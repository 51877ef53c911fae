//! `unknown-type-name`: a type is compared with a text that names none.

use super::error;
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{BINARIES, binary, call, string};
use tribunal_domain::Language;
use tribunal_domain::finding::Category;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = Rule {
    category: Category::Type,
    ..error(
        "unknown-type-name",
        &[Language::Python, Language::TypeScript, Language::Tsx, Language::JavaScript],
        "A type is compared with a text that is no type's name.",
        "`typeof` gives one of eight texts, and Python's `type` gives no text at all; the comparison never holds.\n\n\
         ```js\nif (typeof x === \"array\") list(x);   // found: arrays are \"object\"\n```\n\n\
         Left alone: comparisons with anything but a text that is written out.",
    )
};

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: BINARIES, check };

/// What `typeof` may give.
const TYPES: &[&str] =
    &["undefined", "object", "boolean", "number", "bigint", "string", "symbol", "function", "unknown", "date"];

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(found) = binary(node).filter(|found| found.is_equal() || found.is_unequal()) else { return };
    let Some((asked, literal)) = found.other_than(|side| string(side).is_some()) else { return };
    let Some(text) = string(literal) else { return };
    let wrong = if node.tree().language() == Language::Python {
        is_python_type(asked)
    } else {
        // Old browsers' "unknown" and "date" are in the list, because asking for them is no mistake.
        is_typeof(asked) && !TYPES.contains(&text)
    };
    if wrong {
        local.report(&RULE, node, format!("`{}` is never `{}`", asked.text(), literal.text()));
    }
}

fn is_typeof(node: Node<'_>) -> bool {
    node.kind() == "unary_expression" && node.field("operator").is_some_and(|operator| operator.text() == "typeof")
}

fn is_python_type(node: Node<'_>) -> bool {
    call(node).is_some_and(|found| found.receiver.is_none() && found.name == "type" && found.arguments.len() == 1)
}
