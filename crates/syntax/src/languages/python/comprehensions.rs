//! Comprehensions and lambdas: expressions with a scope of their own.

use super::expressions::generic;
use super::kinds::{Field, Kind, child, kind, parts};
use super::targets::Origin;
use super::{DEPTH, Python};
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{Expr, ExprIx, LiteralKind, ScopeIx, ScopeKind};

impl Python {
    /// Called when the walk enters a comprehension: all of it is inside its scope except the first iterable.
    pub(super) fn comprehension<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let outer = cx.scope();
        let scope = self.comprehension_scope(cx, node, outer);
        let first = parts(node).into_iter().find(|part| kind(*part) == Kind::ForInClause);
        cx.scope_on(node, scope);
        if let Some(clause) = first {
            let mut cursor = clause.walk();
            for iterable in clause.children_by_field_name("right", &mut cursor).filter(Node::is_named) {
                cx.scope_on(iterable, outer);
            }
        }
    }

    /// Called when the walk enters a lambda: its body is inside its scope, defaults are not.
    pub(super) fn lambda<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let scope = self.lambda_scope(cx, node, cx.scope());
        if let Some(body) = child(node, Field::Body) {
            cx.scope_on(body, scope);
        }
    }

    pub(super) fn comprehension_value<'t>(
        &mut self,
        cx: &mut Context<'t>,
        node: Node<'t>,
        base: &str,
        scope: ScopeIx,
        depth: u32,
    ) -> ExprIx {
        let inner = self.comprehension_scope(cx, node, scope);
        let element = child(node, Field::Body).map_or(ExprIx::UNKNOWN, |body| self.value(cx, body, inner, depth));
        generic(cx, base, vec![element])
    }

    pub(super) fn lambda_value<'t>(
        &mut self,
        cx: &mut Context<'t>,
        node: Node<'t>,
        scope: ScopeIx,
        depth: u32,
    ) -> ExprIx {
        let inner = self.lambda_scope(cx, node, scope);
        let body = child(node, Field::Body).map_or(ExprIx::UNKNOWN, |body| self.value(cx, body, inner, depth));
        let returns = if body == ExprIx::UNKNOWN { Vec::new() } else { vec![body] };
        cx.expr(Expr::Lambda { returns })
    }

    fn comprehension_scope<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, outer: ScopeIx) -> ScopeIx {
        if let Some(&known) = self.scopes.get(&node.id()) {
            return known;
        }
        let scope = cx.new_scope_in(outer, ScopeKind::Comprehension, None);
        self.scopes.insert(node.id(), scope);
        let mut from = outer;
        for clause in parts(node).into_iter().filter(|part| kind(*part) == Kind::ForInClause) {
            let (Some(left), Some(right)) = (child(clause, Field::Left), child(clause, Field::Right)) else {
                continue;
            };
            let element = self.element_of(cx, right, from, DEPTH);
            self.bind_targets(cx, left, scope, Origin::Transient, None, Some(element));
            from = scope;
        }
        scope
    }

    fn lambda_scope<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, outer: ScopeIx) -> ScopeIx {
        if let Some(&known) = self.scopes.get(&node.id()) {
            return known;
        }
        let scope = cx.new_scope_in(outer, ScopeKind::Function, None);
        self.scopes.insert(node.id(), scope);
        if let Some(parameters) = child(node, Field::Parameters) {
            self.parameters(cx, parameters, scope, outer, None);
        }
        scope
    }

    /// What iterating over `node` gives, looking through the built-in functions that only rearrange.
    pub(super) fn element_of<'t>(
        &mut self,
        cx: &mut Context<'t>,
        node: Node<'t>,
        scope: ScopeIx,
        depth: u32,
    ) -> ExprIx {
        if let Some(depth) = depth.checked_sub(1)
            && kind(node) == Kind::Call
            && let Some(function) = child(node, Field::Function).filter(|function| kind(*function) == Kind::Identifier)
        {
            let arguments = super::calls::arguments(node);
            match (cx.text(function), &arguments[..]) {
                ("enumerate", [of, ..]) => {
                    let (count, element) =
                        (self.literal(cx, LiteralKind::Number), self.element_of(cx, *of, scope, depth));
                    return cx.expr(Expr::Tuple(vec![count, element]));
                }
                ("zip", of) if of.iter().all(|of| kind(*of) != Kind::ListSplat) => {
                    let elements = of.iter().map(|of| self.element_of(cx, *of, scope, depth)).collect();
                    return cx.expr(Expr::Tuple(elements));
                }
                ("reversed" | "sorted" | "list" | "set" | "tuple" | "iter" | "frozenset", [of]) => {
                    return self.element_of(cx, *of, scope, depth);
                }
                ("range", _) => return self.literal(cx, LiteralKind::Number),
                _ => {}
            }
        }
        let of = self.value(cx, node, scope, depth);
        if of == ExprIx::UNKNOWN { of } else { cx.expr(Expr::Element { of }) }
    }
}
