//! Parameters, lambdas, range loops, caught errors, declarations in conditions.

use super::declarations::{bind_parts, declared_type, structured_binding};
use super::declarators::Declared;
use super::expressions::expr;
use super::types::template_names;
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{Binding, BindingKind, Expr, Param, ParamKind, ScopeIx, ScopeKind};

/// The named and unnamed parameters of a list, bound in `scope` if one is given.
pub(super) fn parameters<'t>(cx: &mut Context<'t>, list: Node<'t>, scope: Option<ScopeIx>) -> Vec<Param> {
    let mut params = Vec::new();
    for child in list.named_children(&mut list.walk()) {
        let (kind, optional) = match child.kind() {
            "parameter_declaration" | "identifier" => (ParamKind::Plain, false),
            "optional_parameter_declaration" => (ParamKind::Plain, true),
            "variadic_parameter_declaration" | "variadic_parameter" => (ParamKind::Rest, true),
            _ => continue,
        };
        if cx.text(child) == "void" {
            continue;
        }
        let declarator = child.child_by_field_name("declarator");
        let declared =
            if child.kind() == "identifier" { Declared::of(child) } else { declarator.and_then(Declared::of) };
        let ty = match &declared {
            Some(declared) => declared_type(cx, child, declared),
            None => child.child_by_field_name("type").map(|ty| super::expressions::type_expr(cx, ty, 0)),
        };
        let name = declared.map(|declared| declared.name);
        if let (Some(scope), Some(name)) = (scope, name) {
            cx.bind(scope, name, BindingKind::Parameter, ty, None);
        }
        let text = name.map_or("", |name| cx.text(name));
        params.push(Param { name: cx.intern(text), at: cx.position(name.unwrap_or(child)), ty, optional, kind });
    }
    params
}

/// Opens a lambda's scope; captures with a value are bound in it, others mean what they mean around it.
pub(super) fn lambda<'t>(cx: &mut Context<'t>, node: Node<'t>) {
    let scope = cx.new_scope(ScopeKind::Function, None);
    cx.open_scope(scope);
    if let Some(list) = node.child_by_field_name("template_parameters") {
        for name in template_names(list) {
            cx.bind(scope, name, BindingKind::TypeParameter, None, None);
        }
    }
    if let Some(captures) = node.child_by_field_name("captures") {
        bind_captures(cx, captures, scope);
    }
    let declarator = node.child_by_field_name("declarator");
    if let Some(list) = declarator.and_then(|declarator| declarator.child_by_field_name("parameters")) {
        parameters(cx, list, Some(scope));
    }
}

fn bind_captures<'t>(cx: &mut Context<'t>, captures: Node<'t>, scope: ScopeIx) {
    for capture in captures.named_children(&mut captures.walk()) {
        let (Some(name), Some(right)) = (capture.child_by_field_name("left"), capture.child_by_field_name("right"))
        else {
            continue;
        };
        let value = Some(expr(cx, right, 0));
        let (at, position) = (captures.end_byte() as u32, cx.position(name));
        let name = cx.intern_node(name);
        cx.facts.bindings.push(Binding { scope, name, at, position, kind: BindingKind::Local, ty: None, value });
    }
}

/// `for (T x : xs)`.
pub(super) fn range_loop<'t>(cx: &mut Context<'t>, node: Node<'t>) {
    super::open_block(cx);
    let (declarator, right) = (node.child_by_field_name("declarator"), node.child_by_field_name("right"));
    let Some(declarator) = declarator else {
        return;
    };
    if let Some(names) = structured_binding(declarator) {
        bind_parts(cx, names, right, true);
        return;
    }
    let Some(declared) = Declared::of(declarator) else {
        return;
    };
    let ty = declared_type(cx, node, &declared);
    let value = right.filter(|_| ty.is_none()).map(|right| {
        let of = expr(cx, right, 0);
        cx.expr(Expr::Element { of })
    });
    let (scope, position) = (cx.scope(), cx.position(declared.name));
    let at = right.map_or(declarator.end_byte(), |right| right.end_byte()) as u32;
    let name = cx.intern_node(declared.name);
    cx.facts.bindings.push(Binding { scope, name, at, position, kind: BindingKind::Local, ty, value });
}

/// `catch (T e)` and `requires (T a)`: a block with parameters.
pub(super) fn with_parameters<'t>(cx: &mut Context<'t>, node: Node<'t>) {
    super::open_block(cx);
    if let Some(list) = node.child_by_field_name("parameters") {
        parameters(cx, list, Some(cx.scope()));
    }
}

/// A condition that declares something (`if (auto x = f())`) opens a scope on the statement.
pub(super) fn condition<'t>(cx: &mut Context<'t>, node: Node<'t>) {
    let condition = node.child_by_field_name("condition").filter(|clause| clause.kind() == "condition_clause");
    let declares = |clause: Node<'t>| {
        clause.named_children(&mut clause.walk()).any(|child| matches!(child.kind(), "declaration" | "init_statement"))
    };
    if condition.is_some_and(declares) {
        super::open_block(cx);
    }
}
