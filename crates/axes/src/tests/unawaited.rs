//! `unawaited-expectation`: an expectation about a promise that the test does not wait for.

use super::weak;
use crate::local::{Local, TreeRule};
use crate::practice_shape::callee;
use crate::rule::{Rule, SCRIPTS};
use tribunal_domain::finding::Severity;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = weak(
    "unawaited-expectation",
    Severity::Medium,
    SCRIPTS,
    "An expectation about a promise is neither awaited nor returned.",
    "The test ends before the promise does; if the expectation fails, nobody hears of it.\n\n\
     ```js\nexpect(load(\"x\")).rejects.toThrow(); // found\n```\n\n\
     Left alone: what is awaited, returned, kept in a variable or handed on; and Vitest, which waits for \
     them itself.",
);

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: &["expression_statement"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(call) = node.only_child().filter(|it| it.kind() == "call_expression") else { return };
    let mut below = call.field("function");
    let mut waits = false;
    while let Some(member) = below.filter(|it| it.kind() == "member_expression") {
        let name = member.field("property").map(Node::text).unwrap_or_default();
        waits |= matches!(name, "resolves" | "rejects");
        below = member.field("object");
    }
    // Vitest waits for them at the end of the test.
    let vitest = || local.facts.imports.iter().any(|it| local.facts.text(it.specifier) == "vitest");
    if waits && !vitest() && below.is_some_and(|it| callee(it) == Some("expect")) {
        local.report(&RULE, node, "the test does not wait for this expectation, so it cannot fail");
    }
}
