//! Assignment in all its forms: what stands on the left is taken apart and each name is bound.

use super::exports::export_names;
use super::expressions::{generic, union};
use super::kinds::{Field, Kind, child, first_part, kind, parts};
use super::{DEPTH, Python, variables};
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{Expr, ExprIx, Role, ScopeIx};

/// Where a binding comes from.
#[derive(Debug, Clone, Copy)]
pub(super) enum Origin<'t> {
    /// An assignment: at file and class level it defines a symbol that spans the statement.
    Statement(Node<'t>),
    /// A loop, `with`, `except`, `:=`, pattern or comprehension: no symbol.
    Transient,
}

/// A target with what is known of its value.
struct Target<'t> {
    node: Node<'t>,
    value: Option<ExprIx>,
}

impl Python {
    /// Binds every name in `target` and marks the names as written.
    pub(super) fn bind_targets<'t>(
        &mut self,
        cx: &mut Context<'t>,
        target: Node<'t>,
        scope: ScopeIx,
        origin: Origin<'t>,
        ty: Option<ExprIx>,
        value: Option<ExprIx>,
    ) {
        let mut open = vec![Target { node: target, value: value.filter(|value| *value != ExprIx::UNKNOWN) }];
        while let Some(Target { node, value }) = open.pop() {
            match kind(node) {
                Kind::Identifier => {
                    self.roles.insert(node.id(), Role::Write);
                    self.bind_name(cx, node, scope, origin, ty, value);
                }
                Kind::Attribute => {
                    self.roles.insert(node.id(), Role::Write);
                    self.instance_attribute(cx, node, origin, ty, value);
                }
                Kind::PatternList
                | Kind::TuplePattern
                | Kind::ListPattern
                | Kind::Tuple
                | Kind::List
                | Kind::ExpressionList => unpack(cx, node, value, &mut open),
                Kind::Parenthesized | Kind::AsPatternTarget => {
                    open.extend(first_part(node).map(|node| Target { node, value }));
                }
                Kind::ListSplatPattern | Kind::ListSplat => {
                    let value = value.map(|value| generic(cx, "list", vec![value]));
                    open.extend(first_part(node).map(|node| Target { node, value }));
                }
                _ => {}
            }
        }
    }

    /// `a = b = value`, `a: T`, `a: T = value`.
    pub(super) fn assignment<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let Some(left) = child(node, Field::Left) else {
            return;
        };
        let scope = cx.scope();
        let mut right = child(node, Field::Right);
        while let Some(next) = right.filter(|next| kind(*next) == Kind::Assignment) {
            right = child(next, Field::Right);
        }
        let declared = child(node, Field::Type);
        let ty = declared.and_then(|ty| self.annotation(cx, ty, scope));
        let value = right.map(|right| self.value(cx, right, scope, DEPTH));
        let target = variables::statement_scope(cx);
        self.bind_targets(cx, left, target, Origin::Statement(node), ty, value);
        if let Some(names) = right.filter(|_| target == ScopeIx::FILE && cx.text(left) == "__all__") {
            export_names(cx, names);
        }
    }

    /// `a += value`: defines `a` only if nothing else did.
    pub(super) fn augmented_assignment<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let Some(left) = child(node, Field::Left) else {
            return;
        };
        let scope = variables::statement_scope(cx);
        if matches!(kind(left), Kind::Identifier | Kind::Attribute) {
            self.roles.insert(left.id(), Role::Write);
        }
        if kind(left) == Kind::Identifier {
            let name = cx.intern_node(left);
            if !self.bound.contains_key(&(scope, name)) {
                self.bind_name(cx, left, scope, Origin::Statement(node), None, None);
            }
            let exports = scope == ScopeIx::FILE && cx.text(left) == "__all__";
            if let Some(names) = child(node, Field::Right).filter(|_| exports) {
                export_names(cx, names);
            }
        }
    }

    /// `for target in iterable`.
    pub(super) fn for_statement<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let (Some(left), Some(right)) = (child(node, Field::Left), child(node, Field::Right)) else {
            return;
        };
        let scope = variables::statement_scope(cx);
        let element = self.element_of(cx, right, cx.scope(), DEPTH);
        self.bind_targets(cx, left, scope, Origin::Transient, None, Some(element));
    }

    /// `with manager as target`.
    pub(super) fn with_item<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let Some((manager, target)) = child(node, Field::Value).and_then(as_pattern) else {
            return;
        };
        let of = self.value(cx, manager, cx.scope(), DEPTH);
        let value = (of != ExprIx::UNKNOWN).then(|| cx.expr(Expr::Enter { of }));
        let scope = variables::statement_scope(cx);
        self.bind_targets(cx, target, scope, Origin::Transient, None, value);
    }

    /// `except Error as name`; `except*` gives a group of which nothing is known.
    pub(super) fn except_clause<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let Some(value) = child(node, Field::Value) else {
            return;
        };
        let pair = as_pattern(value).or_else(|| child(node, Field::Alias).map(|alias| (value, alias)));
        let Some((error, target)) = pair else {
            return;
        };
        let group = node.child(1).is_some_and(|token| token.kind() == "*");
        let value = if group { None } else { self.instances(cx, error) };
        let scope = variables::statement_scope(cx);
        self.bind_targets(cx, target, scope, Origin::Transient, None, value);
    }

    /// An instance of the class, or one of the tuple of classes, that `node` names (`except`, `isinstance`).
    pub(super) fn instances<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) -> Option<ExprIx> {
        let classes = match kind(node) {
            Kind::Tuple => parts(node),
            Kind::Parenthesized => vec![first_part(node)?],
            _ => vec![node],
        };
        let mut instances = Vec::new();
        for class in classes {
            if !matches!(kind(class), Kind::Identifier | Kind::Attribute) {
                return None;
            }
            let of = self.value(cx, class, cx.scope(), DEPTH);
            instances.push(cx.expr(Expr::Instance { of }));
        }
        Some(union(cx, instances))
    }
}

fn unpack<'t>(cx: &mut Context<'t>, node: Node<'t>, value: Option<ExprIx>, open: &mut Vec<Target<'t>>) {
    let names = parts(node);
    let star = names.iter().position(|name| matches!(kind(*name), Kind::ListSplatPattern | Kind::ListSplat));
    // The last one first: the caller takes from the end.
    for (at, name) in names.iter().enumerate().rev() {
        let part = value.and_then(|of| match star {
            Some(star) if at == star => Some(cx.expr(Expr::Element { of })),
            Some(star) if at > star => from_end(cx, of, names.len() - at),
            _ => Some(part_of(cx, of, at)),
        });
        open.push(Target { node: *name, value: part.filter(|part| *part != ExprIx::UNKNOWN) });
    }
}

/// `value as target`.
fn as_pattern(node: Node<'_>) -> Option<(Node<'_>, Node<'_>)> {
    if kind(node) != Kind::AsPattern {
        return None;
    }
    Some((first_part(node)?, child(node, Field::Alias)?))
}

/// The part of a tuple at `index`, taken directly where the tuple is written out.
pub(super) fn part_of(cx: &mut Context<'_>, of: ExprIx, index: usize) -> ExprIx {
    match &cx.facts.exprs[of.ix()] {
        Expr::Tuple(parts) => parts.get(index).copied().unwrap_or(ExprIx::UNKNOWN),
        _ => cx.expr(Expr::Part { of, index: index as u32 }),
    }
}

fn from_end(cx: &Context<'_>, of: ExprIx, distance: usize) -> Option<ExprIx> {
    match &cx.facts.exprs[of.ix()] {
        Expr::Tuple(parts) => parts.len().checked_sub(distance).map(|at| parts[at]),
        _ => None,
    }
}
