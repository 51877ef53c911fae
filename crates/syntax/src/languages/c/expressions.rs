//! Values and types as expressions. Pointers and references are seen through: `.` and `->` are both `Member`.

use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{Expr, ExprIx, LiteralKind};

/// How deep an expression is followed; longer chains lose their type.
const MAX_DEPTH: u32 = 24;

/// The value of an expression node.
pub(super) fn expr<'t>(cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
    if depth >= MAX_DEPTH {
        return ExprIx::UNKNOWN;
    }
    match node.kind() {
        "identifier" | "namespace_identifier" => cx.name_expr(node),
        "this" => cx.expr(Expr::This { scope: cx.scope() }),
        "string_literal" | "raw_string_literal" | "concatenated_string" => literal(cx, LiteralKind::String),
        "number_literal" | "char_literal" | "sizeof_expression" | "update_expression" => {
            literal(cx, LiteralKind::Number)
        }
        "true" | "false" => literal(cx, LiteralKind::Bool),
        "null" => literal(cx, LiteralKind::None),
        "initializer_list" => literal(cx, LiteralKind::Collection),
        "lambda_expression" => cx.expr(Expr::Lambda { returns: Vec::new() }),
        _ => cx.memoised(node, |cx| compound(cx, node, depth + 1)),
    }
}

fn literal(cx: &mut Context<'_>, kind: LiteralKind) -> ExprIx {
    cx.expr(Expr::Literal(kind))
}

fn compound<'t>(cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
    match node.kind() {
        "field_expression" => {
            let base = child_expr(cx, node, "argument", depth);
            let field = node.child_by_field_name("field");
            field.map_or(ExprIx::UNKNOWN, |field| member(cx, base, field))
        }
        "call_expression" => call(cx, node, depth),
        "new_expression" => {
            let callee = node.child_by_field_name("type").map_or(ExprIx::UNKNOWN, |ty| type_expr(cx, ty, depth));
            cx.expr(Expr::Call { callee })
        }
        "pointer_expression"
        | "assignment_expression"
        | "parenthesized_expression"
        | "condition_clause"
        | "parameter_pack_expansion"
        | "co_await_expression"
        | "extension_expression" => {
            let inner = node.named_child((node.named_child_count() as u32).saturating_sub(1));
            inner.map_or(ExprIx::UNKNOWN, |inner| expr(cx, inner, depth))
        }
        "cast_expression" | "compound_literal_expression" => {
            let of = node.child_by_field_name("type").map_or(ExprIx::UNKNOWN, |ty| type_expr(cx, ty, depth));
            cx.expr(Expr::Instance { of })
        }
        "subscript_expression" => {
            let of = child_expr(cx, node, "argument", depth);
            cx.expr(Expr::Element { of })
        }
        "conditional_expression" => {
            let one = child_expr(cx, node, "consequence", depth);
            let other = child_expr(cx, node, "alternative", depth);
            cx.expr(Expr::Union(vec![one, other]))
        }
        "qualified_identifier" | "template_function" | "nested_namespace_specifier" | "template_type" => {
            path(cx, node, depth)
        }
        _ => ExprIx::UNKNOWN,
    }
}

fn child_expr<'t>(cx: &mut Context<'t>, node: Node<'t>, field: &str, depth: u32) -> ExprIx {
    node.child_by_field_name(field).map_or(ExprIx::UNKNOWN, |child| expr(cx, child, depth))
}

/// `base.name`, where the name may have template arguments.
fn member<'t>(cx: &mut Context<'t>, base: ExprIx, name: Node<'t>) -> ExprIx {
    let name = if name.kind() == "template_method" { name.child_by_field_name("name").unwrap_or(name) } else { name };
    let name = cx.intern_node(name);
    cx.expr(Expr::Member { base, name })
}

/// A call; the casts of C++ look like calls of a template.
fn call<'t>(cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
    let Some(function) = node.child_by_field_name("function") else {
        return ExprIx::UNKNOWN;
    };
    if function.kind() == "template_function"
        && function.child_by_field_name("name").is_some_and(|name| cx.text(name).ends_with("_cast"))
    {
        let target = function.child_by_field_name("arguments").and_then(|arguments| arguments.named_child(0));
        let of = target.map_or(ExprIx::UNKNOWN, |target| type_expr(cx, target, depth));
        return cx.expr(Expr::Instance { of });
    }
    let callee = expr(cx, function, depth);
    cx.expr(Expr::Call { callee })
}

/// The type that a type node names.
pub(super) fn type_expr<'t>(cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
    if depth >= MAX_DEPTH {
        return ExprIx::UNKNOWN;
    }
    match node.kind() {
        "type_identifier" | "identifier" | "primitive_type" | "sized_type_specifier" | "namespace_identifier" => {
            cx.name_expr(node)
        }
        "struct_specifier" | "union_specifier" | "class_specifier" | "enum_specifier" => {
            node.child_by_field_name("name").map_or(ExprIx::UNKNOWN, |name| type_expr(cx, name, depth + 1))
        }
        "type_descriptor" => {
            node.child_by_field_name("type").map_or(ExprIx::UNKNOWN, |ty| type_expr(cx, ty, depth + 1))
        }
        "dependent_type" => node.named_child(0).map_or(ExprIx::UNKNOWN, |ty| type_expr(cx, ty, depth + 1)),
        "qualified_identifier" | "template_type" | "template_function" => {
            cx.memoised(node, |cx| path(cx, node, depth + 1))
        }
        _ => ExprIx::UNKNOWN,
    }
}

/// `a::b::c`, `a<b>`: the grammar nests qualified names to the right, so the base is carried along.
fn path<'t>(cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
    let mut base = None;
    let mut at = node;
    for _ in 0..MAX_DEPTH {
        if at.kind() != "qualified_identifier" {
            break;
        }
        if let Some(scope) = at.child_by_field_name("scope") {
            base = Some(segment(cx, base, scope, depth));
        }
        match at.child_by_field_name("name") {
            Some(name) => at = name,
            None => return ExprIx::UNKNOWN,
        }
    }
    segment(cx, base, at, depth)
}

/// The expression of everything before the last `::` of a qualified name.
pub(super) fn qualifier_expr<'t>(cx: &mut Context<'t>, qualified: Node<'t>) -> Option<ExprIx> {
    let mut base = None;
    let mut at = qualified;
    for _ in 0..MAX_DEPTH {
        if at.kind() != "qualified_identifier" {
            break;
        }
        if let Some(scope) = at.child_by_field_name("scope") {
            base = Some(segment(cx, base, scope, 0));
        }
        at = at.child_by_field_name("name")?;
    }
    base
}

/// One segment of a path: a name looked up in `base`, or from here.
fn segment<'t>(cx: &mut Context<'t>, base: Option<ExprIx>, node: Node<'t>, depth: u32) -> ExprIx {
    let (name, arguments) = match node.kind() {
        "template_type" | "template_function" | "template_method" => {
            (node.child_by_field_name("name").unwrap_or(node), node.child_by_field_name("arguments"))
        }
        _ => (node, None),
    };
    let named = match base {
        Some(base) => member(cx, base, name),
        None => cx.name_expr(name),
    };
    let Some(arguments) = arguments else {
        return named;
    };
    let nodes: Vec<_> = arguments.named_children(&mut arguments.walk()).filter(|child| !child.is_extra()).collect();
    let args: Vec<_> = nodes.into_iter().map(|argument| type_expr(cx, argument, depth + 1)).collect();
    if args.is_empty() { named } else { cx.expr(Expr::Generic { base: named, args }) }
}
