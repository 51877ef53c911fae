//! Types and paths as expressions.

use super::{MAX_DEPTH, generics, parts};
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{Expr, ExprIx, LiteralKind, ScopeIx};

/// The type that `node` writes.
pub(super) fn ty<'t>(cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
    if depth > MAX_DEPTH {
        return ExprIx::UNKNOWN;
    }
    cx.memoised(node, |cx| build(cx, node, depth + 1))
}

fn build<'t>(cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
    match node.kind() {
        "type_identifier" | "identifier" | "primitive_type" => head(cx, node),
        "scoped_type_identifier" | "scoped_identifier" => path(cx, node, depth),
        "generic_type" | "generic_type_with_turbofish" => generic(cx, node, depth),
        "reference_type" | "pointer_type" | "higher_ranked_trait_bound" | "qualified_type" => {
            field(cx, node, "type", depth)
        }
        "dynamic_type" | "abstract_type" => field(cx, node, "trait", depth),
        "bracketed_type" => node.named_child(0).map_or(ExprIx::UNKNOWN, |inner| ty(cx, inner, depth)),
        "bounded_type" => bounded(cx, node, depth),
        "tuple_type" => {
            let of = parts(node).into_iter().map(|part| ty(cx, part, depth)).collect();
            cx.expr(Expr::Tuple(of))
        }
        "unit_type" => cx.expr(Expr::Literal(LiteralKind::None)),
        "array_type" => {
            let element = field(cx, node, "element", depth);
            sequence(cx, element)
        }
        "function_type" => function(cx, node, depth),
        _ => ExprIx::UNKNOWN,
    }
}

fn field<'t>(cx: &mut Context<'t>, node: Node<'t>, name: &str, depth: u32) -> ExprIx {
    node.child_by_field_name(name).map_or(ExprIx::UNKNOWN, |inner| ty(cx, inner, depth))
}

/// The type of arrays, slices and vectors of `element`.
pub(super) fn sequence(cx: &mut Context<'_>, element: ExprIx) -> ExprIx {
    let base = builtin(cx, "[]");
    cx.expr(Expr::Generic { base, args: vec![element] })
}

/// A name that means the same everywhere in the file.
pub(super) fn builtin(cx: &mut Context<'_>, name: &str) -> ExprIx {
    let name = cx.intern(name);
    cx.expr(Expr::Name { name, scope: ScopeIx::FILE, at: 0 })
}

fn generic<'t>(cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
    let base = field(cx, node, "type", depth);
    let Some(list) = node.child_by_field_name("type_arguments") else {
        return base;
    };
    let mut args = Vec::new();
    for argument in parts(list) {
        match argument.kind() {
            "lifetime" | "block" | "trait_bounds" => {}
            "type_binding" => args.push(field(cx, argument, "type", depth)),
            kind if kind.ends_with("_literal") => {}
            _ => args.push(ty(cx, argument, depth)),
        }
    }
    if args.is_empty() { base } else { cx.expr(Expr::Generic { base, args }) }
}

fn bounded<'t>(cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
    let wanted: Vec<_> = parts(node).into_iter().filter(|part| !generics::is_marker(cx, *part)).collect();
    let of: Vec<_> = wanted.into_iter().map(|part| ty(cx, part, depth)).filter(|&ty| ty != ExprIx::UNKNOWN).collect();
    generics::union(cx, of).unwrap_or(ExprIx::UNKNOWN)
}

fn function<'t>(cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
    let returns = match node.child_by_field_name("return_type") {
        Some(result) => {
            let of = ty(cx, result, depth);
            vec![cx.expr(Expr::Instance { of })]
        }
        None => Vec::new(),
    };
    cx.expr(Expr::Lambda { returns })
}

/// What the path `node` names, where it stands before `::` or in type position: locals are not seen.
pub(super) fn path<'t>(cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
    if depth > MAX_DEPTH {
        return ExprIx::UNKNOWN;
    }
    match node.kind() {
        "scoped_identifier" | "scoped_type_identifier" => cx.memoised(node, |cx| {
            let Some(name) = node.child_by_field_name("name") else {
                return ExprIx::UNKNOWN;
            };
            match node.child_by_field_name("path") {
                Some(prefix) => {
                    let base = path(cx, prefix, depth + 1);
                    let name = cx.intern_node(name);
                    cx.expr(Expr::Member { base, name })
                }
                None => head(cx, name),
            }
        }),
        "identifier" | "type_identifier" | "self" | "super" | "crate" => cx.memoised(node, |cx| head(cx, node)),
        "metavariable" => ExprIx::UNKNOWN,
        _ => ty(cx, node, depth),
    }
}

/// The first name of a path.
pub(super) fn head(cx: &mut Context<'_>, node: Node<'_>) -> ExprIx {
    let scope = cx.scope();
    match cx.text(node) {
        "_" => ExprIx::UNKNOWN,
        "Self" => cx.expr(Expr::Class { scope }),
        text => {
            let name = cx.intern(text);
            cx.expr(Expr::Name { name, scope, at: 0 })
        }
    }
}
