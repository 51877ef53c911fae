//! `swallowed-error`: an error is caught and nothing is done about it.

use super::needs_fix;
use crate::local::{Local, TreeRule};
use crate::rule::{Rule, UNSURE};
use crate::shape::{
    assignment, binary, body_of, call, is_function, is_in_test, is_jump, is_name, is_nothing, own, statements, within,
};
use tribunal_domain::Language;
use tribunal_domain::finding::Category;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = Rule {
    category: Category::Error,
    // Judged on strangers' code, every second was meant so.
    confidence: UNSURE,
    ..needs_fix(
        "swallowed-error",
        &[Language::Python, Language::TypeScript, Language::Tsx, Language::JavaScript, Language::Java, Language::Go],
        "An error is caught and nothing is done about it.",
        "Whatever went wrong, nobody will know. Handle it, pass it on, or say in a comment why it may be lost.\n\n\
         ```python\ntry:\n    save(state)\nexcept Exception:   # found\n    pass\n```\n\n\
         Left alone: handlers with a comment, Python handlers of one particular exception, errors whose name says that \
         they are expected or ignored, attempts with a value to fall back on, cleaning up, and tests.",
    )
};

pub(crate) const TREE_RULE: TreeRule =
    TreeRule { rule: &RULE, kinds: &["except_clause", "catch_clause", "if_statement"], check };

/// Python's exceptions that stand for all others.
const BROAD: &[&str] = &["Exception", "BaseException"];

/// Names by which an author says that the error does not matter.
const DELIBERATE: &[&str] = &["ignore", "expected", "unused", "tolerated", "_"];

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let swallowed = match node.kind() {
        "except_clause" => is_silent_except(node),
        "catch_clause" => is_empty(node) && !is_named_deliberate(node),
        _ => is_silent_check(node),
    };
    if swallowed && !is_explained(node) && !is_attempt(node) && !is_in_test(node) {
        let what = if node.kind() == "if_statement" { "checked" } else { "caught" };
        local.report(&RULE, node, format!("an error is {what} here and nothing is done about it"));
    }
}

fn is_silent_except(node: Node<'_>) -> bool {
    let broad = node.fields("value").iter().all(|value| BROAD.contains(&value.text()));
    let Some(body) = body_of(node) else { return false };
    let idle = |statement: &Node<'_>| statement.kind() == "pass_statement" || statement.text() == "...";
    broad && statements(body).iter().all(idle)
}

fn is_empty(node: Node<'_>) -> bool {
    node.field("body").is_some_and(|body| body.named_children().is_empty())
}

fn is_named_deliberate(node: Node<'_>) -> bool {
    let head = node.text().split('{').next().unwrap_or_default();
    let words = head.split(|mark: char| !mark.is_alphanumeric() && mark != '_');
    words.into_iter().any(|word| DELIBERATE.iter().any(|name| word.starts_with(name)))
}

/// Go's `if err != nil {}`.
fn is_silent_check(node: Node<'_>) -> bool {
    let Some(asked) = node.field("condition").and_then(binary) else { return false };
    let empty = node.field("consequence").is_some_and(|body| statements(body).is_empty());
    let of_error = asked.is_unequal() && is_nothing(asked.right) && asked.left.text().ends_with("err");
    node.tree().language() == Language::Go && empty && of_error && node.field("alternative").is_none()
}

/// A comment in or above the whole statement, or at the end of its last line.
fn is_explained(node: Node<'_>) -> bool {
    let whole = node.parent().filter(|parent| parent.kind() == "try_statement").unwrap_or(node);
    let beside = |next: Node<'_>| next.is_comment() && next.line() <= node.end_line() + 1;
    let above = whole.previous_named();
    let higher = above.and_then(Node::previous_named);
    whole.descendants().any(Node::is_comment)
        || [above, higher].into_iter().flatten().any(Node::is_comment)
        || node.next_named().is_some_and(beside)
        || whole.next_named().is_some_and(|next| next.is_comment() && next.line() <= node.end_line())
}

/// Names of functions and calls that clean up, where a failure changes nothing any more.
const CLEANUP: &[&str] = &[
    "__del__",
    "close",
    "Close",
    "cleanup",
    "destroy",
    "dispose",
    "shutdown",
    "unlink",
    "remove",
    "rmdir",
    "kill",
    "terminate",
    "flush",
    "detach",
    "cancel",
    "abort",
    "unlinkSync",
    "rmSync",
    "rmtree",
];

/// Where a browser may refuse to remember anything, not to remember is the answer.
const OPTIONAL: &[&str] = &["localStorage", "sessionStorage"];

/// An attempt with something to fall back on (`x = default; try: x = f()`, `try: return f()`), or the end of things.
fn is_attempt(handler: Node<'_>) -> bool {
    let Some(whole) = handler.parent().filter(|parent| parent.kind().starts_with("try_")) else { return false };
    let Some(last) = whole.field("body").and_then(|body| statements(body).last().copied()) else { return true };
    let value = if last.kind() == "expression_statement" { last.only_child().unwrap_or(last) } else { last };
    let assigns = |inner: Node<'_>| assignment(inner).is_some_and(|found| is_name(found.target));
    let falls_back = whole.field("body").is_some_and(|body| own(body).into_iter().any(assigns))
        || is_jump(last)
        || assignment(value).is_some_and(|found| is_name(found.target) || found.target.kind() == "pattern_list");
    let cleans = last.kind() == "delete_statement" || call(value).is_some_and(|found| CLEANUP.contains(&found.name));
    let function = handler.ancestors().find(|above| is_function(*above)).and_then(|function| function.field("name"));
    let optional = whole.field("body").is_some_and(|body| OPTIONAL.iter().any(|name| body.text().contains(name)));
    falls_back
        || cleans
        || optional
        || is_probe(whole)
        || function.is_some_and(|name| CLEANUP.contains(&name.text()))
        || within(whole, &["finally_clause", "except_clause", "catch_clause"]).is_some()
}

/// One of several ways to find something out: it may `return` in the middle, and what follows gives another answer.
fn is_probe(whole: Node<'_>) -> bool {
    let answers =
        whole.field("body").is_some_and(|body| own(body).into_iter().any(|inner| inner.kind() == "return_statement"));
    let goes_on = std::iter::successors(whole.next_named(), |next| next.next_named())
        .any(|next| next.kind() == "return_statement");
    answers && goes_on
}
