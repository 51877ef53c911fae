//! `impossible-letters`: a text in small letters is compared with one that has capitals, or the other way round.

use super::error;
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{bare, binary, call, string};
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = error(
    "impossible-letters",
    &[],
    "A text in small letters is compared with one that has capitals, or the other way round.",
    "The comparison never holds.\n\n\
     ```python\nif answer.lower() == \"Yes\":      # found: meant \"yes\"\n    go_on()\n```\n\n\
     Left alone: texts without letters, and texts whose letters are not plain.",
);

pub(crate) const TREE_RULE: TreeRule =
    TreeRule { rule: &RULE, kinds: &["binary_expression", "comparison_operator", "method_invocation"], check };

const LOWER: &[&str] = &["lower", "casefold", "toLowerCase", "ToLower", "to_lowercase", "to_ascii_lowercase"];
const UPPER: &[&str] = &["upper", "toUpperCase", "ToUpper", "to_uppercase", "to_ascii_uppercase"];

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some((one, other)) = compared(node) else { return };
    let sides = [(one, other), (other, one)];
    let Some((changed, literal)) = sides.into_iter().find(|(side, _)| string(*side).is_none()) else { return };
    let (Some(text), Some(found)) = (string(literal), call(changed)) else { return };
    let capital = text.bytes().any(|byte| byte.is_ascii_uppercase());
    let small = text.bytes().any(|byte| byte.is_ascii_lowercase());
    if LOWER.contains(&found.name) && capital || UPPER.contains(&found.name) && small {
        local.report(&RULE, node, format!("`{}` is never `{}`", changed.text(), literal.text()));
    }
}

/// The two sides of a comparison, `equals` included.
fn compared(node: Node<'_>) -> Option<(Node<'_>, Node<'_>)> {
    if let Some(found) = binary(node) {
        return (found.is_equal() || found.is_unequal()).then_some((bare(found.left), bare(found.right)));
    }
    let found = call(node).filter(|found| found.name == "equals")?;
    let [other] = found.arguments[..] else { return None };
    Some((found.receiver?, other))
}
