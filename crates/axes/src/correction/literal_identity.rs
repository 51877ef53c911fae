//! `literal-identity`: Python's `is` with a literal.

use super::{PYTHON, needs_fix};
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{binary, number, string};
use tribunal_domain::finding::Severity;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = Rule {
    severity: Severity::High,
    confidence: 95,
    ..needs_fix(
        "literal-identity",
        PYTHON,
        "`is` compares a value with a literal by identity.",
        "Whether two equal texts or numbers are the same object is up to the interpreter; `==` was meant.\n\n\
         ```python\nif mode is \"fast\":     # found\n    skip()\n```\n\n\
         Left alone: `None`, `True`, `False` and `...`, of which there is one each.",
    )
};

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: &["comparison_operator"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(found) = binary(node).filter(|found| matches!(found.operator, "is" | "is not")) else { return };
    if let Some((other, literal)) = found.other_than(is_made_anew) {
        let message = format!("`{}` is compared with `{}` by identity", other.text(), literal.text());
        local.report(&RULE, node, message);
    }
}

fn is_made_anew(node: Node<'_>) -> bool {
    number(node).is_some() || string(node).is_some() || matches!(node.kind(), "list" | "dictionary" | "set" | "tuple")
}
