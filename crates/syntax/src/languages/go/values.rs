//! Values as expressions.

use super::types::{lambda, ty};
use super::{MAX_DEPTH, parts};
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{Expr, ExprIx, LiteralKind};

/// The value of an expression.
pub(super) fn value<'t>(cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
    if depth > MAX_DEPTH {
        return ExprIx::UNKNOWN;
    }
    cx.memoised(node, |cx| build(cx, node, depth + 1))
}

fn build<'t>(cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
    match node.kind() {
        "identifier" => cx.name_expr(node),
        "selector_expression" => member(cx, node, depth),
        "call_expression" => call(cx, node, depth),
        "index_expression" => {
            let of = field(cx, node, "operand", depth);
            cx.expr(Expr::Element { of })
        }
        "slice_expression" => field(cx, node, "operand", depth),
        "type_assertion_expression" | "composite_literal" => instance(cx, node),
        "type_conversion_expression" => conversion(cx, node),
        "type_instantiation_expression" => node.child_by_field_name("type").map_or(ExprIx::UNKNOWN, |of| ty(cx, of, 0)),
        "func_literal" => lambda(cx, node, 0),
        "unary_expression" => unary(cx, node, depth),
        "binary_expression" => binary(cx, node, depth),
        "parenthesized_expression" => first(cx, node, depth),
        kind => match literal(kind) {
            Some(kind) => cx.expr(Expr::Literal(kind)),
            None => ExprIx::UNKNOWN,
        },
    }
}

fn literal(kind: &str) -> Option<LiteralKind> {
    match kind {
        "interpreted_string_literal" | "raw_string_literal" => Some(LiteralKind::String),
        "int_literal" | "float_literal" | "imaginary_literal" | "rune_literal" | "iota" => Some(LiteralKind::Number),
        "true" | "false" => Some(LiteralKind::Bool),
        "nil" => Some(LiteralKind::None),
        _ => None,
    }
}

fn field<'t>(cx: &mut Context<'t>, node: Node<'t>, name: &str, depth: u32) -> ExprIx {
    node.child_by_field_name(name).map_or(ExprIx::UNKNOWN, |inner| value(cx, inner, depth))
}

fn first<'t>(cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
    parts(node).first().map_or(ExprIx::UNKNOWN, |&inner| value(cx, inner, depth))
}

fn instance<'t>(cx: &mut Context<'t>, node: Node<'t>) -> ExprIx {
    let of = node.child_by_field_name("type").map_or(ExprIx::UNKNOWN, |of| ty(cx, of, 0));
    cx.expr(Expr::Instance { of })
}

fn member<'t>(cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
    let base = field(cx, node, "operand", depth);
    let Some(name) = node.child_by_field_name("field") else {
        return ExprIx::UNKNOWN;
    };
    let name = cx.intern_node(name);
    cx.expr(Expr::Member { base, name })
}

/// A call; `make`, `new` and `append` are known.
fn call<'t>(cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
    let Some(function) = node.child_by_field_name("function") else {
        return ExprIx::UNKNOWN;
    };
    let first = node.child_by_field_name("arguments").and_then(|list| parts(list).first().copied());
    let known = if function.kind() == "identifier" { cx.text(function) } else { "" };
    match (known, first) {
        ("make" | "new", Some(first)) => {
            let of = ty(cx, first, 0);
            cx.expr(Expr::Instance { of })
        }
        ("append", Some(first)) => value(cx, first, depth),
        _ => {
            let callee = value(cx, function, depth);
            cx.expr(Expr::Call { callee })
        }
    }
}

/// `T(x)` for a written type; the grammar also takes `f[T](x)` for one, which is a call.
fn conversion<'t>(cx: &mut Context<'t>, node: Node<'t>) -> ExprIx {
    let Some(written) = node.child_by_field_name("type") else {
        return ExprIx::UNKNOWN;
    };
    if let Some(function) = written.child_by_field_name("type").filter(|_| written.kind() == "generic_type") {
        let callee = ty(cx, function, 0);
        return cx.expr(Expr::Call { callee });
    }
    let of = ty(cx, written, 0);
    cx.expr(Expr::Instance { of })
}

fn unary<'t>(cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
    let of = field(cx, node, "operand", depth);
    match node.child_by_field_name("operator").map_or("", |operator| operator.kind()) {
        "<-" => cx.expr(Expr::Element { of }),
        "!" => cx.expr(Expr::Literal(LiteralKind::Bool)),
        _ => of,
    }
}

/// Both operands of arithmetic have one type, a constant takes that of the other.
fn binary<'t>(cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
    match node.child_by_field_name("operator").map_or("", |operator| operator.kind()) {
        "==" | "!=" | "<" | "<=" | ">" | ">=" | "&&" | "||" => cx.expr(Expr::Literal(LiteralKind::Bool)),
        _ => {
            let left = field(cx, node, "left", depth);
            let constant = matches!(cx.facts.exprs[left.ix()], Expr::Literal(_));
            if constant { field(cx, node, "right", depth) } else { left }
        }
    }
}
