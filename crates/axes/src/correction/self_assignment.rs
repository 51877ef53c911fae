//! `self-assignment`: a variable or field is assigned its own value.

use super::{needs_fix, unsure};
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{ASSIGNMENTS, FUNCTIONS, assignment, is_lively, is_name, within};
use tribunal_domain::Language;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = unsure(needs_fix(
    "self-assignment",
    &[],
    "A variable is assigned its own value, which does nothing.",
    "One of the two sides was meant to be something else, often a parameter of the same name.\n\n\
     ```java\nvoid setWidth(int w) {\n    this.width = this.width; // found: meant w\n}\n```\n\n\
     Left alone: declarations (`let x = x`, `x := x` make a new variable), names at the top of a Python file or class, \
     which are offered that way, members that a setter may answer for, and functions without a name that do nothing else.",
));

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: ASSIGNMENTS, check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(found) = assignment(node) else { return };
    let target = found.target;
    if found.declares || found.operator != "=" || !target.same_as(found.value) {
        return;
    }
    // `new T { Name = Name }` fills in the new object.
    let filled_in = node.parent().is_some_and(|list| list.kind().contains("initializer"));
    // `row: Row = row` tells a checker what a loop's variable is.
    let typed = node.field("type").is_some();
    if filled_in || typed || node.has_error() || is_lively(target) {
        return;
    }
    // `else: x = x` says that this way changes nothing.
    let statement = node.parent().filter(|parent| parent.kind() == "expression_statement").unwrap_or(node);
    let alone = statement.parent().is_some_and(|list| list.named_children().len() == 1)
        && statement.ancestors().take(2).any(|above| above.kind().contains("if_") || above.kind().contains("el"));
    // A function without a name and with nothing else is one that has to do nothing.
    let nothing = statement.parent().is_some_and(|list| {
        let closure = ["arrow_function", "function_expression", "lambda"];
        list.named_children().len() == 1 && list.parent().is_some_and(|above| closure.contains(&above.kind()))
    });
    if !alone && !nothing && is_plain(target) && is_inside(node) && target.text() != "_" {
        local.report(&RULE, node, format!("`{}` is assigned to itself", target.text()));
    }
}

/// In languages with setters only a name or a field of the object itself is sure to be no more than it looks.
fn is_plain(target: Node<'_>) -> bool {
    match target.tree().language() {
        Language::Go | Language::Java | Language::Rust | Language::C => true,
        _ => is_name(target) || is_field_without_setter(target),
    }
}

/// A field of the object itself, for which the file defines no setter.
fn is_field_without_setter(target: Node<'_>) -> bool {
    let Some(("self" | "this", name)) = target.text().split_once('.') else { return false };
    let text = target.tree().text();
    !text.contains(&format!("set {name}")) && !text.contains(&format!("{name}.setter"))
}

fn is_inside(node: Node<'_>) -> bool {
    let python = node.tree().language() == Language::Python;
    !python
        || node.ancestors().any(|node| FUNCTIONS.contains(&node.kind()))
            && within(node, &["class_definition"]).is_none()
}
