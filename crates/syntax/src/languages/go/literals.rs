//! Composite literals: the type of each, written or left out, and what their keys are.

use super::{Go, types};
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{Expr, ExprIx, ScopeIx, SymbolKind};

/// A literal that the walk is in.
pub(super) struct Literal {
    pub node: usize,
    ty: ExprIx,
}

/// What kind of type a literal has, as far as the way it is written tells.
enum Shape {
    /// Elements of this type.
    Sequence(ExprIx),
    /// Keys and elements of these types.
    Map(ExprIx, ExprIx),
    /// A struct, or a type by name.
    Named,
}

impl Go {
    pub(super) fn open_literal<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let whole = cx.parent().filter(|parent| parent.kind() == "composite_literal");
        let ty = match whole.and_then(|whole| whole.child_by_field_name("type")) {
            Some(written) => types::ty(cx, written, 0),
            None => self.left_out(cx, cx.ancestor_field(0) == Some("key")),
        };
        self.literals.push(Literal { node: node.id(), ty });
    }

    /// The type of a literal without one: that of the elements (or keys) of the literal around it.
    fn left_out(&self, cx: &mut Context<'_>, key: bool) -> ExprIx {
        let Some(outer) = self.literals.last().map(|outer| outer.ty).filter(|&ty| ty != ExprIx::UNKNOWN) else {
            return ExprIx::UNKNOWN;
        };
        match shape(cx, outer) {
            Shape::Map(of_key, _) if key => of_key,
            Shape::Sequence(element) | Shape::Map(_, element) => element,
            Shape::Named => {
                let of = cx.expr(Expr::Instance { of: outer });
                let of = cx.expr(Expr::Element { of });
                cx.expr(Expr::TypeOf { of })
            }
        }
    }

    /// The instance whose field the key of the innermost literal names; `None` if its keys are values.
    pub(super) fn keyed_instance(&self, cx: &mut Context<'_>) -> Option<ExprIx> {
        let of = self.literals.last()?.ty;
        match shape(cx, of) {
            Shape::Sequence(_) | Shape::Map(..) => None,
            Shape::Named if self.is_collection(cx, of) => None,
            Shape::Named => Some(cx.expr(Expr::Instance { of })),
        }
    }

    /// Whether a type by name is defined in this file as a map or slice.
    fn is_collection(&self, cx: &Context<'_>, of: ExprIx) -> bool {
        let Expr::Name { name, scope, .. } = cx.facts.exprs[of.ix()] else {
            return false;
        };
        let mut at = Some(scope);
        while let Some(scope) = at {
            if let Some(&found) = self.types.get(&(scope, name)) {
                let symbol = cx.facts.symbol(found);
                let stands_for = symbol.ty.filter(|_| symbol.kind == SymbolKind::TypeAlias);
                return stands_for.is_some_and(|ty| !matches!(shape(cx, ty), Shape::Named));
            }
            at = cx.facts.scopes[scope.ix()].parent;
        }
        false
    }
}

fn shape(cx: &Context<'_>, of: ExprIx) -> Shape {
    let Expr::Generic { base, args } = &cx.facts.exprs[of.ix()] else {
        return Shape::Named;
    };
    let Expr::Name { name, scope: ScopeIx::FILE, .. } = cx.facts.exprs[base.ix()] else {
        return Shape::Named;
    };
    match (cx.facts.text(name), args.as_slice()) {
        ("[]", [element]) => Shape::Sequence(*element),
        ("map", [key, element]) => Shape::Map(*key, *element),
        _ => Shape::Named,
    }
}
