//! Identifiers: which of them are uses, what for, and what stands before them.

use super::{Go, fields, values};
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{ExprIx, Role};

/// Levels above a name that are looked at to find out what it is used for.
const MAX_CLIMB: usize = 16;

impl Go {
    pub(super) fn identifier<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        if self.binders.remove(&node.id()) || cx.text(node) == "_" {
            return;
        }
        match (cx.parent_kind(), cx.field()) {
            (parent, Some("name")) if declares(parent) => {}
            ("literal_element", _) if cx.ancestor_field(0) == Some("key") => {
                let instance = self.keyed_instance(cx);
                cx.reference(node, if instance.is_some() { Role::Key } else { Role::Read }, instance);
            }
            ("expression_list", _) if cx.ancestor_field(0) == Some("alias") => {}
            _ => {
                let role = value_role(cx);
                cx.reference(node, role, None);
            }
        }
    }
}

fn declares(parent: &str) -> bool {
    matches!(
        parent,
        "function_declaration"
            | "const_spec"
            | "var_spec"
            | "parameter_declaration"
            | "variadic_parameter_declaration"
            | "type_parameter_declaration"
    )
}

/// A name after a dot.
pub(super) fn field<'t>(cx: &mut Context<'t>, node: Node<'t>) {
    let Some(whole) = cx.parent().filter(|parent| parent.kind() == "selector_expression") else {
        return;
    };
    let operand = whole.child_by_field_name("operand");
    let receiver = operand.map_or(ExprIx::UNKNOWN, |operand| values::value(cx, operand, 0));
    let role = value_role(cx);
    cx.reference(node, role, Some(receiver));
}

/// A name in type position.
pub(super) fn type_name<'t>(cx: &mut Context<'t>, node: Node<'t>) {
    let Some(parent) = cx.parent() else {
        return;
    };
    match (parent.kind(), cx.field()) {
        ("type_spec" | "type_alias", Some("name")) => {}
        _ if matches!(cx.text(node), "nil" | "true" | "false") || in_broken_string(cx, node) => {}
        ("qualified_type", _) => {
            let package = parent.child_by_field_name("package");
            let receiver = package.map(|package| cx.memoised(package, |cx| cx.name_expr(package)));
            let role = type_role(cx);
            cx.reference(node, role, receiver);
        }
        _ => {
            let role = type_role(cx);
            cx.reference(node, role, None);
        }
    }
}

/// The package of the file, or one that a type is taken from.
pub(super) fn package<'t>(cx: &mut Context<'t>, node: Node<'t>) {
    match cx.parent_kind() {
        "package_clause" => cx.facts.package = Some(cx.intern_node(node)),
        "qualified_type" => cx.reference(node, Role::Read, None),
        _ => {}
    }
}

fn value_role(cx: &Context<'_>) -> Role {
    let mut field = cx.field();
    for level in 0..MAX_CLIMB {
        let Some(parent) = cx.ancestor(level) else {
            break;
        };
        match (parent.kind(), field) {
            ("call_expression", Some("function")) => return Role::Call,
            ("inc_statement" | "dec_statement", _) => return Role::Write,
            ("expression_list", _) => {
                let target = cx.ancestor_field(level) == Some("left");
                return if target { Role::Write } else { Role::Read };
            }
            ("selector_expression", Some("field")) | ("parenthesized_expression", _) => {}
            ("unary_expression", _) if parent.child(0).is_some_and(|operator| operator.kind() == "*") => {}
            _ => return Role::Read,
        }
        field = cx.ancestor_field(level);
    }
    Role::Read
}

fn type_role(cx: &Context<'_>) -> Role {
    let mut field = cx.field();
    for level in 0..MAX_CLIMB {
        let Some(parent) = cx.ancestor(level) else {
            break;
        };
        match (parent.kind(), field) {
            ("qualified_type", Some("name")) | ("generic_type", Some("type")) => {}
            ("composite_literal" | "type_conversion_expression", Some("type")) => return Role::Call,
            ("field_declaration", _) if fields(parent, "name").is_empty() => return Role::Inherit,
            ("type_elem", _) => {
                let embedded = cx.ancestor(level + 1).is_some_and(|node| node.kind() == "interface_type");
                return if embedded && parent.named_child_count() == 1 { Role::Inherit } else { Role::Type };
            }
            _ => return Role::Type,
        }
        field = cx.ancestor_field(level);
    }
    Role::Type
}

/// Where the grammar fails at a string, its words look like names. None stands next to a quote otherwise.
fn in_broken_string(cx: &Context<'_>, node: Node<'_>) -> bool {
    let bytes = cx.source.text().as_bytes();
    let before = node.start_byte().checked_sub(1).and_then(|at| bytes.get(at));
    before == Some(&b'"') || bytes.get(node.end_byte()) == Some(&b'"')
}
