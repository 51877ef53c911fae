//! Values as other files can evaluate them: names of a function's own locals are replaced by what they stand for.

use super::TypeScriptExtractor;
use crate::context::Context;
use tribunal_domain::facts::{Binding, BindingKind, Expr, ExprIx, ScopeIx, ScopeKind, Text};

/// Expressions looked at for one value; keeps self-referring locals (`x = x.next`) finite.
const FUEL: u32 = 48;
/// Assignments of one local that are followed.
const MAX_ASSIGNMENTS: usize = 4;

impl TypeScriptExtractor {
    /// `expr` without names of locals, parameters and type parameters.
    pub(super) fn detach(&self, cx: &mut Context<'_>, expr: ExprIx) -> ExprIx {
        let mut fuel = FUEL;
        self.detached(cx, expr, &mut fuel)
    }

    fn detached(&self, cx: &mut Context<'_>, expr: ExprIx, fuel: &mut u32) -> ExprIx {
        if *fuel == 0 {
            return ExprIx::UNKNOWN;
        }
        *fuel -= 1;
        match cx.facts.exprs[expr.ix()].clone() {
            Expr::Name { name, scope, at } => self.detached_name(cx, expr, (name, scope, at), fuel),
            Expr::Generic { base, args } => {
                let new_base = self.detached(cx, base, fuel);
                let new_args: Vec<_> = args.iter().map(|&arg| self.detached(cx, arg, fuel)).collect();
                Self::rebuilt(
                    cx,
                    expr,
                    new_base == base && new_args == args,
                    Expr::Generic { base: new_base, args: new_args },
                )
            }
            Expr::Union(parts) => {
                let new: Vec<_> = parts.iter().map(|&part| self.detached(cx, part, fuel)).collect();
                Self::rebuilt(cx, expr, new == parts, Expr::Union(new))
            }
            Expr::Tuple(parts) => {
                let new: Vec<_> = parts.iter().map(|&part| self.detached(cx, part, fuel)).collect();
                Self::rebuilt(cx, expr, new == parts, Expr::Tuple(new))
            }
            other => {
                let Some(inner) = inner(&other) else { return expr };
                let new = self.detached(cx, inner, fuel);
                if new == ExprIx::UNKNOWN {
                    return ExprIx::UNKNOWN;
                }
                Self::rebuilt(cx, expr, new == inner, with_inner(other, new))
            }
        }
    }

    fn rebuilt(cx: &mut Context<'_>, old: ExprIx, same: bool, new: Expr) -> ExprIx {
        if same { old } else { cx.expr(new) }
    }

    fn detached_name(
        &self,
        cx: &mut Context<'_>,
        expr: ExprIx,
        (name, scope, at): (Text, ScopeIx, u32),
        fuel: &mut u32,
    ) -> ExprIx {
        let mut here = scope;
        loop {
            let row = &cx.facts.scopes[here.ix()];
            let (kind, parent) = (row.kind, row.parent);
            if matches!(kind, ScopeKind::File | ScopeKind::Module) {
                return if here == scope { expr } else { cx.expr(Expr::Name { name, scope: here, at }) };
            }
            if kind != ScopeKind::Class
                && let Some(&found) = self.bound.get(&(here, name))
            {
                return self.local_value(cx, expr, found, fuel);
            }
            let Some(parent) = parent else { return expr };
            here = parent;
        }
    }

    fn local_value(&self, cx: &mut Context<'_>, expr: ExprIx, latest: u32, fuel: &mut u32) -> ExprIx {
        match cx.facts.bindings[latest as usize].kind {
            BindingKind::Symbol(symbol) => return cx.expr(Expr::Symbol(symbol)),
            BindingKind::Import { .. } => return expr,
            BindingKind::Local | BindingKind::Parameter => {}
            _ => return ExprIx::UNKNOWN,
        }
        let assigned = self.assignments(cx, latest);
        if let Some(ty) = assigned.iter().find_map(|binding| binding.ty) {
            let of = self.detached(cx, ty, fuel);
            return if of == ExprIx::UNKNOWN { of } else { cx.expr(Expr::Instance { of }) };
        }
        // A declaration may say nothing; a later assignment of something unknown leaves nothing known.
        if assigned.iter().skip(1).any(|binding| binding.value.is_none()) {
            return ExprIx::UNKNOWN;
        }
        let values: Vec<_> = assigned.iter().filter_map(|binding| binding.value).collect();
        let values: Vec<_> = values.into_iter().map(|value| self.detached(cx, value, fuel)).collect();
        match values[..] {
            [] => ExprIx::UNKNOWN,
            [one] => one,
            _ if values.len() > MAX_ASSIGNMENTS => ExprIx::UNKNOWN,
            _ => cx.expr(Expr::Union(values)),
        }
    }

    /// All bindings of a name in its scope, first to last, a few at most.
    fn assignments(&self, cx: &Context<'_>, latest: u32) -> Vec<Binding> {
        let chain = std::iter::successors(Some(latest), |at| self.earlier.get(at).copied());
        let mut found: Vec<_> =
            chain.take(MAX_ASSIGNMENTS + 1).map(|at| cx.facts.bindings[at as usize].clone()).collect();
        found.reverse();
        found
    }
}

/// The one expression that an expression is made from.
fn inner(expr: &Expr) -> Option<ExprIx> {
    match *expr {
        Expr::Member { base, .. } => Some(base),
        Expr::Call { callee } => Some(callee),
        Expr::Instance { of }
        | Expr::Part { of, .. }
        | Expr::Element { of }
        | Expr::Await { of }
        | Expr::Unwrap { of }
        | Expr::TypeOf { of } => Some(of),
        _ => None,
    }
}

fn with_inner(expr: Expr, new: ExprIx) -> Expr {
    match expr {
        Expr::Member { name, .. } => Expr::Member { base: new, name },
        Expr::Call { .. } => Expr::Call { callee: new },
        Expr::Instance { .. } => Expr::Instance { of: new },
        Expr::Part { index, .. } => Expr::Part { of: new, index },
        Expr::Element { .. } => Expr::Element { of: new },
        Expr::Await { .. } => Expr::Await { of: new },
        Expr::Unwrap { .. } => Expr::Unwrap { of: new },
        Expr::TypeOf { .. } => Expr::TypeOf { of: new },
        other => other,
    }
}
