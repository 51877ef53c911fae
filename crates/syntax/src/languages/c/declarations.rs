//! Declarations of variables, fields and aliases; functions go on to `functions`.

use super::declarators::{Declared, broken_part, is_keyword, qualifiers};
use super::expressions::{expr, type_expr};
use super::functions::{declare, enclosing_owner, has_specifier, is_static, visibility_here};
use super::types::{template_params, whole};
use super::{CExtractor, declaring_scope};
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::Language;
use tribunal_domain::facts::{BindingKind, Expr, ExprIx, ScopeKind, SymbolFlags, SymbolKind, Text};

/// Each declarator of a declaration: symbols at file and class level, bindings inside functions.
pub(super) fn declaration<'t>(c: &CExtractor, cx: &mut Context<'t>, node: Node<'t>) {
    let kind = cx.facts.scopes[declaring_scope(cx).ix()].kind;
    let is_local = matches!(kind, ScopeKind::Function | ScopeKind::Block);
    for declarator in node.children_by_field_name("declarator", &mut node.walk()).filter(Node::is_named) {
        let value = declarator.child_by_field_name("value").or_else(|| node.child_by_field_name("value"));
        if let Some(bindings) = structured_binding(declarator) {
            bind_parts(cx, bindings, value, false);
            continue;
        }
        let Some(declared) = Declared::of(declarator) else {
            continue;
        };
        if is_local {
            local(cx, node, &declared, value);
        } else if declared.function.is_some() {
            declare(c, cx, node, &declared);
        } else {
            variable(c, cx, node, &declared, value);
        }
    }
}

/// The type in front of the declarators, `None` for `auto`.
pub(super) fn declared_type<'t>(cx: &mut Context<'t>, node: Node<'t>, declared: &Declared<'t>) -> Option<ExprIx> {
    let ty = node.child_by_field_name("type")?;
    if declared.callable || ty.kind() == "placeholder_type_specifier" || cx.text(ty) == "auto" {
        return None;
    }
    let ty = type_expr(cx, ty, 0);
    (ty != ExprIx::UNKNOWN).then(|| declared.wrap(cx, ty))
}

fn local<'t>(cx: &mut Context<'t>, node: Node<'t>, declared: &Declared<'t>, value: Option<Node<'t>>) {
    // In C++ `Foo x(y);` looks like a function's declaration but seldom is one.
    let declares_function = declared.function.is_some() && cx.row.language == Language::C;
    if declares_function || declared.qualified.is_some() || is_keyword(cx.text(declared.name)) {
        return;
    }
    let ty = declared_type(cx, node, declared);
    let value = value.filter(|_| ty.is_none()).map(|value| expr(cx, value, 0));
    // The declarations between the head and the body of an old function type its parameters.
    let kind = if cx.parent_kind() == "function_definition" { BindingKind::Parameter } else { BindingKind::Local };
    cx.bind(cx.scope(), declared.name, kind, ty, value);
}

fn variable<'t>(
    c: &CExtractor,
    cx: &mut Context<'t>,
    node: Node<'t>,
    declared: &Declared<'t>,
    value: Option<Node<'t>>,
) {
    if broken_part(node).is_some() || is_keyword(cx.text(declared.name)) {
        return;
    }
    let is_member = cx.facts.scopes[declaring_scope(cx).ix()].kind == ScopeKind::Class;
    let is_const = !declared.indirect
        && (has_specifier(cx, node, "type_qualifier", "const")
            || has_specifier(cx, node, "type_qualifier", "constexpr"));
    let kind = match (is_member, is_const) {
        (true, _) => SymbolKind::Field,
        (false, true) => SymbolKind::Constant,
        (false, false) => SymbolKind::Variable,
    };
    let head_end = value.map_or(node.end_byte() - 1, |value| value.start_byte());
    let mut symbol = cx.draft(kind, whole(cx, node), declared.name, head_end);
    symbol.scope = declaring_scope(cx);
    symbol.ty = declared_type(cx, node, declared);
    symbol.value = value.filter(|_| symbol.ty.is_none()).map(|value| expr(cx, value, 0));
    visibility_here(c, cx, &mut symbol, is_static(cx, node));
    let is_extern =
        has_specifier(cx, node, "storage_class_specifier", "extern") || cx.parent_kind() == "linkage_specification";
    let is_static_member = symbol.flags.has(SymbolFlags::STATIC) && node.child_by_field_name("default_value").is_none();
    if is_static_member || is_extern && value.is_none() {
        symbol.flags.set(SymbolFlags::ABSTRACT);
    }
    if let Some(qualified) = declared.qualified {
        // `int A::x = 1;` defines a static member that the class declares.
        symbol.kind = SymbolKind::Field;
        symbol.impl_of = super::expressions::qualifier_expr(cx, qualified);
        symbol.parent = enclosing_owner(c, cx, &qualifiers(qualified));
        symbol.flags = SymbolFlags::EXPORTED;
        cx.add_symbol(symbol);
        return;
    }
    cx.define(symbol, 0);
}

/// The names of `auto [a, b]`, under `&` and `=`.
pub(super) fn structured_binding(declarator: Node<'_>) -> Option<Node<'_>> {
    let mut at = declarator;
    for _ in 0..4 {
        match at.kind() {
            "structured_binding_declarator" => return Some(at),
            "init_declarator" => at = at.child_by_field_name("declarator")?,
            "reference_declarator" => at = at.named_child(0)?,
            _ => return None,
        }
    }
    None
}

/// Binds the names of a structured binding to the parts of its value, or of the elements of it.
pub(super) fn bind_parts<'t>(cx: &mut Context<'t>, names: Node<'t>, value: Option<Node<'t>>, element: bool) {
    let mut of = value.map_or(ExprIx::UNKNOWN, |value| expr(cx, value, 0));
    if element {
        of = cx.expr(Expr::Element { of });
    }
    let names: Vec<_> = names.named_children(&mut names.walk()).filter(|child| child.kind() == "identifier").collect();
    for (index, name) in names.into_iter().enumerate() {
        let part = cx.expr(Expr::Part { of, index: index as u32 });
        cx.bind(cx.scope(), name, BindingKind::Local, None, Some(part));
    }
}

/// `typedef T name;`. A struct, union or enum that takes its name from here has no alias beside it, and
/// `typedef struct A A;` only declares `A`.
pub(super) fn typedef<'t>(c: &CExtractor, cx: &mut Context<'t>, node: Node<'t>) {
    let Some(ty) = node.child_by_field_name("type").filter(|_| broken_part(node).is_none()) else {
        return;
    };
    let is_tagged = matches!(ty.kind(), "struct_specifier" | "union_specifier" | "class_specifier" | "enum_specifier");
    let tag: Option<Text> = ty.child_by_field_name("name").filter(|_| is_tagged).map(|name| cx.intern_node(name));
    let has_body = is_tagged && ty.child_by_field_name("body").is_some();
    for (index, declarator) in node.children_by_field_name("declarator", &mut node.walk()).enumerate() {
        let Some(declared) = Declared::of(declarator).filter(|declared| declared.name.kind() == "type_identifier")
        else {
            continue;
        };
        let takes_name = has_body && tag.is_none() && index == 0;
        let same = tag == Some(cx.intern_node(declared.name));
        if takes_name || same && has_body {
            continue;
        }
        let mut symbol = cx.draft(SymbolKind::TypeAlias, node, declared.name, node.end_byte() - 1);
        symbol.scope = declaring_scope(cx);
        visibility_here(c, cx, &mut symbol, false);
        if same {
            symbol.kind = if ty.kind() == "enum_specifier" { SymbolKind::Enum } else { SymbolKind::Struct };
            symbol.flags.set(SymbolFlags::ABSTRACT);
        } else {
            symbol.ty = declared_type(cx, node, &declared);
        }
        cx.define(symbol, 0);
    }
}

/// `using A = T;` and `concept A = …;`.
pub(super) fn alias<'t>(c: &CExtractor, cx: &mut Context<'t>, node: Node<'t>) {
    let Some(name) = node.child_by_field_name("name") else {
        return;
    };
    let is_concept = node.kind() == "concept_definition";
    let kind = if is_concept { SymbolKind::Interface } else { SymbolKind::TypeAlias };
    let head_end = if is_concept { name.end_byte() } else { node.end_byte() - 1 };
    let mut symbol = cx.draft(kind, whole(cx, node), name, head_end);
    symbol.scope = declaring_scope(cx);
    symbol.type_params = template_params(cx);
    symbol.ty = node.child_by_field_name("type").map(|ty| type_expr(cx, ty, 0));
    visibility_here(c, cx, &mut symbol, false);
    cx.define(symbol, 0);
}
