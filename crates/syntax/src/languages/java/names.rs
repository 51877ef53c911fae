//! Uses of names: which identifiers are references, what for, and what stands before their dot.

use super::expressions::{creation_outer, expr, receiver, reflection};
use super::type_expressions::type_expr;
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{Expr, ExprIx, Role};

/// An identifier outside of type syntax.
pub(super) fn identifier<'t>(cx: &mut Context<'t>, node: Node<'t>) {
    let Some(parent) = cx.parent().filter(|_| node.start_byte() < node.end_byte()) else {
        return;
    };
    match (parent.kind(), cx.field()) {
        ("method_invocation", Some("name")) => {
            let object = parent.child_by_field_name("object");
            let receiver = object.map(|object| receiver(cx, parent, object, 0));
            cx.reference(node, Role::Call, receiver);
            reflection(cx, parent, node);
        }
        ("field_access", Some("field")) => {
            let object = parent.child_by_field_name("object");
            let receiver = object.map(|object| receiver(cx, parent, object, 0));
            let role = member_role(cx);
            cx.reference(node, role, receiver);
        }
        ("field_access" | "method_invocation", _) => {
            let role = if qualifies_keyword(parent) { Role::Type } else { Role::Read };
            cx.reference(node, role, None);
        }
        ("annotation" | "marker_annotation", Some("name")) => cx.reference(node, Role::Decorate, None),
        ("scoped_identifier", _) => scoped(cx, parent, node),
        ("element_value_pair", Some("key")) => annotation_key(cx, node),
        ("method_reference", _) => method_reference(cx, parent, node),
        // The grammar takes `default` in `case null, default` for a name.
        ("switch_label", _) if cx.text(node) == "default" => {}
        ("switch_label", _) => case_label(cx, node),
        ("assignment_expression", Some("left")) | ("update_expression", _) => cx.reference(node, Role::Write, None),
        ("record_pattern" | "uses_module_directive" | "provides_module_directive", _) => {
            cx.reference(node, Role::Type, None);
        }
        (kind, field) if binds(kind, field) => {}
        _ => cx.reference(node, Role::Read, None),
    }
}

/// Whether an identifier in this place is a definition's own name, a label, or part of something not understood.
fn binds(parent: &str, field: Option<&str>) -> bool {
    match parent {
        "ERROR"
        | "labeled_statement"
        | "break_statement"
        | "continue_statement"
        | "inferred_parameters"
        | "type_pattern"
        | "record_pattern_component"
        | "receiver_parameter"
        | "package_declaration"
        | "module_declaration" => true,
        "lambda_expression" => field == Some("parameters"),
        _ => field == Some("name"),
    }
}

fn member_role(cx: &Context<'_>) -> Role {
    match (cx.ancestor(1).map_or("", |node| node.kind()), cx.ancestor_field(0)) {
        ("assignment_expression", Some("left")) | ("update_expression", _) => Role::Write,
        _ => Role::Read,
    }
}

/// Whether a member access is `Outer.this` or goes through `Outer.super`.
fn qualifies_keyword(access: Node<'_>) -> bool {
    access.child(2).is_some_and(|child| matches!(child.kind(), "this" | "super"))
}

/// A segment of a dotted annotation name or of a module directive.
fn scoped<'t>(cx: &mut Context<'t>, parent: Node<'t>, node: Node<'t>) {
    if cx.field() != Some("name") {
        cx.reference(node, Role::Type, None);
        return;
    }
    let receiver = parent.child_by_field_name("scope").map(|scope| expr(cx, scope, 0));
    let is_annotation = matches!(cx.ancestor(1).map_or("", |node| node.kind()), "annotation" | "marker_annotation");
    cx.reference(node, if is_annotation { Role::Decorate } else { Role::Type }, receiver);
}

fn annotation_key<'t>(cx: &mut Context<'t>, node: Node<'t>) {
    let annotation = cx.ancestor(2).and_then(|annotation| annotation.child_by_field_name("name"));
    let receiver = annotation.map(|name| {
        let of = expr(cx, name, 0);
        cx.expr(Expr::Instance { of })
    });
    cx.reference(node, Role::Key, receiver);
}

/// `a::b` names the method `b`; `a::new` constructs an `a`.
fn method_reference<'t>(cx: &mut Context<'t>, parent: Node<'t>, node: Node<'t>) {
    if node.end_byte() < parent.end_byte() {
        let role = if creates(parent) { Role::Call } else { Role::Read };
        cx.reference(node, role, None);
        return;
    }
    let receiver = parent.child(0).map(|first| expr(cx, first, 0));
    cx.reference(node, Role::Call, receiver);
}

fn creates(method_reference: Node<'_>) -> bool {
    let last = method_reference.child_count().checked_sub(1);
    last.and_then(|last| method_reference.child(last)).is_some_and(|last| last.kind() == "new")
}

/// `case RED:` names a constant of the type switched on, or one in scope: a key whose receiver is that type.
fn case_label<'t>(cx: &mut Context<'t>, node: Node<'t>) {
    let switch = cx.ancestor(3).filter(|switch| switch.kind() == "switch_expression");
    let selector = switch.and_then(|switch| switch.child_by_field_name("condition"));
    let of = selector.map_or(ExprIx::UNKNOWN, |selector| expr(cx, selector, 0));
    let receiver = cx.expr(Expr::TypeOf { of });
    cx.reference(node, Role::Key, Some(receiver));
}

/// An identifier in type syntax.
pub(super) fn type_identifier<'t>(cx: &mut Context<'t>, node: Node<'t>) {
    let kind = cx.parent_kind();
    if matches!(kind, "type_parameter" | "ERROR") || cx.text(node) == "var" || node.start_byte() == node.end_byte() {
        return;
    }
    let role = type_role(cx, node);
    let receiver = match cx.parent() {
        Some(parent) if kind == "scoped_type_identifier" && parent.end_byte() == node.end_byte() => {
            parent.named_child(0).filter(|first| first.id() != node.id()).map(|first| type_expr(cx, first, 0))
        }
        Some(parent) if kind == "object_creation_expression" => creation_outer(parent).map(|outer| expr(cx, outer, 0)),
        Some(_) if kind == "generic_type" => {
            let creation = cx.ancestor(1).filter(|above| above.kind() == "object_creation_expression");
            creation.and_then(creation_outer).map(|outer| expr(cx, outer, 0))
        }
        _ => None,
    };
    cx.reference(node, role, receiver);
}

/// The role of a type's last name, by what the whole type stands in.
fn type_role(cx: &Context<'_>, node: Node<'_>) -> Role {
    let (mut below, mut level) = (node, 0);
    while let Some(above) = cx.ancestor(level) {
        match above.kind() {
            "scoped_type_identifier" if above.end_byte() != below.end_byte() => return Role::Type,
            "scoped_type_identifier" | "generic_type" | "annotated_type" | "type_list" => {}
            "superclass" | "super_interfaces" | "extends_interfaces" => return Role::Inherit,
            "object_creation_expression" => return Role::Call,
            "method_reference" if creates(above) => return Role::Call,
            _ => return Role::Type,
        }
        (below, level) = (above, level + 1);
    }
    Role::Type
}
