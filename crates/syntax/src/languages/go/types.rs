//! Types as expressions. A struct or interface without a name becomes a symbol of its own, named `struct` or
//! `interface`, so that its members are found.

use super::{MAX_DEPTH, members, parts};
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{Expr, ExprIx, ScopeIx, ScopeKind, SymbolKind, Visibility};

/// The type that `node` writes.
pub(super) fn ty<'t>(cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
    if depth > MAX_DEPTH {
        return ExprIx::UNKNOWN;
    }
    cx.memoised(node, |cx| build(cx, node, depth + 1))
}

fn build<'t>(cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
    match node.kind() {
        "type_identifier" | "identifier" => cx.name_expr(node),
        "qualified_type" => qualified(cx, node),
        "generic_type" => generic(cx, node, depth),
        "slice_type" | "array_type" | "implicit_length_array_type" => sequence(cx, node, "element", depth),
        "channel_type" => sequence(cx, node, "value", depth),
        "map_type" => {
            let args = vec![field(cx, node, "key", depth), field(cx, node, "value", depth)];
            let base = builtin(cx, "map");
            cx.expr(Expr::Generic { base, args })
        }
        "function_type" => lambda(cx, node, depth),
        "struct_type" => anonymous(cx, node, SymbolKind::Struct, depth),
        "interface_type" => anonymous(cx, node, SymbolKind::Interface, depth),
        "pointer_type" | "parenthesized_type" | "negated_type" | "type_elem" | "type_constraint" => {
            let of: Vec<_> = parts(node).into_iter().map(|part| ty(cx, part, depth)).collect();
            match of.as_slice() {
                [one] => *one,
                [] => ExprIx::UNKNOWN,
                _ => cx.expr(Expr::Union(of)),
            }
        }
        _ => ExprIx::UNKNOWN,
    }
}

fn field<'t>(cx: &mut Context<'t>, node: Node<'t>, name: &str, depth: u32) -> ExprIx {
    node.child_by_field_name(name).map_or(ExprIx::UNKNOWN, |inner| ty(cx, inner, depth))
}

/// A name that means the same everywhere in the file.
fn builtin(cx: &mut Context<'_>, name: &str) -> ExprIx {
    let name = cx.intern(name);
    cx.expr(Expr::Name { name, scope: ScopeIx::FILE, at: 0 })
}

/// A slice, array or channel of what the field `name` writes.
pub(super) fn sequence<'t>(cx: &mut Context<'t>, node: Node<'t>, name: &str, depth: u32) -> ExprIx {
    let args = vec![field(cx, node, name, depth)];
    let base = builtin(cx, "[]");
    cx.expr(Expr::Generic { base, args })
}

fn qualified<'t>(cx: &mut Context<'t>, node: Node<'t>) -> ExprIx {
    let (Some(package), Some(name)) = (node.child_by_field_name("package"), node.child_by_field_name("name")) else {
        return ExprIx::UNKNOWN;
    };
    let base = cx.memoised(package, |cx| cx.name_expr(package));
    let name = cx.intern_node(name);
    cx.expr(Expr::Member { base, name })
}

fn generic<'t>(cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
    let base = field(cx, node, "type", depth);
    let list = node.child_by_field_name("type_arguments").map(parts).unwrap_or_default();
    let args = list.into_iter().map(|argument| ty(cx, argument, depth)).collect();
    cx.expr(Expr::Generic { base, args })
}

/// A function value with what its `result` says it returns.
pub(super) fn lambda<'t>(cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
    let returns = match result(cx, node, depth) {
        Some(of) => vec![cx.expr(Expr::Instance { of })],
        None => Vec::new(),
    };
    cx.expr(Expr::Lambda { returns })
}

/// The declared result of a function: one type, or a tuple of several.
pub(super) fn result<'t>(cx: &mut Context<'t>, function: Node<'t>, depth: u32) -> Option<ExprIx> {
    let result = function.child_by_field_name("result")?;
    if result.kind() != "parameter_list" {
        return Some(ty(cx, result, depth));
    }
    let mut of = Vec::new();
    for declaration in parts(result) {
        let one = field(cx, declaration, "type", depth);
        let names = super::fields(declaration, "name").len();
        of.extend(std::iter::repeat_n(one, names.max(1)));
    }
    match of.len() {
        0 => None,
        1 => of.pop(),
        _ => Some(cx.expr(Expr::Tuple(of))),
    }
}

fn anonymous<'t>(cx: &mut Context<'t>, node: Node<'t>, kind: SymbolKind, depth: u32) -> ExprIx {
    if members::is_empty(node) {
        return ExprIx::UNKNOWN;
    }
    let Some(keyword) = node.child(0) else {
        return ExprIx::UNKNOWN;
    };
    let mut symbol = cx.draft(kind, node, keyword, keyword.end_byte());
    symbol.visibility = Visibility::Internal;
    let ix = cx.add_symbol(symbol);
    let body = cx.new_scope(ScopeKind::Class, Some(ix));
    cx.facts.symbols[ix.ix()].body = Some(body);
    members::define(cx, node, ix, body, depth);
    cx.expr(Expr::Symbol(ix))
}
