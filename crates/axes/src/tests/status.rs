//! `indifferent-status`: a test that passes whether the request succeeds or fails.

use super::{SCRIPTS_PYTHON, weak};
use crate::local::{Local, TreeRule};
use crate::practice_shape::{arguments, callee, function_around, function_name};
use crate::rule::Rule;
use crate::shape::{binary, call, number};
use tribunal_domain::Language;
use tribunal_domain::finding::Severity;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = weak(
    "indifferent-status",
    Severity::Low,
    SCRIPTS_PYTHON,
    "A test accepts both success and failure of a request.",
    "It tells nothing of what the server should answer.\n\n\
     ```python\nassert response.status_code in [200, 404, 500]   # found\n```\n\n\
     Left alone: lists of which all are successes, redirections or failures, tests that look at the status again, and what \
     prepares a test or cleans up after it.",
);

pub(crate) const TREE_RULE: TreeRule =
    TreeRule { rule: &RULE, kinds: &["assert_statement", "call", "call_expression"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some((subject, accepted)) = asked(node) else { return };
    let codes: Vec<f64> = accepted.named_children().into_iter().filter_map(number).collect();
    let within = |low: f64, high: f64| codes.iter().any(|code| (low..high).contains(code));
    let name = subject.text();
    // Whoever branches on it afterwards knows what each of them means.
    let end = function_around(node).map_or(node.bytes().end, |it| it.bytes().end);
    let again = node.tree().text()[node.bytes().end..end].lines().take(12).any(|line| line.contains(name));
    let status = name.to_ascii_lowercase().contains("status");
    // Somebody has said why both will do.
    let statement = if node.kind() == "assert_statement" { node } else { node.parent().unwrap_or(node) };
    let explained = statement.previous_named().is_some_and(|it| it.is_comment() && it.end_line() + 1 >= node.line());
    // Who may come in is another question than what is found inside.
    let title = function_around(node).and_then(function_name).unwrap_or_default().to_ascii_lowercase();
    let admission =
        ["auth", "permission", "access", "public", "anonymous", "login"].iter().any(|it| title.contains(it));
    if admission {
        return;
    }
    if !explained && status && within(200.0, 300.0) && within(400.0, 600.0) && !again && !prepares(node) {
        let message = format!("this passes whether the request succeeds or fails: `{}`", accepted.text());
        local.report(&RULE, node, message);
    }
}

/// Whether it stands where a test is prepared or cleaned up, where a thing may be there already or gone.
fn prepares(node: Node<'_>) -> bool {
    const HOOKS: &[&str] = &["beforeEach", "beforeAll", "afterEach", "afterAll", "before", "after"];
    let hook = || node.ancestors().filter_map(callee).any(|it| HOOKS.contains(&it));
    match node.tree().language() {
        Language::Python => !function_around(node).and_then(function_name).is_some_and(|it| it.starts_with("test")),
        _ => hook(),
    }
}

/// The value that is asked for and the list it may be of.
fn asked(node: Node<'_>) -> Option<(Node<'_>, Node<'_>)> {
    let list = |it: Node<'_>| matches!(it.kind(), "list" | "tuple" | "set" | "array");
    if node.kind() == "assert_statement" {
        let asked = node.named_children().first().copied().and_then(binary)?;
        return (asked.operator == "in" && list(asked.right)).then_some((asked.left, asked.right));
    }
    let made = call(node)?;
    match (made.name, &made.arguments[..]) {
        ("assertIn", [value, accepted, ..]) if list(*accepted) => Some((*value, *accepted)),
        ("toContain", [value]) => {
            let subject = made.receiver.filter(|it| callee(*it) == Some("expect"))?;
            let accepted = *arguments(subject).first()?;
            list(accepted).then_some((*value, accepted))
        }
        _ => None,
    }
}
