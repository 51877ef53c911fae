//! Type parameters with their bounds, const parameters, `where` clauses.

use super::{child_of_kind, parts, types};
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{Binding, BindingKind, Expr, ExprIx, ScopeKind, TypeParam};

/// Opens a scope for the type parameters of the item that the walk has just entered, if it has any.
pub(super) fn open<'t>(cx: &mut Context<'t>, item: Node<'t>) -> Vec<TypeParam> {
    let Some(list) = item.child_by_field_name("type_parameters") else {
        return Vec::new();
    };
    let declared: Vec<_> =
        parts(list).into_iter().filter(|param| matches!(param.kind(), "type_parameter" | "const_parameter")).collect();
    if declared.is_empty() {
        return Vec::new();
    }
    let scope = cx.new_scope(ScopeKind::TypeParameters, None);
    cx.open_scope(scope);
    let conditions = conditions(item);
    declared.into_iter().filter_map(|param| bind(cx, param, &conditions)).collect()
}

/// The plain names that a `where` clause speaks of, each with its bounds.
fn conditions(item: Node<'_>) -> Vec<(Node<'_>, Node<'_>)> {
    let predicates = child_of_kind(item, "where_clause").map(parts).unwrap_or_default();
    predicates
        .into_iter()
        .filter_map(|predicate| {
            let left = predicate.child_by_field_name("left").filter(|left| left.kind() == "type_identifier")?;
            Some((left, predicate.child_by_field_name("bounds")?))
        })
        .collect()
}

fn bind<'t>(cx: &mut Context<'t>, param: Node<'t>, conditions: &[(Node<'t>, Node<'t>)]) -> Option<TypeParam> {
    let node = param.child_by_field_name("name")?;
    let (name, position, scope) = (cx.intern_node(node), cx.position(node), cx.scope());
    let (kind, bound) = if param.kind() == "const_parameter" {
        let ty = param.child_by_field_name("type").map(|ty| types::ty(cx, ty, 0));
        (BindingKind::Parameter, ty)
    } else {
        (BindingKind::TypeParameter, bound(cx, param, cx.text(node), conditions))
    };
    cx.facts.bindings.push(Binding { scope, name, at: 0, position, kind, ty: bound, value: None });
    Some(TypeParam { name, bound })
}

fn bound<'t>(cx: &mut Context<'t>, param: Node<'t>, name: &str, conditions: &[(Node<'t>, Node<'t>)]) -> Option<ExprIx> {
    let mut found = param.child_by_field_name("bounds").map(|list| bounds(cx, list)).unwrap_or_default();
    for &(left, list) in conditions {
        if cx.text(left) == name {
            found.extend(bounds(cx, list));
        }
    }
    union(cx, found)
}

/// The traits of `: A + B`, lifetimes, markers and relaxed bounds left out.
pub(super) fn bounds<'t>(cx: &mut Context<'t>, list: Node<'t>) -> Vec<ExprIx> {
    let types: Vec<_> = parts(list).into_iter().filter(|ty| !is_marker(cx, *ty)).collect();
    types.into_iter().map(|ty| types::ty(cx, ty, 0)).filter(|&ty| ty != ExprIx::UNKNOWN).collect()
}

/// Whether a bound says nothing about members.
pub(super) fn is_marker(cx: &Context<'_>, ty: Node<'_>) -> bool {
    matches!(ty.kind(), "lifetime" | "removed_trait_bound" | "use_bounds")
        || matches!(cx.text(ty), "Send" | "Sync" | "Unpin" | "Sized" | "Copy")
}

/// One expression for several.
pub(super) fn union(cx: &mut Context<'_>, mut of: Vec<ExprIx>) -> Option<ExprIx> {
    match of.len() {
        0 => None,
        1 => of.pop(),
        _ => Some(cx.expr(Expr::Union(of))),
    }
}
