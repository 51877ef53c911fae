//! Types as expressions.

use super::expressions::{MAX_DEPTH, member};
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{Expr, ExprIx};

/// The type that a type node names.
pub(super) fn type_expr<'t>(cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
    if depth >= MAX_DEPTH {
        return ExprIx::UNKNOWN;
    }
    match node.kind() {
        "type_identifier" | "identifier" | "integral_type" | "floating_point_type" | "boolean_type" | "void_type" => {
            cx.name_expr(node)
        }
        "scoped_type_identifier" | "generic_type" | "array_type" | "annotated_type" | "wildcard" => {
            cx.memoised(node, |cx| compound_type(cx, node, depth + 1))
        }
        _ => ExprIx::UNKNOWN,
    }
}

fn compound_type<'t>(cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
    let mut cursor = node.walk();
    let mut parts = node.named_children(&mut cursor).filter(|child| !child.is_extra() && !is_annotation(*child));
    let Some(first) = parts.next() else {
        return ExprIx::UNKNOWN;
    };
    match node.kind() {
        "scoped_type_identifier" => {
            let base = type_expr(cx, first, depth);
            parts.next().map_or(base, |name| member(cx, base, name))
        }
        "generic_type" => {
            let base = type_expr(cx, first, depth);
            let args = parts.next().map(|args| nested_types(cx, args, depth)).unwrap_or_default();
            if args.is_empty() { base } else { cx.expr(Expr::Generic { base, args }) }
        }
        "array_type" => {
            let of = type_expr(cx, first, depth);
            with_dimensions(cx, of, node)
        }
        // `? super T` takes a `T`, but what it gives is not known.
        "wildcard" if first.kind() == "super" => ExprIx::UNKNOWN,
        _ => type_expr(cx, first, depth),
    }
}

/// The types among the children of `node`, in order.
pub(super) fn type_list<'t>(cx: &mut Context<'t>, node: Node<'t>) -> Vec<ExprIx> {
    nested_types(cx, node, 0)
}

fn nested_types<'t>(cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> Vec<ExprIx> {
    let types = node.named_children(&mut node.walk()).filter(|child| !child.is_extra()).collect::<Vec<_>>();
    types.into_iter().map(|ty| type_expr(cx, ty, depth + 1)).collect()
}

/// The type in the field `type` of `node`, `None` for `var`, with the dimensions behind the name in `declarator`.
pub(super) fn declared_type<'t>(cx: &mut Context<'t>, node: Node<'t>, declarator: Node<'t>) -> Option<ExprIx> {
    let ty = node.child_by_field_name("type")?;
    if cx.text(ty) == "var" {
        return None;
    }
    let of = type_expr(cx, ty, 0);
    Some(with_dimensions(cx, of, declarator))
}

/// `of` as the element of as many arrays as the field `dimensions` of `node` has brackets.
fn with_dimensions<'t>(cx: &mut Context<'t>, of: ExprIx, node: Node<'t>) -> ExprIx {
    let Some(dimensions) = node.child_by_field_name("dimensions") else {
        return of;
    };
    let count = count_dimensions(cx, dimensions);
    (0..count).fold(of, |of, _| array_of(cx, of, dimensions.start_byte()))
}

/// How many brackets there are.
pub(super) fn count_dimensions(cx: &Context<'_>, dimensions: Node<'_>) -> usize {
    cx.text(dimensions).matches('[').count().min(MAX_DEPTH as usize)
}

/// An array of `of`.
pub(super) fn array_of(cx: &mut Context<'_>, of: ExprIx, at: usize) -> ExprIx {
    let base = synthetic(cx, "[]", at);
    cx.expr(Expr::Generic { base, args: vec![of] })
}

/// A name that stands in no source text, looked up from here.
pub(super) fn synthetic(cx: &mut Context<'_>, name: &str, at: usize) -> ExprIx {
    let name = cx.intern(name);
    cx.expr(Expr::Name { name, scope: cx.scope(), at: at as u32 })
}

fn is_annotation(node: Node<'_>) -> bool {
    matches!(node.kind(), "annotation" | "marker_annotation")
}
