//! `repeated-element`: a set, or a list that is only searched, is written with the same element twice.

use super::needs_fix;
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{binary, call, is_literal};
use rustc_hash::FxHashMap;
use tribunal_domain::Language;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = needs_fix(
    "repeated-element",
    &[Language::Python, Language::TypeScript, Language::Tsx, Language::JavaScript, Language::Java],
    "The same element stands twice in a set, or in a list that is only searched.",
    "The second one adds nothing: another was meant, or it is a leftover. Java's `Set.of` fails.\n\n\
     ```python\nVOWELS = {\"a\", \"e\", \"i\", \"o\", \"o\"}     # found: meant \"u\"\n```\n\n\
     Left alone: lists that are used in any other way, and elements that are computed.",
);

pub(crate) const TREE_RULE: TreeRule =
    TreeRule { rule: &RULE, kinds: &["set", "comparison_operator", "new_expression", "method_invocation"], check };

/// Remarks in a list by which it is parted.
const HEADINGS: usize = 3;

fn check(local: &mut Local<'_>, node: Node<'_>) {
    // Under headings the same may stand twice: it belongs to both.
    if node.descendants().filter(|it| it.is_comment()).count() >= HEADINGS {
        return;
    }
    let mut seen: FxHashMap<&str, Node<'_>> = FxHashMap::default();
    for element in elements(node).into_iter().filter(|element| is_literal(*element)) {
        if let Some(first) = seen.get(element.text()) {
            let apart = |it: Node<'_>| it.is_comment() && first.line() < it.line() && it.line() < element.line();
            if node.descendants().any(apart) {
                continue;
            }
            let message = format!("`{}` is in this set twice", element.text());
            local.report(&RULE, element, message).shows(first.span(), first.text(), "the first one");
        } else {
            seen.insert(element.text(), element);
        }
    }
}

fn elements(node: Node<'_>) -> Vec<Node<'_>> {
    match node.kind() {
        "set" => node.named_children(),
        "comparison_operator" => {
            let searched = binary(node).filter(|found| matches!(found.operator, "in" | "not in"));
            let list = searched.map(|found| found.right).filter(|list| matches!(list.kind(), "tuple" | "list"));
            list.map(Node::named_children).unwrap_or_default()
        }
        "new_expression" => {
            let set = node.field("constructor").is_some_and(|name| name.text() == "Set");
            let list = node.field("arguments").filter(|_| set).and_then(Node::only_child);
            list.filter(|list| list.kind() == "array").map(Node::named_children).unwrap_or_default()
        }
        _ => call(node).filter(|found| found.is("Set", "of")).map(|found| found.arguments).unwrap_or_default(),
    }
}
