//! Classes, records, interfaces, annotations and enums; anonymous classes.

use super::JavaExtractor;
use super::locals::parameters;
use super::modifiers::{Modifiers, default_visibility};
use super::type_expressions::{type_expr, type_list};
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{
    Binding, BindingKind, Expr, ExprIx, ScopeIx, ScopeKind, Symbol, SymbolFlags, SymbolIx, SymbolKind, TypeParam,
    Visibility,
};

/// Defines the type that `node` declares and opens its body.
pub(super) fn define<'t>(java: &mut JavaExtractor, cx: &mut Context<'t>, node: Node<'t>) {
    let (Some(name), Some(body)) = (node.child_by_field_name("name"), node.child_by_field_name("body")) else {
        return;
    };
    let kind = match node.kind() {
        "interface_declaration" | "annotation_type_declaration" => SymbolKind::Interface,
        "enum_declaration" => SymbolKind::Enum,
        _ => SymbolKind::Class,
    };
    let outer = cx.scope();
    let mut symbol = cx.draft(kind, node, name, body.start_byte());
    symbol.parent = super::members::parent_of_member(java, cx, node);
    let modifiers = Modifiers::of(node);
    modifiers.apply(cx, &mut symbol, default_visibility(cx));
    if is_static_member(cx, node) {
        symbol.flags.set(SymbolFlags::STATIC);
    }
    if let Some(list) = node.child_by_field_name("type_parameters") {
        let scope = cx.new_scope(ScopeKind::TypeParameters, None);
        cx.open_scope(scope);
        symbol.type_params = type_parameters(cx, list, scope);
        modifiers.node.into_iter().for_each(|modifiers| cx.scope_on(modifiers, outer));
    }
    symbol.bases = bases(cx, node);
    let extends_test_case = extends_test_case(cx, node);
    if extends_test_case {
        symbol.flags.set(SymbolFlags::TEST);
    }
    let ix = cx.define(symbol, 0);
    if extends_test_case {
        java.test_cases.insert(ix);
    }
    let scope = cx.new_scope(ScopeKind::Class, Some(ix));
    cx.facts.symbols[ix.ix()].body = Some(scope);
    cx.scope_on(body, scope);
    if let Some(components) = node.child_by_field_name("parameters") {
        record_components(cx, ix, scope, components, body);
    }
}

/// Defines an enum constant; a body makes it a class of its own.
pub(super) fn enum_constant<'t>(java: &mut JavaExtractor, cx: &mut Context<'t>, node: Node<'t>) {
    let Some(name) = node.child_by_field_name("name") else {
        return;
    };
    let body = node.child_by_field_name("body");
    let head_end = body.map_or(node.end_byte(), |body| body.start_byte());
    let mut symbol = cx.draft(SymbolKind::EnumMember, node, name, head_end);
    Modifiers::of(node).apply(cx, &mut symbol, Visibility::Public);
    symbol.flags.set(SymbolFlags::STATIC);
    symbol.ty = cx.owner().map(|owner| name_of(cx, owner));
    if body.is_some() {
        symbol.bases.extend(symbol.ty);
    }
    let ix = cx.define(symbol, 0);
    java.fields.push((node.byte_range(), ix));
    if let Some(body) = body {
        let scope = cx.new_scope(ScopeKind::Class, Some(ix));
        cx.facts.symbols[ix.ix()].body = Some(scope);
        cx.scope_on(body, scope);
    }
}

/// Opens the body of `new T() { … }`: a class scope of no symbol whose `self_type` is `T`.
pub(super) fn anonymous_class<'t>(cx: &mut Context<'t>, node: Node<'t>) {
    let last = node.child_count().checked_sub(1).and_then(|last| node.child(last));
    let Some(body) = last.filter(|last| last.kind() == "class_body") else {
        return;
    };
    let Some(ty) = node.child_by_field_name("type") else {
        return;
    };
    let ty = type_expr(cx, ty, 0);
    let scope = cx.new_scope(ScopeKind::Class, None);
    cx.facts.scopes[scope.ix()].self_type = Some(ty);
    cx.scope_on(body, scope);
}

/// Binds type parameters in `scope`, which is the current one, so that bounds may name each other.
pub(super) fn type_parameters<'t>(cx: &mut Context<'t>, list: Node<'t>, scope: ScopeIx) -> Vec<TypeParam> {
    let mut params = Vec::new();
    for param in list.named_children(&mut list.walk()).filter(|child| child.kind() == "type_parameter") {
        let mut cursor = param.walk();
        let Some(name) = param.named_children(&mut cursor).find(|child| child.kind() == "type_identifier") else {
            continue;
        };
        let bound = param.named_children(&mut cursor).find(|child| child.kind() == "type_bound");
        let bounds = bound.map(|bound| type_list(cx, bound)).unwrap_or_default();
        let bound = match bounds.len() {
            0 => None,
            1 => Some(bounds[0]),
            _ => Some(cx.expr(Expr::Union(bounds))),
        };
        cx.bind(scope, name, BindingKind::TypeParameter, bound, None);
        params.push(TypeParam { name: cx.intern_node(name), bound });
    }
    params
}

/// Nested types other than classes are static by themselves, and so is everything in an interface.
fn is_static_member(cx: &Context<'_>, node: Node<'_>) -> bool {
    match cx.parent_kind() {
        "interface_body" | "annotation_type_body" => true,
        "class_body" | "enum_body_declarations" => node.kind() != "class_declaration",
        _ => false,
    }
}

fn bases<'t>(cx: &mut Context<'t>, node: Node<'t>) -> Vec<ExprIx> {
    let mut bases = Vec::new();
    for child in node.named_children(&mut node.walk()) {
        match child.kind() {
            "superclass" => bases.extend(type_list(cx, child)),
            "super_interfaces" | "extends_interfaces" => {
                if let Some(list) = child.named_children(&mut child.walk()).find(|c| c.kind() == "type_list") {
                    bases.extend(type_list(cx, list));
                }
            }
            _ => {}
        }
    }
    bases
}

fn extends_test_case(cx: &Context<'_>, node: Node<'_>) -> bool {
    node.child_by_field_name("superclass")
        .is_some_and(|superclass| cx.text(superclass).trim_end().ends_with("TestCase"))
}

/// The expression that names a type of this file from where it is declared.
fn name_of(cx: &mut Context<'_>, symbol: SymbolIx) -> ExprIx {
    let Symbol { name, scope, .. } = *cx.facts.symbol(symbol);
    cx.expr(Expr::Name { name, scope, at: 0 })
}

/// Each component is a private field and, unless the body declares it, a public method without parameters.
fn record_components<'t>(cx: &mut Context<'t>, record: SymbolIx, scope: ScopeIx, components: Node<'t>, body: Node<'t>) {
    let params = parameters(cx, components, None);
    cx.facts.symbols[record.ix()].params.clone_from(&params);
    let declared = methods_without_parameters(cx, body);
    let nodes = components.named_children(&mut components.walk()).filter(|child| !child.is_extra()).collect::<Vec<_>>();
    for (param, component) in params.iter().zip(nodes) {
        let Some(name) = name_of_parameter(component) else {
            continue;
        };
        let mut field = cx.draft(SymbolKind::Field, component, name, component.end_byte());
        (field.parent, field.scope, field.ty) = (Some(record), scope, param.ty);
        let mut accessor = field.clone();
        field.visibility = Visibility::Private;
        cx.define(field, 0);
        if !declared.contains(&cx.text(name)) {
            accessor.kind = SymbolKind::Method;
            accessor.flags.set(SymbolFlags::IMPLICIT);
            accessor.flags.set(SymbolFlags::EXPORTED);
            cx.define(accessor, 0);
        }
    }
}

fn methods_without_parameters<'t>(cx: &Context<'t>, body: Node<'t>) -> Vec<&'t str> {
    let mut cursor = body.walk();
    body.named_children(&mut cursor)
        .filter(|child| child.kind() == "method_declaration")
        .filter(|method| method.child_by_field_name("parameters").is_some_and(|list| list.named_child_count() == 0))
        .filter_map(|method| method.child_by_field_name("name"))
        .map(|name| cx.text(name))
        .collect()
}

/// The name of a `formal_parameter` or `spread_parameter`.
pub(super) fn name_of_parameter(parameter: Node<'_>) -> Option<Node<'_>> {
    let name = parameter.child_by_field_name("name").or_else(|| {
        let declarator = parameter.named_children(&mut parameter.walk()).find(|c| c.kind() == "variable_declarator")?;
        declarator.child_by_field_name("name")
    });
    name.filter(|name| name.kind() == "identifier")
}

/// Binds a name from byte `at` on.
pub(super) fn bind_from(cx: &mut Context<'_>, name: Node<'_>, at: usize, ty: Option<ExprIx>, value: Option<ExprIx>) {
    let (scope, position) = (cx.scope(), cx.position(name));
    let name = cx.intern_node(name);
    cx.facts.bindings.push(Binding { scope, name, at: at as u32, position, kind: BindingKind::Local, ty, value });
}
