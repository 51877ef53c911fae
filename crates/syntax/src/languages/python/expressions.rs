//! Values as expressions. Built from an explicit scope, because they are built before the walk reaches them.

use super::kinds::{Field, Kind, child, first_part, kind, parts};
use super::{DEPTH, Python};
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{Expr, ExprIx, LiteralKind, ScopeIx, ScopeKind};

/// Links of a chain that are kept; what stands further back is unknown, so that no expression is deeper than a reader's
/// stack.
const MAX_LINKS: u32 = 64;
/// Longer list displays are data; their elements are not compared.
const MAX_ELEMENTS: usize = 32;

impl Python {
    /// What `node` evaluates to. Chains of members, calls and subscripts are followed without recursion.
    pub(super) fn value<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, scope: ScopeIx, depth: u32) -> ExprIx {
        let mut chain = Vec::new();
        let mut at = node;
        let (mut built, mut links) = loop {
            if let Some(&known) = self.memo.get(&at.id()) {
                break known;
            }
            let next = match kind(at) {
                Kind::Attribute => child(at, Field::Object),
                Kind::Call => child(at, Field::Function),
                Kind::Subscript => child(at, Field::Value),
                Kind::Await | Kind::Parenthesized => first_part(at),
                _ => None,
            };
            let Some(next) = next else {
                break (self.simple_value(cx, at, scope, depth), 0);
            };
            chain.push(at);
            at = next;
        };
        while let Some(link) = chain.pop() {
            if links == MAX_LINKS {
                (built, links) = (ExprIx::UNKNOWN, 0);
            }
            built = self.link(cx, link, at, built, scope, depth);
            links += 1;
            self.memo.insert(link.id(), (built, links));
            at = link;
        }
        built
    }

    /// One link of a chain: `base` is the expression of `inner`, the node that `node` is applied to.
    fn link<'t>(
        &mut self,
        cx: &mut Context<'t>,
        node: Node<'t>,
        inner: Node<'t>,
        base: ExprIx,
        scope: ScopeIx,
        depth: u32,
    ) -> ExprIx {
        match kind(node) {
            Kind::Attribute => match child(node, Field::Attribute) {
                Some(name) if cx.text(name) == "__class__" && self.is_receiver(cx, inner) => {
                    cx.expr(Expr::Class { scope })
                }
                Some(name) => member(cx, base, name),
                None => ExprIx::UNKNOWN,
            },
            Kind::Call => self.call_value(cx, node, inner, base, scope, depth),
            Kind::Subscript => self.subscript_value(cx, node, inner, base, scope, depth),
            Kind::Await if base != ExprIx::UNKNOWN => cx.expr(Expr::Await { of: base }),
            Kind::Parenthesized => base,
            _ => ExprIx::UNKNOWN,
        }
    }

    fn simple_value<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, scope: ScopeIx, depth: u32) -> ExprIx {
        if depth == 0 {
            return ExprIx::UNKNOWN;
        }
        let literal = match kind(node) {
            Kind::Identifier => return name(cx, node, scope),
            Kind::String | Kind::ConcatenatedString => LiteralKind::String,
            Kind::Integer | Kind::Float => LiteralKind::Number,
            Kind::True | Kind::False | Kind::Comparison | Kind::NotOperator => LiteralKind::Bool,
            Kind::None => LiteralKind::None,
            Kind::Dictionary | Kind::DictionaryComprehension => LiteralKind::Collection,
            _ => return self.compound_value(cx, node, scope, depth - 1),
        };
        self.literal(cx, literal)
    }

    fn compound_value<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, scope: ScopeIx, depth: u32) -> ExprIx {
        if let Some(&(known, _)) = self.memo.get(&node.id()) {
            return known;
        }
        let built = match kind(node) {
            Kind::BooleanOperator => self.boolean(cx, node, scope, depth),
            Kind::Conditional => {
                let arms = parts(node);
                let values = [arms.first(), arms.get(2)].into_iter().flatten();
                let values = values.map(|arm| self.value(cx, *arm, scope, depth)).collect();
                union(cx, values)
            }
            Kind::NamedExpression => match child(node, Field::Value) {
                Some(value) => self.value(cx, value, scope, depth),
                None => ExprIx::UNKNOWN,
            },
            Kind::Tuple | Kind::ExpressionList => self.tuple(cx, node, scope, depth),
            Kind::List => self.display(cx, node, "list", scope, depth),
            Kind::Set => self.display(cx, node, "set", scope, depth),
            Kind::ListComprehension => self.comprehension_value(cx, node, "list", scope, depth),
            Kind::SetComprehension => self.comprehension_value(cx, node, "set", scope, depth),
            Kind::GeneratorExpression => self.comprehension_value(cx, node, "Iterator", scope, depth),
            Kind::Lambda => self.lambda_value(cx, node, scope, depth),
            Kind::BinaryOperator => self.binary(cx, node, scope, depth),
            Kind::UnaryOperator => self.literal(cx, LiteralKind::Number),
            _ => ExprIx::UNKNOWN,
        };
        self.memo.insert(node.id(), (built, 0));
        built
    }

    /// `a or b` may be either; `a and b` is `b` wherever it has members worth asking for.
    fn boolean<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, scope: ScopeIx, depth: u32) -> ExprIx {
        let (Some(left), Some(right)) = (child(node, Field::Left), child(node, Field::Right)) else {
            return ExprIx::UNKNOWN;
        };
        let right = self.value(cx, right, scope, depth);
        if child(node, Field::Operator).is_some_and(|operator| operator.kind() == "and") {
            return right;
        }
        let left = self.value(cx, left, scope, depth);
        union(cx, vec![left, right])
    }

    /// Only string formatting and concatenation are sure; an operator may be overloaded.
    fn binary<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, scope: ScopeIx, depth: u32) -> ExprIx {
        let mut left = child(node, Field::Left);
        for _ in 0..DEPTH {
            match left {
                Some(inner) if kind(inner) == Kind::BinaryOperator => left = child(inner, Field::Left),
                _ => break,
            }
        }
        match left.map(kind) {
            Some(Kind::String | Kind::ConcatenatedString | Kind::Integer | Kind::Float) => {
                self.value(cx, left.expect("it has a kind"), scope, depth)
            }
            _ => ExprIx::UNKNOWN,
        }
    }

    fn tuple<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, scope: ScopeIx, depth: u32) -> ExprIx {
        let elements = parts(node);
        if elements.len() > MAX_ELEMENTS || elements.iter().any(|part| kind(*part) == Kind::ListSplat) {
            return self.literal(cx, LiteralKind::Collection);
        }
        let elements = elements.into_iter().map(|part| self.value(cx, part, scope, depth)).collect();
        cx.expr(Expr::Tuple(elements))
    }

    /// A list or set display: of one type if all its elements look the same.
    fn display<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, base: &str, scope: ScopeIx, depth: u32) -> ExprIx {
        let elements = parts(node);
        let mut common = None;
        for element in elements.iter().take(MAX_ELEMENTS + 1) {
            let value = self.value(cx, *element, scope, depth);
            let first = *common.get_or_insert(value);
            if value == ExprIx::UNKNOWN || !same_shape(cx, first, value, depth) {
                return self.literal(cx, LiteralKind::Collection);
            }
        }
        match common {
            Some(element) if elements.len() <= MAX_ELEMENTS => generic(cx, base, vec![element]),
            _ => self.literal(cx, LiteralKind::Collection),
        }
    }

    pub(super) fn literal(&mut self, cx: &mut Context<'_>, kind: LiteralKind) -> ExprIx {
        *self.literals.entry(kind).or_insert_with(|| cx.expr(Expr::Literal(kind)))
    }

    /// Whether `node` is the name of the receiver of the method around it, not one of another class's.
    pub(super) fn is_receiver(&self, cx: &Context<'_>, node: Node<'_>) -> bool {
        let receiver = self.functions.iter().rev().find_map(|frame| frame.receiver);
        kind(node) == Kind::Identifier && receiver.is_some_and(|name| cx.facts.text(name) == cx.text(node))
    }

    /// Whether `scope` lies in a class.
    pub(super) fn in_class(cx: &Context<'_>, scope: ScopeIx) -> bool {
        let scopes = &cx.facts.scopes;
        std::iter::successors(Some(scope), |at| scopes[at.ix()].parent)
            .any(|at| scopes[at.ix()].kind == ScopeKind::Class)
    }
}

/// `base[args]` for a built-in type.
pub(super) fn generic(cx: &mut Context<'_>, base: &str, args: Vec<ExprIx>) -> ExprIx {
    let name = cx.intern(base);
    let base = cx.expr(Expr::Name { name, scope: ScopeIx::FILE, at: 0 });
    cx.expr(Expr::Generic { base, args })
}

/// The bare name that `node` spells, looked up from `scope`.
pub(super) fn name(cx: &mut Context<'_>, node: Node<'_>, scope: ScopeIx) -> ExprIx {
    let name = cx.intern_node(node);
    cx.expr(Expr::Name { name, scope, at: node.start_byte() as u32 })
}

/// `base.name`.
pub(super) fn member(cx: &mut Context<'_>, base: ExprIx, name: Node<'_>) -> ExprIx {
    let name = cx.intern_node(name);
    cx.expr(Expr::Member { base, name })
}

/// One of several; unknown parts stay, so that a reader sees that there are others.
pub(super) fn union(cx: &mut Context<'_>, mut parts: Vec<ExprIx>) -> ExprIx {
    parts.dedup();
    match parts[..] {
        [] => ExprIx::UNKNOWN,
        [only] => only,
        _ if parts.iter().all(|part| *part == ExprIx::UNKNOWN) => ExprIx::UNKNOWN,
        _ => cx.expr(Expr::Union(parts)),
    }
}

/// Whether two expressions are written alike, wherever they stand.
pub(super) fn same_shape(cx: &Context<'_>, left: ExprIx, right: ExprIx, depth: u32) -> bool {
    if left == right || depth == 0 {
        return left == right;
    }
    let alike = |left: ExprIx, right: ExprIx| same_shape(cx, left, right, depth - 1);
    match (&cx.facts.exprs[left.ix()], &cx.facts.exprs[right.ix()]) {
        (Expr::Name { name: left, .. }, Expr::Name { name: right, .. }) => left == right,
        (Expr::Member { base: left, name: a }, Expr::Member { base: right, name: b }) => a == b && alike(*left, *right),
        (Expr::Call { callee: left }, Expr::Call { callee: right })
        | (Expr::Instance { of: left }, Expr::Instance { of: right }) => alike(*left, *right),
        (Expr::Tuple(left), Expr::Tuple(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(left, right)| alike(*left, *right))
        }
        (left, right) => left == right,
    }
}
