//! Types: annotations, bases and the arguments of generics as expressions.

use super::Python;
use super::calls::{is_typing, last_name};
use super::expressions::{member, name, union};
use super::kinds::{Field, Kind, child, first_part, kind, parts};
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{Expr, ExprIx, LiteralKind, Role, ScopeIx};

/// Generic names of `typing` whose arguments are types wherever they stand.
const TYPING: &[&str] = &[
    "AsyncGenerator",
    "AsyncIterable",
    "AsyncIterator",
    "Awaitable",
    "Callable",
    "Coroutine",
    "DefaultDict",
    "Dict",
    "FrozenSet",
    "Generator",
    "Generic",
    "Iterable",
    "Iterator",
    "List",
    "Mapping",
    "MutableMapping",
    "Sequence",
    "Set",
    "Tuple",
    "Type",
];

impl Python {
    /// The type that `node` names; not wrapped in `Instance`.
    pub(super) fn type_expr<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, scope: ScopeIx, depth: u32) -> ExprIx {
        let Some(depth) = depth.checked_sub(1) else {
            return ExprIx::UNKNOWN;
        };
        match kind(node) {
            Kind::Type | Kind::ConstrainedType | Kind::Parenthesized => {
                first_part(node).map_or(ExprIx::UNKNOWN, |part| self.type_expr(cx, part, scope, depth))
            }
            Kind::Identifier => named_type(cx, node, scope),
            Kind::None => self.literal(cx, LiteralKind::None),
            Kind::String => self.string_type(cx, node, scope),
            Kind::GenericType | Kind::Subscript => self.generic_type(cx, node, scope, depth),
            Kind::UnionType | Kind::BinaryOperator => {
                let alternatives = parts(node).into_iter().map(|part| self.type_expr(cx, part, scope, depth)).collect();
                union(cx, alternatives)
            }
            Kind::List | Kind::Tuple => {
                let members = parts(node).into_iter().map(|part| self.type_expr(cx, part, scope, depth)).collect();
                cx.expr(Expr::Tuple(members))
            }
            Kind::MemberType => match parts(node)[..] {
                [base, name] => {
                    let base = self.type_expr(cx, base, scope, depth);
                    member(cx, base, name)
                }
                _ => ExprIx::UNKNOWN,
            },
            Kind::Attribute if last_name(cx, node) == "Self" && is_typing(cx, node) && Self::in_class(cx, scope) => {
                cx.expr(Expr::Class { scope })
            }
            Kind::Attribute | Kind::Call => self.value(cx, node, scope, depth),
            _ => ExprIx::UNKNOWN,
        }
    }

    /// The declared type in an annotation; `None` where it says nothing (`Final`, `Any`-like forms).
    pub(super) fn annotation<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, scope: ScopeIx) -> Option<ExprIx> {
        let ty = self.type_expr(cx, node, scope, super::DEPTH);
        (ty != ExprIx::UNKNOWN).then_some(ty)
    }

    fn generic_type<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, scope: ScopeIx, depth: u32) -> ExprIx {
        let Some((base, arguments)) = base_and_arguments(node) else {
            return ExprIx::UNKNOWN;
        };
        let form = Form::of(last_name(cx, base));
        let taken = if form == Form::First { 1 } else { arguments.len() };
        let arguments = if form == Form::Values { Vec::new() } else { arguments };
        let arguments =
            arguments.into_iter().take(taken).map(|part| self.type_expr(cx, part, scope, depth)).collect::<Vec<_>>();
        let base = self.type_expr(cx, base, scope, depth);
        self.apply(cx, form, base, arguments)
    }

    /// A generic type or one of the special forms of `typing`.
    pub(super) fn apply(&mut self, cx: &mut Context<'_>, form: Form, base: ExprIx, mut args: Vec<ExprIx>) -> ExprIx {
        match form {
            Form::Optional => {
                args.push(self.literal(cx, LiteralKind::None));
                union(cx, args)
            }
            Form::Union => union(cx, args),
            Form::First => args.first().copied().unwrap_or(ExprIx::UNKNOWN),
            Form::Values => ExprIx::UNKNOWN,
            Form::Generic if base == ExprIx::UNKNOWN => base,
            Form::Generic => cx.expr(Expr::Generic { base, args }),
        }
    }

    /// `of[…]` as a value: a generic class if it is named like one, else an element.
    pub(super) fn subscript_value<'t>(
        &mut self,
        cx: &mut Context<'t>,
        node: Node<'t>,
        inner: Node<'t>,
        base: ExprIx,
        scope: ScopeIx,
        depth: u32,
    ) -> ExprIx {
        if is_class_name(last_name(cx, inner)) {
            return self.generic_type(cx, node, scope, depth);
        }
        let slice = parts(node).get(1).is_some_and(|index| kind(*index) == Kind::Slice);
        if base == ExprIx::UNKNOWN || slice { base } else { cx.expr(Expr::Element { of: base }) }
    }

    /// Called when the walk enters `base[…]`: decides whether the arguments are types.
    pub(super) fn subscript<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let Some((base, arguments)) = base_and_arguments(node) else {
            return;
        };
        let inherited = self.roles.get(&base.id()) == Some(&Role::Inherit);
        let form = Form::of(last_name(cx, base));
        if inherited || form != Form::Generic || TYPING.contains(&last_name(cx, base)) {
            self.type_until = self.type_until.max(node.end_byte());
        }
        let values = match form {
            Form::Values => arguments.first(),
            Form::First if last_name(cx, base) == "Annotated" => arguments.get(1),
            _ => None,
        };
        if let Some(first) = values
            && !self.values.contains(&first.start_byte())
        {
            self.values = first.start_byte()..node.end_byte();
        }
    }
}

/// What a subscript of a known name means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// A class with type arguments.
    Generic,
    /// `Optional[X]`.
    Optional,
    /// `Union[X, Y]`.
    Union,
    /// A wrapper that does not change the type: `Final[X]`, `Annotated[X, …]`.
    First,
    /// The arguments are values: `Literal["a"]`.
    Values,
}

impl Form {
    /// By the last name before the bracket.
    pub(super) fn of(name: &str) -> Self {
        match name {
            "Optional" => Self::Optional,
            "Union" => Self::Union,
            "Annotated" | "ClassVar" | "Final" | "Required" | "NotRequired" | "ReadOnly" | "InitVar" => Self::First,
            "Literal" => Self::Values,
            _ => Self::Generic,
        }
    }
}

fn named_type<'t>(cx: &mut Context<'t>, node: Node<'t>, scope: ScopeIx) -> ExprIx {
    match cx.text(node) {
        "Self" if Python::in_class(cx, scope) => cx.expr(Expr::Class { scope }),
        "Final" | "ClassVar" | "TypeAlias" => ExprIx::UNKNOWN,
        _ => name(cx, node, scope),
    }
}

/// What stands before the bracket and what inside.
fn base_and_arguments(node: Node<'_>) -> Option<(Node<'_>, Vec<Node<'_>>)> {
    let mut members = parts(node).into_iter();
    let base = members.next()?;
    if kind(node) == Kind::GenericType {
        return Some((base, parts(members.next()?)));
    }
    Some((base, members.collect()))
}

/// `Foo`, not `foo` and not `FOO`: constants are subscripted for an element.
fn is_class_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_uppercase()) && (name.len() == 1 || name.contains(|c: char| c.is_lowercase()))
}

/// The base's node of a possibly subscripted path: `Foo` of `a.Foo[int]`.
pub(super) fn path_of(node: Node<'_>) -> Node<'_> {
    if kind(node) == Kind::Subscript { child(node, Field::Value).unwrap_or(node) } else { node }
}
