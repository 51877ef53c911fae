//! `assertion-in-handler`: a test that checks only what is thrown, and passes if nothing is.

use super::case::test_of;
use super::checks::is_check;
use super::{SCRIPTS_PYTHON_JAVA, weak};
use crate::local::{Local, TreeRule};
use crate::practice_shape::function_around;
use crate::rule::Rule;
use crate::shape::{body_of, is_in_test, jump_word, statements, truth};
use tribunal_domain::finding::Severity;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = weak(
    "assertion-in-handler",
    Severity::Medium,
    SCRIPTS_PYTHON_JAVA,
    "A test checks an exception in its handler only, and passes if none is thrown.",
    "When the code under test stops throwing, the handler is skipped and with it every assertion.\n\n\
     ```js\ntry {\n  await pay(-1);\n} catch (error) {\n  expect(error.code).toBe(400); // found\n}\n```\n\n\
     Say so after the call (`fail()`), or let the framework wait for the exception (`expect(…).rejects`, \
     `pytest.raises`, `assertThrows`).\n\n\
     Left alone: tests that check, fail, return or throw anywhere else, those that count their assertions, handlers \
     that say that nothing should have been thrown, and tests that make up what they try.",
);

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: &["try_statement"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let handler = node.named_children().into_iter().find(|it| matches!(it.kind(), "catch_clause" | "except_clause"));
    let Some(body) = handler.and_then(body_of) else { return };
    let Some(checked) = first_check(body).filter(|it| !denies(*it)) else { return };
    let Some(around) = test_around(node).filter(|_| is_in_test(node)) else { return };
    let counted = local.once("hasAssertions", |tree| tree.text().contains(".hasAssertions("));
    let allowed = ["not raise", "not throw", "no exception", "n't raise", "n't throw"];
    let text = around.text().to_lowercase();
    if allowed.iter().any(|words| text.contains(words)) {
        return;
    }
    // What is logged or raised is waited for around it.
    let awaited = node.ancestors().filter(|it| it.kind() == "with_statement").any(|it| {
        let head = it.text().lines().next().unwrap_or_default();
        ["assertLogs", "raises(", "assertRaises", "warns("].iter().any(|word| head.contains(word))
    });
    if !counted && !awaited && !goes_on(body) && !makes_up(around) && !checks_elsewhere(around, node, handler) {
        let message = "if nothing is thrown, this assertion is skipped and the test passes";
        local.report(&RULE, checked, message);
    }
}

/// The test around a node, or at least the function.
fn test_around(node: Node<'_>) -> Option<Node<'_>> {
    let language = node.tree().language();
    let test = node.ancestors().find(|it| test_of(language, *it).is_some());
    test.or_else(|| function_around(node))
}

/// Ways to say that a place should not have been reached.
const DENIALS: &[&str] = &[
    "assert.fail(",
    "assert.ifError(",
    "assert(false",
    "assert.ok(false",
    "assertTrue(false",
    "assertFalse(true",
    "self.assertTrue(False",
    "self.assertFalse(True",
    "expect.fail(",
    "expect.unreachable(",
    "expect(true).toBe(false",
    "expect(true).toEqual(false",
    "expect(false).toBe(true",
    "expect(false).toEqual(true",
];

/// Ways to ask that nothing was caught: what stands before and after its name.
const NOTHING_CAUGHT: &[(&str, &str)] = &[
    ("expect(", ").toBeUndefined()"),
    ("expect(", ").toBeNull()"),
    ("expect(", ").toBeFalsy()"),
    ("expect(", ").not.toBeDefined()"),
    ("assertNull(", ")"),
    ("self.assertIsNone(", ")"),
];

/// Whether a check says that the handler should not have been reached.
fn denies(check: Node<'_>) -> bool {
    let text = check.tokens().concat();
    let asked = check.named_children().into_iter().next().filter(|_| check.kind() == "assert_statement");
    let nothing = NOTHING_CAUGHT.iter().any(|(before, after)| {
        let name = text.strip_prefix(before).and_then(|rest| rest.strip_suffix(after));
        name.is_some_and(|name| name.chars().all(char::is_alphanumeric))
    });
    nothing || asked.is_some_and(|it| truth(it) == Some(false)) || DENIALS.iter().any(|it| text.starts_with(it))
}

/// Whether a handler throws on at its end, which somebody waits for, or ends a test that is ended by hand.
fn goes_on(body: Node<'_>) -> bool {
    let on = statements(body).last().is_some_and(|it| matches!(jump_word(*it), Some("raise" | "throw")));
    on || body.descendants().any(|it| is_done(it) || it.text() == "resolve")
}

/// Whether a test makes up its input, so that it cannot know what is thrown.
fn makes_up(test: Node<'_>) -> bool {
    let whole = test.parent().filter(|it| it.kind() == "decorated_definition").unwrap_or(test);
    let head = whole.text().lines().take_while(|line| !line.trim_start().starts_with("try"));
    head.take(8).any(|line| line.contains("@given") || line.to_ascii_lowercase().contains("fuzz"))
}

fn first_check(body: Node<'_>) -> Option<Node<'_>> {
    let asserts = |node: &Node<'_>| {
        let name = super::checks::check_name(*node);
        node.kind() == "assert_statement"
            || name.is_some_and(|name| name.starts_with("expect") || name.starts_with("assert") || name == "should")
    };
    body.descendants().find(asserts)
}

/// Whether the function can fail or end on another way than through this handler.
fn checks_elsewhere(function: Node<'_>, tried: Node<'_>, handler: Option<Node<'_>>) -> bool {
    let handled = handler.map(Node::bytes).unwrap_or_default();
    let mut walk = function.descendants();
    walk.next();
    let mut before = true;
    while let Some(node) = walk.next() {
        if node.bytes() == handled {
            walk.leave_out();
            continue;
        }
        before &= node.bytes().start < tried.bytes().start;
        // What was checked before the call says nothing of it, but counting does.
        let counts = node.text().len() < 40 && (node.text().contains(".assertions(") || node.text().contains("plan("));
        let waits =
            matches!(node.text(), "raises" | "rejects" | "toThrow" | "toThrowError" | "assertRaises" | "assertThrows");
        let ends = jump_word(node).is_some() || is_check(node) || is_done(node);
        if counts || waits || ends && !before {
            return true;
        }
    }
    false
}

/// `done()`, `done.fail(…)`.
fn is_done(node: Node<'_>) -> bool {
    node.kind() == "identifier" && matches!(node.text(), "done" | "fail")
}
