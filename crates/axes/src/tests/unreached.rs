//! `unreached-assertion`: an assertion behind the call that is expected to raise.

use super::weak;
use crate::local::{Local, TreeRule};
use crate::practice_shape::{arguments, callee};
use crate::rule::Rule;
use crate::shape::statements;
use tribunal_domain::Language;
use tribunal_domain::finding::Severity;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = weak(
    "unreached-assertion",
    Severity::Medium,
    &[Language::Python],
    "An assertion stands in the block that is expected to raise, behind what raises.",
    "The block is left where the exception is raised, so what comes after it in the block never runs.\n\n\
     ```python\nwith pytest.raises(ValueError) as caught:\n    parse(\"\")\n    assert \"empty\" in str(caught.value)  # found\n```\n\n\
     Move it out of the block.\n\n\
     Left alone: assertions that may themselves be what raises, because they call, reckon or look up something, or \
     compare where operators raise what is expected.",
);

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: &["with_statement"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(raises) = node.named_children().first().and_then(|clause| clause.descendants().find(|it| expects(*it)))
    else {
        return;
    };
    let caught = raises.parent().and_then(|it| it.field("alias")).map(Node::text);
    let Some(body) = node.field("body") else { return };
    let parts = statements(body);
    let [before @ .., last] = &parts[..] else { return };
    let calls = before.iter().any(|it| it.descendants().any(|it| it.kind() == "call"));
    let expected = arguments(raises).first().map(|it| it.text()).unwrap_or_default();
    // What is caught may be the assertion's own.
    let asked = expected.contains("AssertionError") || matches!(expected, "Exception" | "BaseException");
    let compared = is_of_operators(expected) && compares(*last);
    let never = is_about(*last, caught) || cannot_raise(*last) && !compared;
    if calls && !asked && is_assertion(*last) && never {
        local.report(&RULE, *last, "the block is left where it raises, so this assertion never runs");
    }
}

/// `pytest.raises(…)`, `self.assertRaises(…)`.
fn expects(node: Node<'_>) -> bool {
    let name = callee(node).map(|path| path.rsplit('.').next().unwrap_or(path));
    matches!(name, Some("raises" | "assertRaises" | "assertRaisesRegex" | "assertRaisesMessage"))
}

fn is_assertion(node: Node<'_>) -> bool {
    let call = || node.only_child().and_then(callee).is_some_and(|it| it.starts_with("self.assert"));
    node.kind() == "assert_statement" || node.kind() == "expression_statement" && call()
}

/// Whether it looks at the exception, which is known only after the block.
fn is_about(assertion: Node<'_>, caught: Option<&str>) -> bool {
    caught.is_some_and(|name| assertion.descendants().any(|it| it.kind() == "identifier" && it.text() == name))
}

/// Whether operators raise it when they are given what they cannot compare.
fn is_of_operators(expected: &str) -> bool {
    expected.contains("TypeError") || expected.contains("NotImplementedError")
}

/// Whether it asks for more than whether two things are one.
fn compares(assertion: Node<'_>) -> bool {
    let text = assertion.text();
    !text.contains(" is ") && !text.contains("assertIs") && !text.contains("isinstance(")
}

/// Whether evaluating it raises nothing: names and literals, compared.
fn cannot_raise(assertion: Node<'_>) -> bool {
    let plain = |call: Node<'_>| matches!(callee(call), Some("len" | "str" | "repr" | "isinstance" | "type"));
    assertion.descendants().all(|node| match node.kind() {
        "call" => plain(node) || callee(node).is_some_and(|it| it.starts_with("self.assert")),
        "subscript" | "await" | "binary_operator" | "unary_operator" => false,
        "attribute" => node.text().starts_with("self.assert"),
        _ => true,
    })
}
