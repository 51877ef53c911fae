//! Members of structs and interfaces.

use super::{fields, functions, parts, set_visibility, types};
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{ExprIx, ScopeIx, SymbolFlags, SymbolIx, SymbolKind};

/// Whether a struct or interface type has nothing to define.
pub(super) fn is_empty(node: Node<'_>) -> bool {
    match node.kind() {
        "struct_type" => parts(node).first().is_none_or(|list| parts(*list).is_empty()),
        _ => parts(node).is_empty(),
    }
}

/// Defines the members of a struct or interface type as members of `owner`, in the scope `body`.
pub(super) fn define<'t>(cx: &mut Context<'t>, node: Node<'t>, owner: SymbolIx, body: ScopeIx, depth: u32) {
    let outer = cx.scope();
    cx.open_scope(body);
    let list = match node.kind() {
        "struct_type" => parts(node).first().map(|list| parts(*list)).unwrap_or_default(),
        _ => parts(node),
    };
    for member in list {
        match member.kind() {
            "field_declaration" => field(cx, member, owner, depth),
            "method_elem" => method(cx, member, depth),
            "type_elem" if parts(member).len() == 1 => {
                let base = types::ty(cx, member, depth);
                add_base(cx, owner, base);
            }
            _ => {}
        }
    }
    cx.open_scope(outer);
}

fn add_base(cx: &mut Context<'_>, owner: SymbolIx, base: ExprIx) {
    if base != ExprIx::UNKNOWN {
        cx.facts.symbols[owner.ix()].bases.push(base);
    }
}

fn field<'t>(cx: &mut Context<'t>, node: Node<'t>, owner: SymbolIx, depth: u32) {
    let Some(written) = node.child_by_field_name("type") else {
        return;
    };
    let ty = types::ty(cx, written, depth);
    let names = fields(node, "name");
    if names.is_empty() {
        add_base(cx, owner, ty);
        if let Some(name) = embedded_name(written) {
            one_field(cx, node, name, ty);
        }
    }
    for name in names {
        one_field(cx, node, name, ty);
    }
}

fn one_field<'t>(cx: &mut Context<'t>, node: Node<'t>, name: Node<'t>, ty: ExprIx) {
    let text = cx.text(name);
    if text == "_" {
        return;
    }
    let mut symbol = cx.draft(SymbolKind::Field, node, name, node.end_byte());
    set_visibility(&mut symbol, text);
    symbol.ty = Some(ty);
    cx.add_symbol(symbol);
}

/// An embedded field is called like its type.
fn embedded_name(written: Node<'_>) -> Option<Node<'_>> {
    match written.kind() {
        "type_identifier" => Some(written),
        "qualified_type" => written.child_by_field_name("name"),
        "generic_type" => written.child_by_field_name("type").and_then(embedded_name),
        _ => None,
    }
}

fn method<'t>(cx: &mut Context<'t>, node: Node<'t>, depth: u32) {
    let Some(name) = node.child_by_field_name("name") else {
        return;
    };
    let mut symbol = cx.draft(SymbolKind::Method, node, name, node.end_byte());
    set_visibility(&mut symbol, cx.text(name));
    symbol.flags.set(SymbolFlags::ABSTRACT);
    symbol.ty = types::result(cx, node, depth);
    symbol.params = functions::params(cx, node.child_by_field_name("parameters"), depth);
    cx.add_symbol(symbol);
}
