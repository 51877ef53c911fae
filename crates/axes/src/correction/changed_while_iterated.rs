//! `changed-while-iterated`: a loop removes from or adds to the very collection it goes through.

use super::needs_fix;
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{call, is_lively, leaves, own, statements};
use tribunal_domain::Language;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = needs_fix(
    "changed-while-iterated",
    &[Language::Python, Language::Java],
    "A loop changes the collection it goes through.",
    "Python skips elements of a list and fails on a dictionary or set; Java throws a \
     `ConcurrentModificationException`.\n\n\
     ```python\nfor item in items:\n    if item.old:\n        items.remove(item)      # found: the next item is skipped\n```\n\n\
     Left alone: loops over a copy (`list(items)`, `items[:]`), collections of Java that the file does not make itself, and changes after which the loop is left.",
);

pub(crate) const TREE_RULE: TreeRule =
    TreeRule { rule: &RULE, kinds: &["for_statement", "enhanced_for_statement"], check };

/// Methods that change which elements a collection has. `append` and `pop` may be meant: a work list
/// grows and shrinks that way.
const PYTHON_CHANGES: &[&str] = &["remove", "insert", "discard", "clear"];
const JAVA_CHANGES: &[&str] = &["remove", "removeAll", "clear"];

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(things) = node.field("right").or_else(|| node.field("value")).filter(|things| !is_lively(*things)) else {
        return;
    };
    let Some(body) = node.field("body").filter(|_| is_place(things) && is_plain(things)) else { return };
    for inner in own(body) {
        let changes = is_change(inner, things);
        if changes && !is_left(inner, body) && !is_replaced(body, things) {
            let message = format!("`{}` is changed while the loop goes through it", things.text());
            local.report(&RULE, inner, message).shows(
                node.span(),
                node.text().lines().next().unwrap_or_default(),
                "the loop",
            );
        }
    }
}

fn is_place(things: Node<'_>) -> bool {
    matches!(things.kind(), "identifier" | "attribute" | "field_access")
}

/// Java has sets and maps that may change meanwhile: only those that the file makes itself are known to be none. Lists
/// like that are rare.
fn is_plain(things: Node<'_>) -> bool {
    const MADE: &[&str] =
        &["new ArrayList", "new HashMap", "new HashSet", "new LinkedList", "new LinkedHash", "new Tree"];
    if things.tree().language() != Language::Java {
        return true;
    }
    let name = things.text().rsplit('.').next().unwrap_or_default();
    let mut lines = things.tree().text().lines().filter(|line| line.contains(name));
    let list = format!("> {name}");
    let open = |line: &str| line.contains("Concurrent") || line.contains("CopyOnWrite");
    let safe = things.tree().text().lines().any(|line| line.contains(name) && open(line));
    !safe
        && lines
            .any(|line| line.contains("List<") && line.contains(&list) || MADE.iter().any(|made| line.contains(made)))
}

fn is_change(node: Node<'_>, things: Node<'_>) -> bool {
    if node.kind() == "delete_statement" {
        let target = node.only_child().filter(|target| target.kind() == "subscript");
        // A field may be of a type of its own, whose entries can go.
        let plain = things.kind() == "identifier";
        return plain && target.and_then(|target| target.field("value")).is_some_and(|of| of.same_as(things));
    }
    let changes = if node.tree().language() == Language::Java { JAVA_CHANGES } else { PYTHON_CHANGES };
    call(node).is_some_and(|found| {
        // A `clear` with arguments is a method of the code's own.
        let whole = found.name != "clear" || found.arguments.is_empty();
        whole && changes.contains(&found.name) && found.receiver.is_some_and(|receiver| receiver.same_as(things))
    })
}

/// Whether the block of the change, or one around it, leaves the loop at its end.
fn is_left(change: Node<'_>, body: Node<'_>) -> bool {
    if change.ancestors().take_while(|above| *above != body).any(|above| above.kind() == "return_statement") {
        return true;
    }
    let blocks = change.ancestors().take_while(|above| *above != body).chain([body]);
    blocks.filter(|above| above.kind() == "block").any(|block| {
        statements(block).iter().any(|statement| statement.bytes().start >= change.bytes().start && leaves(*statement))
    })
}

/// Whether the body gives the name another value.
fn is_replaced(body: Node<'_>, things: Node<'_>) -> bool {
    own(body).into_iter().filter_map(crate::shape::assignment).any(|found| found.target.same_as(things))
}
