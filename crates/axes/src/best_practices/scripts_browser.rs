//! Practices of JavaScript and TypeScript that keep attackers out.

use super::practice::{Practice, practice};
use crate::local::{Local, TreeRule};
use crate::practice_shape::{arguments, callee, is_plain_text};
use crate::rule::{Rule, SCRIPTS, UNSURE};
use tribunal_domain::finding::{Category, Severity};
use tribunal_syntax::tree::Node;

pub(crate) const EVALUATED_TEXT: Rule = practice(&Practice {
    name: "evaluated-text",
    languages: SCRIPTS,
    severity: Severity::Medium,
    category: Category::Security,
    confidence: UNSURE,
    summary: "Text that is not written out is run as code.",
    doc: "Whoever decides what the text says decides what the program does, and a content security policy forbids it.\n\n\
          ```js\nsetTimeout(\"show('\" + name + \"')\", 100)     // found: `() => show(name)`\n```\n\n\
          Left alone: literals, and `new Function`, which compilers use on purpose.",
});

pub(crate) const EVALUATED_TEXT_TREE: TreeRule =
    TreeRule { rule: &EVALUATED_TEXT, kinds: &["call_expression"], check: evaluated_text };

fn evaluated_text(local: &mut Local<'_>, node: Node<'_>) {
    let code = match (node.kind(), callee(node)) {
        ("call_expression", Some("eval" | "window.eval" | "globalThis.eval")) => arguments(node).into_iter().next(),
        ("call_expression", Some("setTimeout" | "setInterval" | "window.setTimeout" | "window.setInterval")) => {
            arguments(node).into_iter().next().filter(|it| is_put_together(*it))
        }
        _ => None,
    };
    let own = callee(node).is_some_and(|name| local.facts.bindings.iter().any(|it| local.facts.text(it.name) == name));
    if let Some(code) = code.filter(|code| !is_plain_text(*code) && code.kind() != "spread_element" && !own) {
        local.report(&EVALUATED_TEXT, node, format!("`{}` is run as code", code.text()));
    }
}

pub(crate) const HTML_FROM_VALUE: Rule = practice(&Practice {
    name: "html-from-value",
    languages: SCRIPTS,
    severity: Severity::Medium,
    category: Category::Security,
    confidence: UNSURE,
    summary: "HTML is put together from values and becomes part of the page.",
    doc: "If any of it comes from a user, so does the script in it. `textContent` shows text as text.\n\n\
          ```js\nbox.innerHTML = \"<b>\" + user.name + \"</b>\"     // found\n```\n\n\
          Left alone: values that are HTML as a whole, texts that are written out, and values that went through something named for cleaning or escaping.",
});

pub(crate) const HTML_FROM_VALUE_TREE: TreeRule = TreeRule {
    rule: &HTML_FROM_VALUE,
    kinds: &["assignment_expression", "augmented_assignment_expression", "call_expression"],
    check: html_from_value,
};

fn html_from_value(local: &mut Local<'_>, node: Node<'_>) {
    let (sink, value) = if node.kind() == "call_expression" {
        let Some(name) = callee(node) else { return };
        let sink = if name.ends_with(".insertAdjacentHTML") { "insertAdjacentHTML" } else { "document.write" };
        let called = name.ends_with(".insertAdjacentHTML") || matches!(name, "document.write" | "document.writeln");
        (sink, arguments(node).into_iter().last().filter(|_| called))
    } else {
        let left = node.field("left").and_then(|left| left.field("property")).map(Node::text).unwrap_or_default();
        let sink = if left == "innerHTML" { "innerHTML" } else { "outerHTML" };
        (sink, node.field("right").filter(|_| matches!(left, "innerHTML" | "outerHTML")))
    };
    if let Some(value) =
        value.filter(|value| is_put_together(*value) && value.text().contains('<') && !is_cleaned(*value))
    {
        // A template may be a whole page.
        let mut lines = value.text().lines();
        let (first, more) = (lines.next().unwrap_or_default(), if lines.next().is_some() { "…" } else { "" });
        local.report(&HTML_FROM_VALUE, node, format!("`{first}{more}` becomes HTML through `{sink}`"));
    }
}

/// A text in which a value stands between written parts.
fn is_put_together(value: Node<'_>) -> bool {
    let joined = value.kind() == "binary_expression" && value.descendants().any(|it| it.kind() == "string");
    (joined || value.kind() == "template_string") && !is_plain_text(value)
}

/// Whether a name on the way says that the value was cleaned, or the value is HTML that stood in the page before.
fn is_cleaned(value: Node<'_>) -> bool {
    let text = value.text().to_ascii_lowercase();
    let constant = value.kind() == "identifier" && value.text().chars().all(|c| c.is_ascii_uppercase() || c == '_');
    constant
        || ["saniti", "escape", "purif", "clean", "trusted", "safe", "encode", "replace(", "innerhtml"]
            .iter()
            .any(|it| text.contains(it))
}
