//! `mutable-default`: a Python default that is made once and changed by the function.

use super::{PYTHON, needs_fix};
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{assignment, binary, call, is_name};
use tribunal_domain::finding::Severity;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = Rule {
    severity: Severity::High,
    ..needs_fix(
        "mutable-default",
        PYTHON,
        "A default value is made once and changed by every call.",
        "Python makes a default when the function is defined. What one call puts into it, the next one finds there.\n\n\
         ```python\ndef add(item, items=[]):     # found\n    items.append(item)\n    return items\n```\n\n\
         Left alone: defaults that are only read, or replaced by a copy before they are changed, defaults that hold \
         something from the start, what is changed only if it is not empty, and caches.",
    )
};

pub(crate) const TREE_RULE: TreeRule =
    TreeRule { rule: &RULE, kinds: &["default_parameter", "typed_default_parameter"], check };

/// Methods that change a list, dictionary or set.
const CHANGES: &[&str] = &[
    "append",
    "extend",
    "insert",
    "remove",
    "pop",
    "popitem",
    "clear",
    "sort",
    "reverse",
    "add",
    "discard",
    "update",
    "setdefault",
];

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let (Some(name), Some(value)) = (node.field("name"), node.field("value")) else { return };
    let function = node.ancestors().find(|above| above.kind() == "function_definition");
    let Some(body) = function.and_then(|function| function.field("body")) else { return };
    if !is_name(name) || !is_fresh(value) || is_memory(name.text()) {
        return;
    }
    let name = name.text();
    let nodes: Vec<_> = body.descendants().collect();
    if nodes.iter().any(|inner| replaces(*inner, name)) {
        return;
    }
    if let Some(changed) = nodes.into_iter().find(|inner| changes(*inner, name) && !is_never_empty(*inner, name)) {
        let message = format!("the default of `{name}` is made once and changed by every call");
        local.report(&RULE, node, message).shows(changed.span(), changed.text(), "changed or handed out here");
    }
}

fn is_fresh(value: Node<'_>) -> bool {
    let made = |found: crate::shape::Call<'_>| {
        found.receiver.is_none() && found.arguments.is_empty() && matches!(found.name, "list" | "dict" | "set")
    };
    let empty = matches!(value.kind(), "list" | "dictionary") && value.named_children().is_empty();
    empty || call(value).is_some_and(made)
}

/// A name by which an author says that the calls share it.
fn is_memory(name: &str) -> bool {
    name.starts_with('_') || name.contains("cache") || name.contains("memo")
}

/// Whether a node stands below a question that the empty default answers with no: `if "key" in items`, `if items`.
fn is_never_empty(node: Node<'_>, name: &str) -> bool {
    let holds = |part: Node<'_>| {
        let member = binary(part).is_some_and(|it| it.operator == "in" && it.right.text() == name);
        member || part.text() == name
    };
    let asked = |condition: Node<'_>| match condition.kind() {
        "boolean_operator" => {
            binary(condition).is_some_and(|it| it.operator == "and" && (holds(it.left) || holds(it.right)))
        }
        _ => holds(condition),
    };
    let inside = |it: &Node<'_>| {
        let (condition, body) = (it.field("condition"), it.field("consequence"));
        body.is_some_and(|body| body.bytes().contains(&node.bytes().start)) && condition.is_some_and(asked)
    };
    node.ancestors().filter(|it| it.kind() == "if_statement").any(|it| inside(&it))
}

fn replaces(node: Node<'_>, name: &str) -> bool {
    assignment(node).is_some_and(|found| found.replaces() && found.target.text() == name)
}

fn changes(node: Node<'_>, name: &str) -> bool {
    if let Some(found) = call(node) {
        return CHANGES.contains(&found.name) && found.receiver.is_some_and(|of| of.text() == name);
    }
    if let Some(found) = assignment(node) {
        let part =
            found.target.kind() == "subscript" && found.target.field("value").is_some_and(|of| of.text() == name);
        return part || !found.replaces() && found.target.text() == name;
    }
    node.kind() == "return_statement" && node.only_child().is_some_and(|value| value.text() == name)
}
