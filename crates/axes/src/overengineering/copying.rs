//! `element-wise-copy`: a loop or comprehension that takes over every element as it is.

use super::reuse::over;
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{call, statements};
use tribunal_domain::Language;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = over(
    "element-wise-copy",
    &[Language::Python],
    90,
    "Every element is taken over as it is, one by one.",
    "The library does that in one call, and says so.\n\n\
     ```python\nnames = [name for name in rows]     # found: list(rows)\nfor row in rows:                    # found: kept.extend(rows)\n    kept.append(row)\n```\n\n\
     Left alone: elements that are changed or chosen, asynchronous sources, and several names at once.",
);

pub(crate) const TREE_RULE: TreeRule =
    TreeRule { rule: &RULE, kinds: &["list_comprehension", "set_comprehension", "for_statement"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let copies = match node.kind() {
        "for_statement" => copies_in_loop(node),
        _ => copies_in_comprehension(node),
    };
    if copies {
        let draft = local.report(&RULE, node, "every element is taken over as it is");
        draft.columns = None;
    }
}

fn is_async(node: Node<'_>) -> bool {
    node.children().iter().any(|it| it.text() == "async")
}

/// `[x for x in rows]`
fn copies_in_comprehension(node: Node<'_>) -> bool {
    let parts = node.named_children();
    let [value, clause] = parts[..] else { return false };
    let name = clause.field("left").filter(|it| it.kind() == "identifier" && !is_async(clause));
    name.is_some_and(|it| it.text() == value.text())
}

/// `for x in rows: kept.append(x)`
fn copies_in_loop(node: Node<'_>) -> bool {
    let Some(name) = node.field("left").filter(|it| it.kind() == "identifier" && !is_async(node)) else { return false };
    let Some(body) = node.field("body").filter(|_| node.field("alternative").is_none()) else { return false };
    let [only] = statements(body)[..] else { return false };
    let Some(made) = only.only_child().and_then(call) else { return false };
    // What is appended to may be gone through.
    let other = made.receiver.is_some_and(|it| {
        // What a class makes of its own `append` only the class knows.
        it.kind() == "identifier"
            && it.text() != "self"
            && node.field("right").is_some_and(|right| right.text() != it.text())
    });
    // Lines of a stream are there one after the other, and what came before a fault is kept.
    let live = node.field("right").is_some_and(|right| {
        let text = right.text().to_ascii_lowercase();
        ["stdout", "stderr", "stdin", "stream", "pipe", "queue", "socket"].iter().any(|word| text.contains(word))
    });
    let listed = made.receiver.is_some_and(|it| is_list(node, it.text()));
    made.name == "append"
        && other
        && listed
        && !live
        && matches!(made.arguments[..], [value] if value.text() == name.text())
}

/// Whether the function gives the name a list: what else has `append` may have nothing for many at once.
fn is_list(node: Node<'_>, name: &str) -> bool {
    let function = node.ancestors().find(|it| it.kind() == "function_definition" || it.kind() == "module");
    let Some(function) = function else { return false };
    let made = |it: Node<'_>| {
        let value = it.field("right");
        it.field("left").is_some_and(|left| left.text() == name)
            && value.is_some_and(|value| {
                matches!(value.kind(), "list" | "list_comprehension") || value.text().starts_with("list(")
            })
    };
    let typed = |it: Node<'_>| {
        let ty = it.field("type").map(|ty| ty.text().to_ascii_lowercase());
        let named = it.named_children().first().is_some_and(|first| first.text() == name);
        named && ty.is_some_and(|ty| ty.starts_with("list") || ty.starts_with("typing.list"))
    };
    function.descendants().any(|it| match it.kind() {
        "assignment" => made(it),
        "typed_parameter" | "typed_default_parameter" => typed(it),
        _ => false,
    })
}
