//! Names bound inside methods: parameters, locals, loop variables, caught errors, resources, patterns.

use super::expressions::expr;
use super::type_expressions::{array_of, declared_type, type_expr, type_list};
use super::types::{bind_from, name_of_parameter};
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{BindingKind, Expr, ExprIx, Param, ParamKind, ScopeIx, ScopeKind};

/// The parameters of a list, bound in `scope` if one is given.
pub(super) fn parameters<'t>(cx: &mut Context<'t>, list: Node<'t>, scope: Option<ScopeIx>) -> Vec<Param> {
    let mut params = Vec::new();
    for child in list.named_children(&mut list.walk()) {
        let kind = match child.kind() {
            "formal_parameter" => ParamKind::Plain,
            "spread_parameter" => ParamKind::Rest,
            _ => continue,
        };
        let Some(name) = name_of_parameter(child) else {
            continue;
        };
        let ty = if kind == ParamKind::Rest { spread_type(cx, child) } else { declared_type(cx, child, child) };
        if let Some(scope) = scope {
            cx.bind(scope, name, BindingKind::Parameter, ty, None);
        }
        let optional = kind == ParamKind::Rest;
        params.push(Param { name: cx.intern_node(name), at: cx.position(name), ty, optional, kind });
    }
    params
}

/// `T... name` is an array of `T`.
fn spread_type<'t>(cx: &mut Context<'t>, node: Node<'t>) -> Option<ExprIx> {
    let mut cursor = node.walk();
    let ty = node.named_children(&mut cursor).find(|child| child.kind() != "modifiers" && !child.is_extra())?;
    let of = type_expr(cx, ty, 0);
    Some(array_of(cx, of, node.start_byte()))
}

/// Binds the declared names, each from the end of its declarator on: a method called there may have the same name.
pub(super) fn variables<'t>(cx: &mut Context<'t>, node: Node<'t>) {
    for declarator in node.children_by_field_name("declarator", &mut node.walk()).filter(Node::is_named) {
        let Some(name) = plain_name(declarator) else {
            continue;
        };
        let ty = declared_type(cx, node, declarator);
        let value = declarator.child_by_field_name("value").filter(|_| ty.is_none());
        let value = value.map(|value| expr(cx, value, 0));
        bind_from(cx, name, declarator.end_byte(), ty, value);
    }
}

/// Opens a lambda's scope and binds its parameters.
pub(super) fn lambda<'t>(cx: &mut Context<'t>, node: Node<'t>) {
    let scope = cx.new_scope(ScopeKind::Function, None);
    cx.open_scope(scope);
    let Some(list) = node.child_by_field_name("parameters") else {
        return;
    };
    match list.kind() {
        "identifier" => cx.bind(scope, list, BindingKind::Parameter, None, None),
        "inferred_parameters" => {
            for name in list.named_children(&mut list.walk()).filter(|child| child.kind() == "identifier") {
                cx.bind(scope, name, BindingKind::Parameter, None, None);
            }
        }
        _ => {
            parameters(cx, list, Some(scope));
        }
    }
}

/// The loop variable is visible in the body only.
pub(super) fn enhanced_for<'t>(cx: &mut Context<'t>, node: Node<'t>) {
    let (Some(name), Some(body)) = (plain_name(node), node.child_by_field_name("body")) else {
        return;
    };
    let ty = declared_type(cx, node, node);
    let value = node.child_by_field_name("value").filter(|_| ty.is_none()).map(|value| {
        let of = expr(cx, value, 0);
        cx.expr(Expr::Element { of })
    });
    let scope = cx.new_scope(ScopeKind::Block, None);
    cx.scope_on(body, scope);
    cx.bind(scope, name, BindingKind::Local, ty, value);
}

/// Opens the clause's scope and binds the caught error; several types are a union.
pub(super) fn catch_clause<'t>(cx: &mut Context<'t>, node: Node<'t>) {
    super::open_block(cx);
    let mut cursor = node.walk();
    let Some(parameter) = node.named_children(&mut cursor).find(|child| child.kind() == "catch_formal_parameter")
    else {
        return;
    };
    let Some(name) = plain_name(parameter) else {
        return;
    };
    let mut cursor = parameter.walk();
    let types = parameter.named_children(&mut cursor).find(|child| child.kind() == "catch_type");
    let types = types.map(|types| type_list(cx, types)).unwrap_or_default();
    let ty = match types.len() {
        0 => None,
        1 => Some(types[0]),
        _ => Some(cx.expr(Expr::Union(types))),
    };
    cx.bind(cx.scope(), name, BindingKind::Local, ty, None);
}

/// Resources are visible in the head and the body, not in `catch` and `finally`.
pub(super) fn try_with_resources<'t>(cx: &mut Context<'t>, node: Node<'t>) {
    let scope = cx.new_scope(ScopeKind::Block, None);
    for field in ["resources", "body"] {
        if let Some(child) = node.child_by_field_name(field) {
            cx.scope_on(child, scope);
        }
    }
}

/// Binds a resource that is declared in the head of a `try`.
pub(super) fn resource<'t>(cx: &mut Context<'t>, node: Node<'t>) {
    let Some(name) = plain_name(node) else {
        return;
    };
    let ty = declared_type(cx, node, node);
    let value = node.child_by_field_name("value").filter(|_| ty.is_none());
    let value = value.map(|value| expr(cx, value, 0));
    bind_from(cx, name, node.end_byte(), ty, value);
}

/// A pattern variable of `if (x instanceof A a)` holds in the condition and the branch taken; a condition with `!` or
/// `||` may make it hold after the statement, so there it is bound in the scope around.
pub(super) fn condition_scope<'t>(cx: &mut Context<'t>, node: Node<'t>, branch: &str) {
    let Some(condition) = node.child_by_field_name("condition") else {
        return;
    };
    let text = cx.text(condition);
    if !text.contains("instanceof") || text.contains("!(") || text.contains("! (") || text.contains("||") {
        return;
    }
    let scope = cx.new_scope(ScopeKind::Block, None);
    cx.scope_on(condition, scope);
    if let Some(branch) = node.child_by_field_name(branch) {
        cx.scope_on(branch, scope);
    }
}

/// `x instanceof A a`.
pub(super) fn instance_of<'t>(cx: &mut Context<'t>, node: Node<'t>) {
    let (Some(name), Some(ty)) = (plain_name(node), node.child_by_field_name("right")) else {
        return;
    };
    let ty = type_expr(cx, ty, 0);
    cx.bind(cx.scope(), name, BindingKind::Local, Some(ty), None);
}

/// `A a` as a pattern of its own or as a component of a record pattern.
pub(super) fn pattern<'t>(cx: &mut Context<'t>, node: Node<'t>) {
    let mut cursor = node.walk();
    let parts: Vec<_> = node.named_children(&mut cursor).filter(|child| !child.is_extra()).collect();
    if let [ty, name] = parts[..]
        && name.kind() == "identifier"
    {
        let ty = (cx.text(ty) != "var").then(|| type_expr(cx, ty, 0));
        cx.bind(cx.scope(), name, BindingKind::Local, ty, None);
    }
}

/// The name of a node, unless it is the unnamed `_`.
fn plain_name(node: Node<'_>) -> Option<Node<'_>> {
    node.child_by_field_name("name").filter(|name| name.kind() == "identifier")
}
