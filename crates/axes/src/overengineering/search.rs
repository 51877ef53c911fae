//! `reimplemented-search`: a loop that asks whether something is among others, which the library can ask.

use super::reuse::over;
use crate::local::{Local, TreeRule};
use crate::practice_shape::function_around;
use crate::rule::Rule;
use tribunal_domain::Language;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = over(
    "reimplemented-search",
    &[Language::Python, Language::TypeScript, Language::Tsx, Language::JavaScript, Language::Go, Language::Rust],
    85,
    "A loop returns whether one of its elements meets a condition, which the library asks in one expression.",
    "`any`, `some` and `Contains` name what the loop has to be read for.\n\n\
     ```python\nfor user in users:          # found: `return any(user.admin for user in users)`\n    if user.admin:\n        return True\nreturn False\n```\n\n\
     Left alone: loops that do anything else, wait, or return something else than a truth value.",
);

pub(crate) const TREE_RULE: TreeRule =
    TreeRule { rule: &RULE, kinds: &["for_statement", "for_in_statement", "for_expression"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let language = local.tree.language();
    let Some(branch) = node.field("body").and_then(Node::only_child).map(unwrapped) else { return };
    let conditional =
        matches!(branch.kind(), "if_statement" | "if_expression") && branch.field("alternative").is_none();
    let constant = function_around(node)
        .is_some_and(|it| it.text().split("fn ").next().is_some_and(|head| head.contains("const")));
    // A compiler of Python knows no generators, and what changes something with each element is no question.
    let compiled = function_around(node).and_then(Node::parent).is_some_and(|it| {
        it.kind() == "decorated_definition"
            && it.text().lines().any(|line| line.starts_with('@') && line.contains("jit"))
    });
    let changes = branch.field("condition").is_some_and(|it| it.text().contains("&mut "));
    if language == Language::Rust && constant || is_one_of_several(node) || compiled || changes {
        return;
    }
    let plain_go = language != Language::Go || compares(branch);
    if !conditional || !is_each(node) || !plain_go || waits(node) {
        return;
    }
    let inner = branch
        .field("consequence")
        .and_then(|it| if it.kind().contains("return") { Some(it) } else { it.only_child() });
    let Some(found) = inner.map(unwrapped).and_then(truth) else { return };
    let after = following(node).map(unwrapped).and_then(truth);
    if after == Some(!found) {
        let tool = match (language, found) {
            (Language::Python, true) => "`any`",
            (Language::Python, false) => "`all`",
            (Language::Go, _) => "`slices.Contains`",
            (Language::Rust, true) => "`any`",
            (Language::Rust, false) => "`all`",
            (_, true) => "`some`",
            (_, false) => "`every`",
        };
        let draft = local.report(&RULE, node, format!("this loop does what {tool} does"));
        draft.end_line = draft.start_line;
    }
}

fn unwrapped(node: Node<'_>) -> Node<'_> {
    let wrapper = matches!(node.kind(), "expression_statement" | "statement_list");
    if wrapper { node.only_child().unwrap_or(node) } else { node }
}

/// A loop over elements: not one that counts.
fn is_each(node: Node<'_>) -> bool {
    match node.kind() {
        // A set or a map has no such method, and nothing here tells them from arrays.
        "for_in_statement" => false,
        "for_statement" => {
            let language = node.tree().language();
            let ranged = node.named_children().into_iter().find(|it| it.kind() == "range_clause");
            let elements = ranged.and_then(|it| it.field("left")).is_some_and(|it| it.text().starts_with("_,"));
            (language == Language::Python && node.field("alternative").is_none()) || elements
        }
        _ => true,
    }
}

/// Go's library searches for a value only; with a condition the loop is as short as the function.
fn compares(branch: Node<'_>) -> bool {
    let Some(test) = branch.field("condition").filter(|it| it.kind() == "binary_expression") else { return false };
    let [left, operator, right] = test.children()[..] else { return false };
    operator.text() == "=="
        && [left, right].iter().all(|it| it.kind() == "identifier")
        && branch.field("initializer").is_none()
}

fn waits(node: Node<'_>) -> bool {
    let kinds = [
        "await",
        "await_expression",
        "yield",
        "yield_expression",
        "let_condition",
        "let_chain",
        "try_expression",
        "named_expression",
    ];
    node.descendants().any(|it| kinds.contains(&it.kind()))
        || node.children().iter().any(|it| it.text() == "async" || it.text() == "await")
}

/// The truth value that a statement returns, or that stands at the end of a block.
fn truth(node: Node<'_>) -> Option<bool> {
    let value = match node.kind() {
        "return_statement" | "return_expression" => node.only_child()?.text(),
        "boolean_literal" => node.text(),
        _ => return None,
    };
    match value {
        "true" | "True" => Some(true),
        "false" | "False" => Some(false),
        _ => None,
    }
}

/// The statement after a loop.
fn following(node: Node<'_>) -> Option<Node<'_>> {
    let statement = node.parent().filter(|it| it.kind() == "expression_statement").unwrap_or(node);
    let next = statement.next_named()?;
    (!next.is_comment()).then_some(next)
}

/// In a method that Python calls by itself, which is written for speed, or behind another loop that returns, which the
/// reader sees as one of two.
fn is_one_of_several(node: Node<'_>) -> bool {
    let Some(function) = function_around(node) else { return false };
    let special = function.field("name").is_some_and(|name| name.text().starts_with("__"));
    let returns = |other: &Node<'_>| other.descendants().any(|inner| inner.kind() == "return_statement");
    let beside = node.parent().map(Node::named_children).unwrap_or_default();
    let loops = beside.into_iter().filter(|other| *other != node && other.kind() == node.kind());
    special || loops.into_iter().any(|other| returns(&other))
}
