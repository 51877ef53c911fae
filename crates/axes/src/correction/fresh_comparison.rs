//! `fresh-comparison`: a value is compared with an object that was made this moment.

use super::{error, unsure};
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::binary;
use tribunal_domain::Language;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = unsure(error(
    "fresh-comparison",
    &[Language::TypeScript, Language::Tsx, Language::JavaScript, Language::Java],
    "A value is compared with an object that was made this moment.",
    "Objects are compared by identity, and a new one is the same as nothing.\n\n\
     ```js\nif (items === []) empty();            // found: never true\nif (items.length === 0) empty();      // meant\n```\n\n\
     Left alone: JavaScript's `==` with a list or object, which compares texts.",
));

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: &["binary_expression"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(found) = binary(node) else { return };
    let strict = matches!(found.operator, "===" | "!==");
    let java = node.tree().language() == Language::Java && (found.is_equal() || found.is_unequal());
    if !strict && !java {
        return;
    }
    if let Some((other, fresh)) = found.other_than(is_fresh) {
        let message = format!("`{}` is never the same as `{}`, which is made this moment", other.text(), fresh.text());
        local.report(&RULE, node, message);
    }
}

fn is_fresh(node: Node<'_>) -> bool {
    matches!(
        node.kind(),
        "array"
            | "object"
            | "new_expression"
            | "regex"
            | "arrow_function"
            | "object_creation_expression"
            | "function_expression"
    )
}
