//! `empty-test`: a test in which nothing happens.

use super::case::test_of;
use super::{ALL_BUT_RUST, weak};
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{is_function, is_string, statements};
use tribunal_domain::finding::Severity;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = weak(
    "empty-test",
    Severity::Low,
    ALL_BUT_RUST,
    "A test has no statement.",
    "It passes and says that something was tested.\n\n\
     ```js\nit('rejects an expired card', () => {}); // found\n```\n\n\
     Left alone: tests with a comment that says more than that they are to be written, those that are skipped or override \
     another, the ones that ask whether a framework starts or leave the work to fixtures, and tests inside of tests.",
);

pub(crate) const TREE_RULE: TreeRule = TreeRule {
    rule: &RULE,
    kinds: &["function_definition", "function_declaration", "method_declaration", "call_expression"],
    check,
};

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some((name, body)) = test_of(local.tree.language(), node) else { return };
    let body = body.field("body").unwrap_or(body);
    let block = matches!(body.kind(), "block" | "statement_block" | "constructor_body");
    let silent = |it: &Node<'_>| {
        it.kind() == "pass_statement"
            || it.kind() == "expression_statement"
                && it.only_child().is_some_and(|it| is_string(it) || it.kind() == "ellipsis")
    };
    if block && statements(body).iter().all(silent) && !is_meant(node, body, &name) {
        let draft = local.report(&RULE, node, format!("test {name} is empty"));
        (draft.end_line, draft.columns) = (node.line(), None);
    }
}

/// What stands before a test that is not to do anything itself.
const MARKS: &[&str] = &["skip", "xfail", "@Override", "@Disabled", "@Ignore", "expected", "abstractmethod", "fixture"];

fn is_meant(node: Node<'_>, body: Node<'_>, name: &str) -> bool {
    let whole = node.parent().filter(|it| it.kind() == "decorated_definition").unwrap_or(node);
    let head = node.tree().text().get(whole.bytes().start..body.bytes().start).unwrap_or_default();
    // Whoever wraps a function may want nothing but the wrapping.
    let wrapped = node.kind() == "function_definition"
        && head.contains('@')
        && !head.contains("mark.")
        && !head.contains("patch");
    let marked = wrapped || MARKS.iter().any(|it| head.contains(it));
    let starts = ["contextload", "start", "compil", "import", "nothing", "no-op", "noop"]
        .iter()
        .any(|it| name.to_ascii_lowercase().contains(it));
    // A runner of its own runs something else.
    let run = node.ancestors().find(|it| it.kind() == "class_declaration").is_some_and(|class| {
        let head = class.field("body").map(|body| class.bytes().start..body.bytes().start);
        head.and_then(|head| node.tree().text().get(head)).is_some_and(|head| head.contains("@RunWith"))
    });
    // What pytest hands over may have done the work.
    let params = node.field("parameters").filter(|_| node.kind() == "function_definition");
    let given = params.is_some_and(|it| it.named_children().iter().any(|param| param.text() != "self"));
    marked
        || run
        || given
        || starts
        || is_skipped(node)
        || explains(body)
        || replaces_another(node)
        || is_material(node)
}

/// Whether the tests around it are skipped together.
fn is_skipped(node: Node<'_>) -> bool {
    let skips = |it: Node<'_>| {
        it.kind() == "call_expression"
            && (it.text().starts_with("describe.skip(") || it.text().starts_with("xdescribe("))
    };
    node.ancestors().any(skips)
}

/// Whether a comment inside says more than that it is to be written.
fn explains(body: Node<'_>) -> bool {
    let text = body.text().to_ascii_lowercase();
    let left = ["todo", "fixme", "implement", "placeholder"].iter().any(|it| text.contains(it));
    let remarks = body.descendants().any(|it| it.is_comment() || is_string(it));
    remarks && !left
}

/// A method of a class with a base may be there so that the base's does not run.
fn replaces_another(node: Node<'_>) -> bool {
    let class = node.ancestors().find(|it| matches!(it.kind(), "class_definition" | "class_declaration"));
    let base = class.and_then(|it| it.field("superclasses").or_else(|| it.field("superclass")));
    let bases =
        base.map(|it| it.text().trim_start_matches("extends").trim_matches(['(', ')', ' '])).unwrap_or_default();
    let mut bases = bases.split(',').map(str::trim).filter(|it| !it.is_empty() && !it.contains('='));
    bases.any(|it| !it.ends_with("TestCase") && it != "object")
}

/// Whether it stands inside of another test, which runs it or looks at it.
fn is_material(node: Node<'_>) -> bool {
    let language = node.tree().language();
    let scripts = node.kind() == "call_expression";
    node.ancestors().any(|it| if scripts { test_of(language, it).is_some() } else { is_function(it) })
}
