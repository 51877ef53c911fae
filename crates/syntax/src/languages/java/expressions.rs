//! Values as expressions.

use super::type_expressions::{array_of, count_dimensions, synthetic, type_expr};
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{Expr, ExprIx, LiteralKind, ScopeIx, ScopeKind};

/// How deep an expression is followed; longer chains lose their type.
pub(super) const MAX_DEPTH: u32 = 24;

/// Methods that take the name of a class or member as an argument.
const REFLECTION: &[&str] = &[
    "forName",
    "loadClass",
    "getMethod",
    "getDeclaredMethod",
    "getField",
    "getDeclaredField",
    "findVirtual",
    "findStatic",
    "findClass",
];

/// The value of an expression node.
pub(super) fn expr<'t>(cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
    if depth >= MAX_DEPTH {
        return ExprIx::UNKNOWN;
    }
    match node.kind() {
        "identifier" => cx.name_expr(node),
        "this" => cx.expr(Expr::This { scope: cx.scope() }),
        "super" => cx.expr(Expr::Super { scope: cx.scope() }),
        "string_literal" => cx.expr(Expr::Literal(LiteralKind::String)),
        "decimal_integer_literal"
        | "hex_integer_literal"
        | "octal_integer_literal"
        | "binary_integer_literal"
        | "decimal_floating_point_literal"
        | "hex_floating_point_literal"
        | "character_literal"
        | "update_expression" => cx.expr(Expr::Literal(LiteralKind::Number)),
        "true" | "false" | "instanceof_expression" => cx.expr(Expr::Literal(LiteralKind::Bool)),
        "null_literal" => cx.expr(Expr::Literal(LiteralKind::None)),
        "array_initializer" => cx.expr(Expr::Literal(LiteralKind::Collection)),
        // What a lambda returns depends on its own scope, which does not exist before the walk gets there.
        "lambda_expression" => cx.expr(Expr::Lambda { returns: Vec::new() }),
        _ => cx.memoised(node, |cx| compound(cx, node, depth + 1)),
    }
}

fn compound<'t>(cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
    match node.kind() {
        "field_access" => field_access(cx, node, depth),
        "method_invocation" => method_invocation(cx, node, depth),
        "scoped_identifier" => scoped_identifier(cx, node, depth),
        "parenthesized_expression" => {
            let inner = node.named_children(&mut node.walk()).find(|child| !child.is_extra());
            inner.map_or(ExprIx::UNKNOWN, |inner| expr(cx, inner, depth))
        }
        "object_creation_expression" => {
            let callee = created_type(cx, node, depth);
            cx.expr(Expr::Call { callee })
        }
        "array_creation_expression" => array_creation(cx, node, depth),
        "array_access" => {
            let of = child_expr(cx, node, "array", depth);
            cx.expr(Expr::Element { of })
        }
        "cast_expression" => {
            let of = node.child_by_field_name("type").map_or(ExprIx::UNKNOWN, |ty| type_expr(cx, ty, depth));
            cx.expr(Expr::Instance { of })
        }
        "ternary_expression" => {
            let one = child_expr(cx, node, "consequence", depth);
            let other = child_expr(cx, node, "alternative", depth);
            cx.expr(Expr::Union(vec![one, other]))
        }
        "assignment_expression" => child_expr(cx, node, "right", depth),
        "class_literal" => class_literal(cx, node, depth),
        "method_reference" => method_reference(cx, node, depth),
        "binary_expression" => binary(cx, node, depth),
        "unary_expression" => {
            let not = node.child(0).is_some_and(|operator| operator.kind() == "!");
            cx.expr(Expr::Literal(if not { LiteralKind::Bool } else { LiteralKind::Number }))
        }
        kind if kind.ends_with("type") || kind.ends_with("type_identifier") => type_expr(cx, node, depth),
        _ => ExprIx::UNKNOWN,
    }
}

fn child_expr<'t>(cx: &mut Context<'t>, node: Node<'t>, field: &str, depth: u32) -> ExprIx {
    node.child_by_field_name(field).map_or(ExprIx::UNKNOWN, |child| expr(cx, child, depth))
}

/// `base.name`.
pub(super) fn member<'t>(cx: &mut Context<'t>, base: ExprIx, name: Node<'t>) -> ExprIx {
    let name = cx.intern_node(name);
    cx.expr(Expr::Member { base, name })
}

fn field_access<'t>(cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
    let (Some(object), Some(field)) = (node.child_by_field_name("object"), node.child_by_field_name("field")) else {
        return ExprIx::UNKNOWN;
    };
    if field.kind() == "this" {
        return outer_this(cx, object, depth);
    }
    let base = receiver(cx, node, object, depth);
    member(cx, base, field)
}

fn method_invocation<'t>(cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
    let Some(name) = node.child_by_field_name("name") else {
        return ExprIx::UNKNOWN;
    };
    let callee = match node.child_by_field_name("object") {
        Some(object) => {
            let base = receiver(cx, node, object, depth);
            member(cx, base, name)
        }
        None => bare_method(cx, name),
    };
    cx.expr(Expr::Call { callee })
}

/// A method is looked up from the class outwards: locals of the same name do not hide it.
fn bare_method<'t>(cx: &mut Context<'t>, name: Node<'t>) -> ExprIx {
    let scope = cx.nearest_scope(&[ScopeKind::Class]);
    let at = name.start_byte() as u32;
    let name = cx.intern_node(name);
    cx.expr(Expr::Name { name, scope, at })
}

/// What stands before the dot of a member access or call; `Outer.super.x` included.
pub(super) fn receiver<'t>(cx: &mut Context<'t>, node: Node<'t>, object: Node<'t>, depth: u32) -> ExprIx {
    let qualified_super = object.kind() != "super" && node.child(2).is_some_and(|child| child.kind() == "super");
    if !qualified_super {
        return expr(cx, object, depth);
    }
    if let Some(scope) = enclosing_class(cx, object) {
        return cx.expr(Expr::Super { scope });
    }
    // The other meaning of `T.super.m()`: the default method of the interface `T`.
    let of = expr(cx, object, depth);
    cx.expr(Expr::Instance { of })
}

fn outer_this<'t>(cx: &mut Context<'t>, object: Node<'t>, depth: u32) -> ExprIx {
    if let Some(scope) = enclosing_class(cx, object) {
        return cx.expr(Expr::This { scope });
    }
    let of = expr(cx, object, depth);
    cx.expr(Expr::Instance { of })
}

/// The body of the class around here that `name` names.
fn enclosing_class(cx: &Context<'_>, name: Node<'_>) -> Option<ScopeIx> {
    let name = cx.text(name);
    let mut at = Some(cx.scope());
    while let Some(ix) = at {
        let scope = &cx.facts.scopes[ix.ix()];
        let owner = scope.owner.filter(|_| scope.kind == ScopeKind::Class);
        if owner.is_some_and(|owner| cx.facts.text(cx.facts.symbol(owner).name) == name) {
            return Some(ix);
        }
        at = scope.parent;
    }
    None
}

fn scoped_identifier<'t>(cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
    let base = child_expr(cx, node, "scope", depth);
    node.child_by_field_name("name").map_or(ExprIx::UNKNOWN, |name| member(cx, base, name))
}

/// The type that `new T(…)` creates; in `outer.new T()` it is a member of `outer`.
fn created_type<'t>(cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
    let Some(ty) = node.child_by_field_name("type") else {
        return ExprIx::UNKNOWN;
    };
    match creation_outer(node) {
        Some(outer) => {
            let base = expr(cx, outer, depth);
            let head = if ty.kind() == "generic_type" { ty.named_child(0).unwrap_or(ty) } else { ty };
            member(cx, base, head)
        }
        None => type_expr(cx, ty, depth),
    }
}

/// What stands before the dot of `outer.new T()`.
pub(super) fn creation_outer(node: Node<'_>) -> Option<Node<'_>> {
    node.child(0).filter(|first| first.kind() != "new")
}

fn array_creation<'t>(cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
    let Some(ty) = node.child_by_field_name("type") else {
        return ExprIx::UNKNOWN;
    };
    let mut of = type_expr(cx, ty, depth);
    for dimensions in node.children_by_field_name("dimensions", &mut node.walk()) {
        let count = if dimensions.kind() == "dimensions_expr" { 1 } else { count_dimensions(cx, dimensions) };
        for _ in 0..count {
            of = array_of(cx, of, node.start_byte());
        }
    }
    cx.expr(Expr::Instance { of })
}

fn class_literal<'t>(cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
    let of = node.named_child(0).map_or(ExprIx::UNKNOWN, |ty| type_expr(cx, ty, depth));
    let base = synthetic(cx, "Class", node.start_byte());
    let of = cx.expr(Expr::Generic { base, args: vec![of] });
    cx.expr(Expr::Instance { of })
}

fn method_reference<'t>(cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
    let last = node.child_count().checked_sub(1).and_then(|last| node.child(last));
    let (Some(first), Some(last)) = (node.child(0), last) else {
        return ExprIx::UNKNOWN;
    };
    let base = expr(cx, first, depth);
    if last.kind() == "identifier" {
        return member(cx, base, last);
    }
    let created = cx.expr(Expr::Call { callee: base });
    cx.expr(Expr::Lambda { returns: vec![created] })
}

fn binary<'t>(cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
    let kind = match node.child_by_field_name("operator").map_or("", |operator| operator.kind()) {
        "+" => {
            let sides = [child_expr(cx, node, "left", depth), child_expr(cx, node, "right", depth)];
            let string = Expr::Literal(LiteralKind::String);
            if sides.iter().all(|side| cx.facts.exprs[side.ix()] != string) {
                return ExprIx::UNKNOWN;
            }
            LiteralKind::String
        }
        "<" | ">" | "<=" | ">=" | "==" | "!=" | "&&" | "||" => LiteralKind::Bool,
        "&" | "|" | "^" => return ExprIx::UNKNOWN,
        _ => LiteralKind::Number,
    };
    cx.expr(Expr::Literal(kind))
}

/// Records the name that reflection is asked for by a call of the method `name`.
pub(super) fn reflection<'t>(cx: &mut Context<'t>, call: Node<'t>, name: Node<'t>) {
    let method = cx.text(name);
    if !REFLECTION.contains(&method) {
        return;
    }
    let arguments = call.child_by_field_name("arguments");
    let index = u32::from(method == "findVirtual" || method == "findStatic");
    let argument = arguments.and_then(|arguments| arguments.named_child(index));
    if let Some(argument) = argument.filter(|argument| argument.kind() == "string_literal") {
        cx.mention(cx.text(argument).trim_matches('"'), argument, true);
    }
}
