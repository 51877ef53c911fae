//! Methods, constructors and fields.

use super::JavaExtractor;
use super::locals::parameters;
use super::modifiers::{Modifiers, default_visibility};
use super::type_expressions::declared_type;
use super::types::type_parameters;
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{ScopeKind, Symbol, SymbolFlags, SymbolIx, SymbolKind, Visibility};

/// Defines a method, constructor or annotation element and opens its scope on the whole node.
///
/// A constructor's name is not bound: inside the class its name must mean the class.
pub(super) fn method<'t>(java: &JavaExtractor, cx: &mut Context<'t>, node: Node<'t>) {
    let Some(name) = node.child_by_field_name("name") else {
        return;
    };
    let body = node.child_by_field_name("body");
    let head_end = body.map_or(node.end_byte() - 1, |body| body.start_byte());
    let outer = cx.scope();
    let mut symbol = cx.draft(SymbolKind::Method, node, name, head_end);
    symbol.parent = parent_of_member(java, cx, node);
    symbol.bases = anonymous_bases(cx);
    let modifiers = Modifiers::of(node);
    symbol.signature = cx.signature(modifiers.head_start(node), head_end);
    let is_constructor = node.kind().ends_with("constructor_declaration");
    let default = if is_constructor { constructor_visibility(cx) } else { default_visibility(cx) };
    modifiers.apply(cx, &mut symbol, default);
    flags(cx, java, &mut symbol, &modifiers, body.is_some(), is_constructor);
    let scope = cx.new_scope(ScopeKind::Function, None);
    cx.open_scope(scope);
    modifiers.node.into_iter().for_each(|modifiers| cx.scope_on(modifiers, outer));
    if let Some(list) = node.child_by_field_name("type_parameters") {
        symbol.type_params = type_parameters(cx, list, scope);
    }
    symbol.ty = declared_type(cx, node, node);
    if let Some(list) = parameter_list(cx, node) {
        symbol.params = parameters(cx, list, Some(scope));
    }
    let ix = if is_constructor { cx.add_symbol(symbol) } else { cx.define(symbol, 0) };
    cx.facts.symbols[ix.ix()].body = Some(scope);
    cx.facts.scopes[scope.ix()].owner = Some(ix);
    if body.is_some() {
        cx.measure(ix);
    }
    mark_test_class(cx, ix);
}

/// Defines one symbol per declarator.
pub(super) fn fields<'t>(java: &mut JavaExtractor, cx: &mut Context<'t>, node: Node<'t>) {
    let modifiers = Modifiers::of(node);
    let default = default_visibility(cx);
    let in_interface = node.kind() == "constant_declaration" || default == Visibility::Public;
    let (is_static, is_final) = (modifiers.is_static || in_interface, modifiers.is_final || in_interface);
    let kind = if is_static && is_final { SymbolKind::Constant } else { SymbolKind::Field };
    let parent = parent_of_member(java, cx, node);
    for declarator in node.children_by_field_name("declarator", &mut node.walk()).filter(Node::is_named) {
        let Some(name) = declarator.child_by_field_name("name") else {
            continue;
        };
        let value = declarator.child_by_field_name("value");
        let head_end = value.map_or(declarator.end_byte(), |value| value.start_byte());
        let mut symbol = cx.draft(kind, node, name, head_end);
        symbol.parent = parent;
        modifiers.apply(cx, &mut symbol, default);
        if is_static {
            symbol.flags.set(SymbolFlags::STATIC);
        }
        let ty = declared_type(cx, node, declarator);
        symbol.ty = ty;
        let ix = cx.define(symbol, 0);
        java.fields.push((declarator.byte_range(), ix));
    }
}

/// The definition a member belongs to: members of an anonymous class in a field's initialiser belong to the field, those
/// in an initialiser block to nothing, because they are no members of the class around.
pub(super) fn parent_of_member(java: &JavaExtractor, cx: &Context<'_>, node: Node<'_>) -> Option<SymbolIx> {
    let owner = cx.owner();
    if !is_in_anonymous_class(cx) || owner.is_some_and(|owner| cx.facts.symbol(owner).kind == SymbolKind::Method) {
        return owner;
    }
    let at = node.start_byte();
    let field = java.fields.iter().rev().find(|(range, _)| range.contains(&at));
    field.map(|&(_, field)| field)
}

fn is_in_anonymous_class(cx: &Context<'_>) -> bool {
    let scope = &cx.facts.scopes[cx.scope().ix()];
    scope.kind == ScopeKind::Class && scope.owner.is_none()
}

/// Methods of an anonymous class name the type they implement.
fn anonymous_bases(cx: &Context<'_>) -> Vec<tribunal_domain::facts::ExprIx> {
    let scope = &cx.facts.scopes[cx.scope().ix()];
    if scope.owner.is_none() { scope.self_type.into_iter().collect() } else { Vec::new() }
}

fn flags(
    cx: &Context<'_>,
    java: &JavaExtractor,
    symbol: &mut Symbol,
    modifiers: &Modifiers<'_>,
    has_body: bool,
    is_constructor: bool,
) {
    if is_constructor {
        symbol.flags.set(SymbolFlags::CONSTRUCTOR);
    }
    if modifiers.is_native {
        symbol.flags.set(SymbolFlags::FOREIGN);
    } else if !has_body {
        symbol.flags.set(SymbolFlags::ABSTRACT);
    }
    let name = cx.facts.text(symbol.name);
    let is_fixture = name.starts_with("test") || name == "setUp" || name == "tearDown";
    if is_fixture && symbol.parent.is_some_and(|parent| java.test_cases.contains(&parent)) {
        symbol.flags.set(SymbolFlags::TEST);
    }
}

/// A class with a test method is a test class.
fn mark_test_class(cx: &mut Context<'_>, method: SymbolIx) {
    if !cx.facts.symbol(method).flags.has(SymbolFlags::TEST) {
        return;
    }
    if let Some(parent) = cx.facts.symbol(method).parent {
        let parent = &mut cx.facts.symbols[parent.ix()];
        if matches!(parent.kind, SymbolKind::Class | SymbolKind::Interface) {
            parent.flags.set(SymbolFlags::TEST);
        }
    }
}

/// Constructors of enums are private.
fn constructor_visibility(cx: &Context<'_>) -> Visibility {
    if cx.parent_kind() == "enum_body_declarations" { Visibility::Private } else { Visibility::Internal }
}

/// The parameters of a method; a compact constructor has those of its record.
fn parameter_list<'t>(cx: &Context<'t>, node: Node<'t>) -> Option<Node<'t>> {
    if node.kind() == "compact_constructor_declaration" {
        return cx.ancestor(1)?.child_by_field_name("parameters");
    }
    node.child_by_field_name("parameters")
}
