//! `discarded-comparison`: a comparison stands alone as a statement.

use super::needs_fix;
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{binary, is_in_test, is_lively, within};
use tribunal_domain::Language;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = needs_fix(
    "discarded-comparison",
    &[Language::Python, Language::TypeScript, Language::Tsx, Language::JavaScript, Language::C, Language::Cpp],
    "A comparison is made and its result thrown away.",
    "An assignment or an `assert` was meant.\n\n\
     ```python\ndef check_total():\n    total() == 4        # found: asserts nothing\n```\n\n\
     Left alone: comparisons in a `with` or `try`, which may be made for their failure.",
);

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: &["expression_statement"], check };

const COMPARISONS: &[&str] = &["==", "===", "!=", "!==", "<", ">", "<=", ">=", "is", "is not"];

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(only) = node.only_child().filter(|only| !only.has_error()) else { return };
    let Some(found) = binary(only).filter(|found| COMPARISONS.contains(&found.operator)) else { return };
    // `signal.connect<&Model::changed>(this)` is a call, whatever it is read as.
    let cpp = local.tree.language() == Language::Cpp && found.right.kind() == "parenthesized_expression";
    // And so is "db.query<Row>`SELECT …`".
    let call = cpp || matches!(found.right.kind(), "template_string" | "template_literal");
    // In a loop that cannot be read it is the condition.
    if node.parent().is_some_and(Node::has_error) {
        return;
    }
    if within(node, &["with_statement", "try_statement"]).is_none() && !is_type_test(node) && !call {
        let (left, right) = (found.left.text(), found.right.text());
        local.report(&RULE, node, format!("`{left}` is compared with `{right}` and nobody takes the result"));
    }
}

/// In a test in TypeScript a comparison without a call only asks the compiler.
fn is_type_test(node: Node<'_>) -> bool {
    let typed = matches!(node.tree().language(), Language::TypeScript | Language::Tsx);
    typed && !is_lively(node) && is_in_test(node)
}
