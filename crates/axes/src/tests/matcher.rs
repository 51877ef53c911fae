//! `expectation-without-matcher`: `expect(…)` that nothing is asked of.

use super::weak;
use crate::local::{Local, TreeRule};
use crate::practice_shape::{arguments, callee};
use crate::rule::{Rule, SCRIPTS};
use crate::shape::is_literal;
use tribunal_domain::finding::Severity;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = weak(
    "expectation-without-matcher",
    Severity::Medium,
    SCRIPTS,
    "An expectation is made and nothing is asked of it.",
    "`expect` checks nothing by itself; a matcher must be called on what it gives.\n\n\
     ```js\nexpect(cart.total === 3);         // found\nexpect(cart.isEmpty).toBeFalsy;   // found\n```\n\n\
     Left alone: literals, which stand for a test that is switched off, queries that throw by themselves \
     (`expect(screen.getByText(…))`), and matchers that work without a call \
     (`expect(x).to.be.true`).",
);

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: &["expression_statement"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(inner) = node.only_child() else { return };
    let inner = if inner.kind() == "await_expression" { inner.only_child().unwrap_or(inner) } else { inner };
    let own = local.once("own expect", |tree| tree.text().contains("function expect("));
    let message = match inner.kind() {
        _ if own => return,
        "call_expression" if is_expect(inner) => "nothing is asked of this expectation: it cannot fail",
        "member_expression" if is_uncalled(inner) => "the matcher is not called: the expectation cannot fail",
        _ => return,
    };
    local.report(&RULE, node, message);
}

fn is_expect(call: Node<'_>) -> bool {
    const THROWING: &[&str] = &["getBy", "getAllBy", "findBy", "findAllBy", ".get(", "waitFor", "assert"];
    callee(call) == Some("expect")
        && matches!(arguments(call)[..], [value] if !is_literal(value) && !THROWING.iter().any(|it| value.text().contains(it)))
}

/// `expect(x).toBeTruthy;`
fn is_uncalled(member: Node<'_>) -> bool {
    let matcher = member.field("property").map(Node::text).unwrap_or_default();
    let starts = matcher.strip_prefix("toBe").or_else(|| matcher.strip_prefix("toHave"));
    let named = matcher == "toThrow" || starts.is_some_and(|rest| rest.starts_with(|it: char| it.is_ascii_uppercase()));
    let root = std::iter::successors(Some(member), |node| node.field("object")).last();
    named && root.is_some_and(|it| callee(it) == Some("expect"))
}
