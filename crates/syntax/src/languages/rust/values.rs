//! Values as expressions. A value is built only after the walk has passed it, so that the scopes inside exist.

use super::types::{builtin, path, sequence, ty};
use super::{MAX_DEPTH, parts};
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{Expr, ExprIx, LiteralKind};

/// Values kept of a `match` or `if`; all arms have the same type, more of them say nothing new.
const MAX_ARMS: usize = 4;

/// The value of an expression.
pub(super) fn value<'t>(cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
    if depth > MAX_DEPTH {
        return ExprIx::UNKNOWN;
    }
    cx.memoised(node, |cx| build(cx, node, depth + 1))
}

fn build<'t>(cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
    let scope = cx.scope();
    match node.kind() {
        "identifier" if cx.text(node) == "Self" => cx.expr(Expr::Class { scope }),
        "identifier" => cx.name_expr(node),
        "self" => cx.expr(Expr::This { scope }),
        "scoped_identifier" => path(cx, node, depth),
        "generic_function" => field(cx, node, "function", depth),
        "field_expression" => member(cx, node, depth),
        "call_expression" => call(cx, node, depth),
        "try_expression" => {
            let of = first(cx, node, depth);
            cx.expr(Expr::Unwrap { of })
        }
        "await_expression" => {
            let of = first(cx, node, depth);
            cx.expr(Expr::Await { of })
        }
        "index_expression" => index(cx, node, depth),
        "reference_expression" => field(cx, node, "value", depth),
        "unary_expression" if node.child(0).is_some_and(|operator| operator.kind() == "*") => first(cx, node, depth),
        "parenthesized_expression" => first(cx, node, depth),
        "type_cast_expression" => instance(cx, node, "type"),
        "struct_expression" => instance(cx, node, "name"),
        "tuple_expression" => {
            let of = parts(node).into_iter().map(|part| value(cx, part, depth)).collect();
            cx.expr(Expr::Tuple(of))
        }
        "array_expression" => array(cx, node, depth),
        "macro_invocation" => macro_value(cx, node),
        "match_expression" => match_value(cx, node, depth),
        "if_expression" => if_value(cx, node, depth),
        "unsafe_block" | "else_clause" | "const_block" => last(cx, node, depth),
        kind => match literal(kind) {
            Some(kind) => cx.expr(Expr::Literal(kind)),
            None => ExprIx::UNKNOWN,
        },
    }
}

fn literal(kind: &str) -> Option<LiteralKind> {
    match kind {
        "string_literal" | "raw_string_literal" => Some(LiteralKind::String),
        "integer_literal" | "float_literal" => Some(LiteralKind::Number),
        "boolean_literal" => Some(LiteralKind::Bool),
        "unit_expression" => Some(LiteralKind::None),
        _ => None,
    }
}

fn field<'t>(cx: &mut Context<'t>, node: Node<'t>, name: &str, depth: u32) -> ExprIx {
    node.child_by_field_name(name).map_or(ExprIx::UNKNOWN, |inner| value(cx, inner, depth))
}

fn first<'t>(cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
    parts(node).first().map_or(ExprIx::UNKNOWN, |&inner| value(cx, inner, depth))
}

fn last<'t>(cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
    parts(node).last().map_or(ExprIx::UNKNOWN, |&inner| value(cx, inner, depth))
}

fn instance<'t>(cx: &mut Context<'t>, node: Node<'t>, name: &str) -> ExprIx {
    let of = node.child_by_field_name(name).map_or(ExprIx::UNKNOWN, |of| ty(cx, of, 0));
    cx.expr(Expr::Instance { of })
}

fn member<'t>(cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
    let base = field(cx, node, "value", depth);
    let Some(name) = node.child_by_field_name("field") else {
        return ExprIx::UNKNOWN;
    };
    let name = cx.intern_node(name);
    cx.expr(Expr::Member { base, name })
}

fn index<'t>(cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
    let of = first(cx, node, depth);
    let by_range = parts(node).get(1).is_some_and(|by| by.kind() == "range_expression");
    if by_range { of } else { cx.expr(Expr::Element { of }) }
}

fn array<'t>(cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
    let element = first(cx, node, depth);
    if element == ExprIx::UNKNOWN {
        return cx.expr(Expr::Literal(LiteralKind::Collection));
    }
    let element = cx.expr(Expr::TypeOf { of: element });
    let of = sequence(cx, element);
    cx.expr(Expr::Instance { of })
}

/// A call; the few standard functions that pass their argument or receiver on are seen through.
fn call<'t>(cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
    let Some(function) = node.child_by_field_name("function") else {
        return ExprIx::UNKNOWN;
    };
    let seen = match function.kind() {
        "field_expression" => through_method(cx, function, depth),
        "identifier" | "scoped_identifier" => through_wrapper(cx, function, node, depth),
        _ => None,
    };
    seen.unwrap_or_else(|| {
        let callee = value(cx, function, depth);
        cx.expr(Expr::Call { callee })
    })
}

fn through_method<'t>(cx: &mut Context<'t>, function: Node<'t>, depth: u32) -> Option<ExprIx> {
    let name = cx.text(function.child_by_field_name("field")?);
    if !matches!(name, "unwrap" | "expect" | "clone") {
        return None;
    }
    let of = field(cx, function, "value", depth);
    Some(if name == "clone" { of } else { cx.expr(Expr::Unwrap { of }) })
}

fn through_wrapper<'t>(cx: &mut Context<'t>, function: Node<'t>, call: Node<'t>, depth: u32) -> Option<ExprIx> {
    let name = cx.text(function);
    let argument = || call.child_by_field_name("arguments").and_then(|list| parts(list).first().copied());
    match name {
        "Box::new" | "Rc::new" | "Arc::new" | "Box::pin" => Some(value(cx, argument()?, depth)),
        "Some" | "Ok" | "Mutex::new" | "RwLock::new" | "RefCell::new" => {
            let of = value(cx, argument()?, depth);
            let of = cx.expr(Expr::TypeOf { of });
            let wrapper = match name {
                "Some" => "Option",
                "Ok" => "Result",
                other => other.trim_end_matches("::new"),
            };
            let base = builtin(cx, wrapper);
            let of = cx.expr(Expr::Generic { base, args: vec![of] });
            Some(cx.expr(Expr::Instance { of }))
        }
        _ => None,
    }
}

fn macro_value<'t>(cx: &mut Context<'t>, node: Node<'t>) -> ExprIx {
    let name = node.child_by_field_name("macro").map_or("", |name| cx.text(name));
    let kind = match name.rsplit("::").next().unwrap_or_default() {
        "vec" => LiteralKind::Collection,
        "format" | "concat" | "stringify" | "env" | "include_str" => LiteralKind::String,
        "matches" | "cfg" => LiteralKind::Bool,
        "line" | "column" => LiteralKind::Number,
        _ => return ExprIx::UNKNOWN,
    };
    cx.expr(Expr::Literal(kind))
}

fn match_value<'t>(cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
    let arms = node.child_by_field_name("body").map(parts).unwrap_or_default();
    let values: Vec<_> = arms.into_iter().map(|arm| value(cx, arm, depth)).collect();
    either(cx, values)
}

fn if_value<'t>(cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
    if node.child_by_field_name("alternative").is_none() {
        return ExprIx::UNKNOWN;
    }
    let values = ["consequence", "alternative"].map(|arm| field(cx, node, arm, depth));
    either(cx, values.to_vec())
}

/// Arms that leave the function are unknown and say nothing; the others agree.
fn either(cx: &mut Context<'_>, mut values: Vec<ExprIx>) -> ExprIx {
    values.retain(|&value| value != ExprIx::UNKNOWN);
    values.truncate(MAX_ARMS);
    super::generics::union(cx, values).unwrap_or(ExprIx::UNKNOWN)
}

/// What iterating over `node` gives. `iter()` and its kin are tried with and without: on standard collections they
/// pass the elements on, on types of the repository they have a declared result.
pub(super) fn element<'t>(cx: &mut Context<'t>, node: Node<'t>) -> ExprIx {
    let of = value(cx, node, 0);
    let whole = cx.expr(Expr::Element { of });
    let Some((receiver, method)) = method_call(cx, node) else {
        return whole;
    };
    match method {
        "iter" | "iter_mut" | "into_iter" | "drain" | "rev" | "skip" | "take" => {
            let inner = element_at(cx, receiver);
            cx.expr(Expr::Union(vec![inner, whole]))
        }
        "enumerate" => {
            let number = cx.expr(Expr::Literal(LiteralKind::Number));
            let inner = element_at(cx, receiver);
            cx.expr(Expr::Tuple(vec![number, inner]))
        }
        _ => whole,
    }
}

/// One level of `element`: `xs.iter().enumerate()` is as deep as loops commonly go.
fn element_at<'t>(cx: &mut Context<'t>, node: Node<'t>) -> ExprIx {
    let inner = method_call(cx, node).filter(|(_, method)| matches!(*method, "iter" | "iter_mut" | "into_iter"));
    let of = value(cx, inner.map_or(node, |(receiver, _)| receiver), 0);
    cx.expr(Expr::Element { of })
}

fn method_call<'t>(cx: &Context<'t>, node: Node<'t>) -> Option<(Node<'t>, &'t str)> {
    let function = node.child_by_field_name("function").filter(|function| function.kind() == "field_expression")?;
    Some((function.child_by_field_name("value")?, cx.text(function.child_by_field_name("field")?)))
}

/// The value of a closure, now that its body was walked.
pub(super) fn leave_closure<'t>(cx: &mut Context<'t>, node: Node<'t>) {
    cx.memoised(node, |cx| {
        let returns = match (node.child_by_field_name("return_type"), node.child_by_field_name("body")) {
            (Some(result), _) => {
                let of = ty(cx, result, 0);
                cx.expr(Expr::Instance { of })
            }
            (None, Some(body)) => value(cx, body, 0),
            (None, None) => ExprIx::UNKNOWN,
        };
        let returns = if returns == ExprIx::UNKNOWN { Vec::new() } else { vec![returns] };
        cx.expr(Expr::Lambda { returns })
    });
}

/// The value of a match arm, now that it was walked.
pub(super) fn leave_arm<'t>(cx: &mut Context<'t>, node: Node<'t>) {
    cx.memoised(node, |cx| field(cx, node, "value", 0));
}

/// The value of a block is that of its last expression, looked up from inside the block.
pub(super) fn leave_block<'t>(cx: &mut Context<'t>, node: Node<'t>) {
    let used = !matches!(
        cx.parent_kind(),
        "function_item" | "expression_statement" | "for_expression" | "while_expression" | "loop_expression"
    );
    if used {
        cx.memoised(node, |cx| tail(node).map_or(ExprIx::UNKNOWN, |tail| value(cx, tail, 0)));
    }
}

/// The expression a block ends with; `match` and its kin stand in a statement without semicolon there.
fn tail(block: Node<'_>) -> Option<Node<'_>> {
    let last = parts(block).pop()?;
    match last.kind() {
        "expression_statement" if last.child_count() == 1 => last.child(0),
        "expression_statement" | "let_declaration" | "empty_statement" | "macro_definition" => None,
        kind if kind.ends_with("_item") => None,
        _ => Some(last),
    }
}
