//! `missing-self`: a Python method has no parameter for its object.

use super::{PYTHON, error};
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::mentions;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = error(
    "missing-self",
    PYTHON,
    "A method has no parameter for its object.",
    "Calling it on an object fails, because the object itself is passed as the first argument.\n\n\
     ```python\nclass Door:\n    def open():         # found\n        pass\n```\n\n\
     Left alone: decorated methods, methods with `*args`, methods that the class body calls or hands to something, \
     classes of which no function takes its object, and classes with a base or metaclass that may treat their functions as they like.",
);

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: &["class_definition"], check };

/// Methods that Python passes the class without being told.
const STATIC: &[&str] = &["__new__", "__init_subclass__", "__class_getitem__"];

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let plain = node.field("superclasses").is_none_or(|bases| bases.named_children().is_empty());
    let decorated = node.parent().is_some_and(|parent| parent.kind() == "decorated_definition");
    let Some(body) = node.field("body").filter(|_| plain && !decorated) else { return };
    // A class in which no function takes its object is a name for a group of functions.
    if !body.named_children().into_iter().any(takes_self) {
        return;
    }
    for member in body.named_children().into_iter().filter(|member| member.kind() == "function_definition") {
        let (Some(name), Some(list)) = (member.field("name"), member.field("parameters")) else { continue };
        let empty = list.named_children().is_empty();
        if empty && !STATIC.contains(&name.text()) && !is_used_in_class(body, name) {
            local.report(&RULE, name, format!("the method `{}` has no parameter for its object", name.text()));
        }
    }
}

fn takes_self(member: Node<'_>) -> bool {
    let function = member.field("definition").unwrap_or(member);
    let list = function.field("parameters").map(Node::named_children).unwrap_or_default();
    list.first().is_some_and(|first| first.text().starts_with("self"))
}

/// Whether the class body names the function without an object, as a helper of its own, or looks functions up by name.
fn is_used_in_class(body: Node<'_>, name: Node<'_>) -> bool {
    if mentions(body, "getattr") || mentions(body, "cls") || is_called_on_class(body, name) {
        return true;
    }
    let same = |inner: &Node<'_>| inner.kind() == "identifier" && inner.text() == name.text() && *inner != name;
    body.descendants().any(|inner| same(&inner))
}

/// `Door.open()` anywhere in the file needs no object.
fn is_called_on_class(body: Node<'_>, name: Node<'_>) -> bool {
    let Some(class) = body.parent().and_then(|class| class.field("name")) else { return false };
    let path = format!("{}.{}", class.text(), name.text());
    body.tree().text().contains(&path)
}
