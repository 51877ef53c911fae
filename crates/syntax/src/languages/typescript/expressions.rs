//! What a value is, as far as its text says.

use super::TypeScriptExtractor;
use super::kinds::{Kind, children, first_child, has_token, last_child};
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{Expr, ExprIx, LiteralKind, ScopeIx};

/// Nested expressions that are followed.
pub(super) const MAX_DEPTH: u32 = 24;
/// Elements of an array literal that are looked at.
const MAX_ELEMENTS: usize = 4;

impl TypeScriptExtractor {
    /// The value of an expression node, looked up from the current scope.
    pub(super) fn expr<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) -> ExprIx {
        self.expr_at(cx, node, 0)
    }

    /// The value of an optional node; `None` if nothing is known.
    pub(super) fn known<'t>(&mut self, cx: &mut Context<'t>, node: Option<Node<'t>>) -> Option<ExprIx> {
        node.map(|node| self.expr(cx, node)).filter(|&value| value != ExprIx::UNKNOWN)
    }

    fn expr_at<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
        if depth > MAX_DEPTH {
            return ExprIx::UNKNOWN;
        }
        cx.memoised(node, |cx| self.build(cx, node, depth + 1))
    }

    fn field_expr<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, field: &str, depth: u32) -> ExprIx {
        node.child_by_field_name(field).map_or(ExprIx::UNKNOWN, |child| self.expr_at(cx, child, depth))
    }

    fn first_expr<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
        first_child(node).map_or(ExprIx::UNKNOWN, |child| self.expr_at(cx, child, depth))
    }

    fn build<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
        match self.kind(node) {
            Kind::Identifier | Kind::ShorthandPropertyIdentifier => cx.name_expr(node),
            Kind::This => self.this(cx),
            Kind::Super => {
                let scope = cx.scope();
                cx.expr(Expr::Super { scope })
            }
            Kind::MemberExpression | Kind::NestedIdentifier => self.member_value(cx, node, depth),
            Kind::SubscriptExpression => {
                let of = self.field_expr(cx, node, "object", depth);
                wrap(cx, of, |of| Expr::Element { of })
            }
            Kind::CallExpression => self.call_value(cx, node, depth),
            Kind::NewExpression => self.new_value(cx, node, depth),
            Kind::AwaitExpression => {
                let of = self.first_expr(cx, node, depth);
                wrap(cx, of, |of| Expr::Await { of })
            }
            Kind::NonNullExpression => {
                let of = self.first_expr(cx, node, depth);
                wrap(cx, of, |of| Expr::Unwrap { of })
            }
            Kind::ParenthesizedExpression | Kind::SatisfiesExpression | Kind::InstantiationExpression => {
                self.first_expr(cx, node, depth)
            }
            Kind::SequenceExpression => last_child(node).map_or(ExprIx::UNKNOWN, |last| self.expr_at(cx, last, depth)),
            Kind::AssignmentExpression => self.field_expr(cx, node, "right", depth),
            Kind::AsExpression | Kind::TypeAssertion => self.cast_value(cx, node, depth),
            Kind::TernaryExpression => {
                let consequence = self.field_expr(cx, node, "consequence", depth);
                let alternative = self.field_expr(cx, node, "alternative", depth);
                union(cx, vec![consequence, alternative])
            }
            Kind::BinaryExpression => self.binary(cx, node, depth),
            Kind::UnaryExpression => unary(cx, node),
            Kind::Array => self.array(cx, node, depth),
            Kind::Object => match self.objects.get(&node.id()).and_then(|owner| owner.symbol) {
                Some(symbol) => cx.expr(Expr::Symbol(symbol)),
                None => literal(cx, LiteralKind::Collection),
            },
            kind if kind.is_function_value() => self.lambda(cx, node),
            Kind::Class => match self.prepared.get(&node.id()).copied() {
                Some(symbol) => cx.expr(Expr::Symbol(symbol)),
                None => ExprIx::UNKNOWN,
            },
            kind => simple(cx, kind),
        }
    }

    fn member_value<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
        let base = self.field_expr(cx, node, "object", depth);
        let Some(property) = node.child_by_field_name("property") else {
            return ExprIx::UNKNOWN;
        };
        let name = cx.intern_node(property);
        wrap(cx, base, |base| Expr::Member { base, name })
    }

    fn call_value<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
        let Some(function) = node.child_by_field_name("function") else {
            return ExprIx::UNKNOWN;
        };
        if self.kind(function) == Kind::Import || cx.text(function) == "require" {
            return ExprIx::UNKNOWN;
        }
        if let Some(frozen) = frozen(cx, node, function) {
            return self.expr_at(cx, frozen, depth);
        }
        let callee = self.expr_at(cx, function, depth);
        wrap(cx, callee, |callee| Expr::Call { callee })
    }

    fn new_value<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
        let class = self.field_expr(cx, node, "constructor", depth);
        let arguments = node.child_by_field_name("type_arguments");
        if class == ExprIx::UNKNOWN || arguments.is_none() {
            return wrap(cx, class, |callee| Expr::Call { callee });
        }
        let args = arguments.map(|list| self.type_list(cx, list)).unwrap_or_default();
        let of = cx.expr(Expr::Generic { base: class, args });
        cx.expr(Expr::Instance { of })
    }

    fn cast_value<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
        match cast_type(node) {
            Some(ty) => {
                let of = self.type_expr(cx, ty);
                wrap(cx, of, |of| Expr::Instance { of })
            }
            None => match first_child(node) {
                Some(array) if self.kind(array) == Kind::Array => {
                    let parts = children(array).into_iter().map(|part| self.expr_at(cx, part, depth)).collect();
                    cx.expr(Expr::Tuple(parts))
                }
                _ => self.first_expr(cx, node, depth),
            },
        }
    }

    fn binary<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
        match node.child_by_field_name("operator").map_or("", |operator| operator.kind()) {
            "||" | "??" => {
                let left = self.field_expr(cx, node, "left", depth);
                let right = self.field_expr(cx, node, "right", depth);
                union(cx, vec![left, right])
            }
            "&&" => self.field_expr(cx, node, "right", depth),
            "+" => ExprIx::UNKNOWN,
            "-" | "*" | "/" | "%" | "**" | "<<" | ">>" | ">>>" | "&" | "|" | "^" => literal(cx, LiteralKind::Number),
            _ => literal(cx, LiteralKind::Bool),
        }
    }

    /// `[a, b]` is an `Array` of what its first elements are.
    fn array<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, depth: u32) -> ExprIx {
        let mut elements = Vec::new();
        for element in children(node).into_iter().take(MAX_ELEMENTS) {
            let value = match self.kind(element) {
                Kind::SpreadElement => {
                    let of = self.first_expr(cx, element, depth);
                    wrap(cx, of, |of| Expr::Element { of })
                }
                _ => self.expr_at(cx, element, depth),
            };
            elements.push(value);
        }
        let of = union(cx, elements);
        let args = if of == ExprIx::UNKNOWN { Vec::new() } else { vec![cx.expr(Expr::TypeOf { of })] };
        Self::instance_of_global(cx, "Array", args)
    }

    /// The instance of a built-in generic class.
    pub(super) fn instance_of_global(cx: &mut Context<'_>, class: &str, args: Vec<ExprIx>) -> ExprIx {
        let name = cx.intern(class);
        let base = cx.expr(Expr::Name { name, scope: ScopeIx::FILE, at: 0 });
        let of = cx.expr(Expr::Generic { base, args });
        cx.expr(Expr::Instance { of })
    }

    /// A function value; what it returns is filled in when the walk has been through it.
    fn lambda(&mut self, cx: &mut Context<'_>, node: Node<'_>) -> ExprIx {
        if let Some(&symbol) = self.prepared.get(&node.id()) {
            return cx.expr(Expr::Symbol(symbol));
        }
        let lambda = cx.expr(Expr::Lambda { returns: Vec::new() });
        self.lambdas.insert(node.id(), lambda);
        lambda
    }
}

/// The type that `x as T`, `<T>x` or `x satisfies T` names; `None` for `as const`.
pub(super) fn cast_type(node: Node<'_>) -> Option<Node<'_>> {
    let parts = children(node);
    match (node.kind(), &parts[..]) {
        ("type_assertion", [arguments, ..]) => first_child(*arguments),
        (_, [_, ty, ..]) => Some(*ty),
        _ => None,
    }
}

/// What stands inside of `Object.freeze(…)`.
pub(super) fn frozen<'t>(cx: &Context<'t>, call: Node<'t>, function: Node<'t>) -> Option<Node<'t>> {
    if function.kind() != "member_expression" || cx.text(function) != "Object.freeze" {
        return None;
    }
    first_child(call.child_by_field_name("arguments")?)
}

/// A literal's value.
pub(super) fn literal(cx: &mut Context<'_>, kind: LiteralKind) -> ExprIx {
    cx.expr(Expr::Literal(kind))
}

/// One of several; unknown parts are left out.
pub(super) fn union(cx: &mut Context<'_>, mut parts: Vec<ExprIx>) -> ExprIx {
    parts.retain(|&part| part != ExprIx::UNKNOWN);
    match parts[..] {
        [] => ExprIx::UNKNOWN,
        [one] => one,
        _ => cx.expr(Expr::Union(parts)),
    }
}

/// An expression around another; nothing is known of what is made from the unknown.
pub(super) fn wrap(cx: &mut Context<'_>, inner: ExprIx, build: impl FnOnce(ExprIx) -> Expr) -> ExprIx {
    if inner == ExprIx::UNKNOWN { inner } else { cx.expr(build(inner)) }
}

fn simple(cx: &mut Context<'_>, kind: Kind) -> ExprIx {
    let kind = match kind {
        Kind::String | Kind::TemplateString => LiteralKind::String,
        Kind::Number | Kind::UpdateExpression => LiteralKind::Number,
        Kind::True | Kind::False => LiteralKind::Bool,
        Kind::Null | Kind::Undefined => LiteralKind::None,
        Kind::Regex => LiteralKind::Regex,
        _ => return ExprIx::UNKNOWN,
    };
    literal(cx, kind)
}

fn unary(cx: &mut Context<'_>, node: Node<'_>) -> ExprIx {
    let kind = if has_token(node, "typeof") {
        LiteralKind::String
    } else if has_token(node, "void") {
        LiteralKind::None
    } else if has_token(node, "!") || has_token(node, "delete") {
        LiteralKind::Bool
    } else {
        LiteralKind::Number
    };
    literal(cx, kind)
}
