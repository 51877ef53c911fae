//! `constant-assertion`: an assertion that cannot fail.

use super::checks::expected;
use crate::local::{Local, TreeRule};
use crate::practice_shape::{arguments, callee, is_literal};
use crate::rule::{Rule, UNSURE};
use tribunal_domain::Language;
use tribunal_domain::finding::{Axis, Category, RuleVerdict, Severity};
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = Rule {
    name: "constant-assertion",
    axis: Axis::Tests,
    verdict: RuleVerdict::Weak,
    severity: Severity::Low,
    category: Category::Test,
    confidence: UNSURE,
    languages: &[
        Language::Python,
        Language::TypeScript,
        Language::Tsx,
        Language::JavaScript,
        Language::Rust,
        Language::Java,
    ],
    summary: "An assertion is about a constant and can never fail.",
    doc: "It makes a test look as if it checked something.\n\n\
          ```js\nexpect(true).toBe(true)     // found\n```\n\n\
          Left alone: assertions that always fail (`assert False`), which mark what must not be reached, and \
          those with a message, which mark what was.",
};

pub(crate) const TREE_RULE: TreeRule = TreeRule {
    rule: &RULE,
    kinds: &["assert_statement", "call", "call_expression", "method_invocation", "macro_invocation"],
    check,
};

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let passes = match node.kind() {
        "assert_statement" => node.only_child().is_some_and(|it| is_true(it.text())),
        "macro_invocation" => passing_macro(node),
        "method_invocation" => {
            let name = node.field("name").map(Node::text).unwrap_or_default();
            passing_call(name, &arguments(node))
        }
        "call" => {
            let name = callee(node).and_then(|it| it.strip_prefix("self.")).unwrap_or_default();
            passing_call(name, &arguments(node))
        }
        _ => passing_expectation(node) || passing_call(callee(node).unwrap_or_default(), &arguments(node)),
    };
    if passes {
        local.report(&RULE, node, format!("`{}` can never fail", node.text()));
    }
}

fn is_true(text: &str) -> bool {
    matches!(text, "True" | "true")
}

/// `assertTrue(true)`, `assertEquals(1, 1)`.
fn passing_call(name: &str, given: &[Node<'_>]) -> bool {
    match (name, given) {
        // With a message, it marks a place that was reached.
        ("assertTrue" | "assert" | "assert.ok", [only]) => is_true(only.text()),
        ("assertEqual" | "assertEquals" | "assert.equal" | "assert.strictEqual", [one, other, ..]) => {
            is_literal(*one) && one.text() == other.text()
        }
        _ => false,
    }
}

/// `expect(true).toBe(true)`.
fn passing_expectation(node: Node<'_>) -> bool {
    let Some(function) = node.field("function").filter(|it| it.kind() == "member_expression") else { return false };
    let matcher = function.field("property").map(Node::text).unwrap_or_default();
    let Some(value) = expected(function.field("object")) else { return false };
    match matcher {
        "toBe" | "toEqual" | "toStrictEqual" => {
            is_literal(value) && arguments(node).first().is_some_and(|it| it.text() == value.text())
        }
        "toBeTruthy" => is_true(value.text()),
        "toBeDefined" => is_literal(value) && value.text() != "undefined",
        _ => false,
    }
}

/// `assert!(true)`.
fn passing_macro(node: Node<'_>) -> bool {
    let inside =
        node.text().split_once('!').map(|(_, rest)| rest.trim().trim_matches(['(', ')', '[', ']', '{', '}']).trim());
    callee(node) == Some("assert") && inside.is_some_and(|it| is_true(it.split(',').next().unwrap_or_default().trim()))
}
