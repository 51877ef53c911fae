//! `const`, `let` and `var`: symbols in files and namespaces, locals elsewhere.

use super::TypeScriptExtractor;
use super::expressions::{cast_type, frozen, wrap};
use super::kinds::{Kind, children, first_child, spread_values};
use super::patterns::Target;
use super::scopes::{Modifiers, Place};
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{BindingKind, Expr, ExprIx, ScopeIx, ScopeKind, Symbol, SymbolIx, SymbolKind};

/// Parentheses, casts and assignments around a value that are looked through.
const MAX_WRAPPERS: usize = 24;

/// A value without the parentheses, casts and `Object.freeze` around it.
#[derive(Clone, Copy)]
pub(super) struct Underlying<'t> {
    pub node: Node<'t>,
    /// The type it was cast to.
    pub cast: Option<Node<'t>>,
}

/// A declarator taken apart.
struct Declarator<'t> {
    name: Node<'t>,
    annotation: Option<Node<'t>>,
    ty: Option<ExprIx>,
    value: Option<Node<'t>>,
    /// Where its names are bound.
    scope: ScopeIx,
    kind: SymbolKind,
    /// Where it ends.
    end: usize,
}

impl TypeScriptExtractor {
    /// One `name: type = value` of a declaration.
    pub(super) fn declarator<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let (Some(name), Some(declaration)) = (node.child_by_field_name("name"), cx.parent()) else {
            return;
        };
        let is_var = self.kind(declaration) == Kind::VariableDeclaration;
        let scope = if is_var { Self::hoisting_scope(cx) } else { cx.scope() };
        let value = node.child_by_field_name("value");
        let place = self.declarator_place(cx, node, declaration);
        if let Some(value) = value
            && self.declares_import(cx, name, value, scope, place)
        {
            return;
        }
        let is_const = !is_var && declaration.child_by_field_name("kind").is_none_or(|kind| cx.text(kind) != "let");
        let kind = if is_const { SymbolKind::Constant } else { SymbolKind::Variable };
        let annotation = node.child_by_field_name("type");
        let ty = self.type_field(cx, node, "type");
        if let (Some(of), Some(value)) = (ty, value) {
            let context = cx.expr(Expr::Instance { of });
            self.set_context(value, context);
        }
        let declarator = Declarator { name, annotation, ty, value, scope, kind, end: node.end_byte() };
        if Self::is_module_scope(cx, scope) {
            self.module_variable(cx, &declarator, place);
        } else {
            self.local_variable(cx, &declarator);
        }
    }

    fn declarator_place<'t>(&self, cx: &Context<'t>, node: Node<'t>, declaration: Node<'t>) -> Place<'t> {
        let mut place = self.place(cx, declaration, 1);
        if declaration.named_child_count() > 1 {
            place.node = node;
        }
        place
    }

    fn local_variable<'t>(&mut self, cx: &mut Context<'t>, declarator: &Declarator<'t>) {
        let &Declarator { name, ty, value, scope, .. } = declarator;
        let underlying = value.map(|value| self.underlying(cx, value).node);
        if let Some(class) = underlying.filter(|node| self.kind(*node) == Kind::Class)
            && self.kind(name) == Kind::Identifier
        {
            let place = Place { node: class, exported: false, default: false };
            self.class_variable(cx, class, name, scope, place);
            cx.skip(name);
            return;
        }
        let value = self.known(cx, value);
        self.bind_pattern(cx, name, (ty, value), Target::Declared { scope, kind: BindingKind::Local });
    }

    fn module_variable<'t>(&mut self, cx: &mut Context<'t>, declarator: &Declarator<'t>, place: Place<'t>) {
        let &Declarator { name, annotation, ty, value, scope, kind, end } = declarator;
        if self.kind(name) != Kind::Identifier {
            let value = self.known(cx, value);
            self.bind_pattern(cx, name, (ty, value), Target::Symbols { scope, kind, place });
            return;
        }
        cx.skip(name);
        let underlying = value.map(|value| self.underlying(cx, value));
        match underlying {
            Some(Underlying { node, cast }) if self.kind(node).is_function_value() => {
                let cast = cast.map(|cast| self.type_expr(cx, cast));
                self.function_variable(cx, declarator, place, node, ty.or(cast));
            }
            Some(Underlying { node, cast: None }) if self.kind(node) == Kind::Class => {
                self.class_variable(cx, node, name, scope, place);
            }
            Some(Underlying { node, cast: None }) if self.kind(node) == Kind::Object && ty.is_none() => {
                let mut symbol = self.draft(cx, kind, place, name, node.start_byte());
                symbol.scope = scope;
                let ix = self.declare(cx, symbol, place);
                self.object_symbol(cx, node, ix);
            }
            _ => {
                let head_end = value.map_or(end, |value| head_end(self.kind(value), value));
                let mut symbol = self.draft(cx, kind, place, name, head_end);
                symbol.scope = scope;
                symbol.ty = ty;
                symbol.value = self.known(cx, value);
                let ix = self.declare(cx, symbol, place);
                cx.facts.symbols[ix.ix()].ty = self.owned_type(cx, annotation, ix);
            }
        }
    }

    /// `const f = () => …`: a function. A declared type says what it returns.
    fn function_variable<'t>(
        &mut self,
        cx: &mut Context<'t>,
        declarator: &Declarator<'t>,
        place: Place<'t>,
        function: Node<'t>,
        ty: Option<ExprIx>,
    ) {
        let mut symbol = self.function_symbol(cx, place, declarator.name, function);
        symbol.scope = declarator.scope;
        if let Some(of) = ty.filter(|&ty| ty != ExprIx::UNKNOWN) {
            let callee = cx.expr(Expr::Instance { of });
            symbol.returns = vec![cx.expr(Expr::Call { callee })];
        }
        let ix = self.declare(cx, symbol, place);
        self.prepared.insert(function.id(), ix);
    }

    /// A symbol for the function expression `function`, named `name`.
    pub(super) fn function_symbol<'t>(
        &mut self,
        cx: &mut Context<'t>,
        place: Place<'t>,
        name: Node<'t>,
        function: Node<'t>,
    ) -> Symbol {
        let head_end = function.child_by_field_name("body").map_or(function.end_byte(), |body| body.start_byte());
        let mut symbol = self.draft(cx, SymbolKind::Function, place, name, head_end);
        symbol.flags.set(Modifiers::of(cx, function).flags);
        symbol
    }

    /// `const C = class …`: a class, named by its variable.
    fn class_variable<'t>(
        &mut self,
        cx: &mut Context<'t>,
        class: Node<'t>,
        name: Node<'t>,
        scope: ScopeIx,
        place: Place<'t>,
    ) {
        let head_end = class.child_by_field_name("body").map_or(class.end_byte(), |body| body.start_byte());
        let mut symbol = self.draft(cx, SymbolKind::Class, place, name, head_end);
        symbol.scope = scope;
        let ix = self.declare(cx, symbol, place);
        self.prepared.insert(class.id(), ix);
    }

    /// Makes the keys of an object literal members of `symbol`.
    pub(super) fn object_symbol<'t>(&mut self, cx: &mut Context<'t>, object: Node<'t>, symbol: SymbolIx) {
        let scope = cx.new_scope(ScopeKind::Class, Some(symbol));
        cx.facts.symbols[symbol.ix()].body = Some(scope);
        self.own_object(object, symbol, scope);
        // Members that the literal does not have itself may come from what is spread into it.
        let bases = spread_values(object).into_iter().map(|value| self.expr(cx, value)).collect();
        let value = cx.expr(Expr::Symbol(symbol));
        let row = &mut cx.facts.symbols[symbol.ix()];
        (row.value, row.bases) = (Some(value), bases);
    }

    /// The value inside of parentheses, casts, `Object.freeze` and chained assignments.
    pub(super) fn underlying<'t>(&self, cx: &Context<'t>, value: Node<'t>) -> Underlying<'t> {
        let mut found = Underlying { node: value, cast: None };
        for _ in 0..MAX_WRAPPERS {
            let node = found.node;
            let inner = match self.kind(node) {
                Kind::ParenthesizedExpression | Kind::SatisfiesExpression | Kind::NonNullExpression => {
                    first_child(node)
                }
                Kind::AsExpression => {
                    found.cast = found.cast.or(cast_type(node));
                    first_child(node)
                }
                Kind::TypeAssertion => {
                    found.cast = found.cast.or(cast_type(node));
                    children(node).get(1).copied()
                }
                Kind::AssignmentExpression => node.child_by_field_name("right"),
                Kind::CallExpression => {
                    node.child_by_field_name("function").and_then(|function| frozen(cx, node, function))
                }
                _ => None,
            };
            match inner {
                Some(inner) => found.node = inner,
                None => break,
            }
        }
        found
    }

    /// Says what the keys of an object literal are members of, through parentheses and both arms of a conditional.
    pub(super) fn set_context(&mut self, value: Node<'_>, context: ExprIx) {
        if context == ExprIx::UNKNOWN {
            return;
        }
        let mut value = value;
        while self.kind(value) == Kind::ParenthesizedExpression
            && let Some(inner) = first_child(value)
        {
            value = inner;
        }
        let arms = match self.kind(value) {
            Kind::TernaryExpression => {
                [value.child_by_field_name("consequence"), value.child_by_field_name("alternative")]
            }
            _ => [Some(value), None],
        };
        for arm in arms.into_iter().flatten() {
            if self.kind(arm) == Kind::Object {
                self.literals.insert(arm.id(), context);
            }
        }
    }

    /// `{…} as T`, `<T>{…}`, `{…} satisfies T`.
    pub(super) fn cast<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let is_assertion = self.kind(node) == Kind::TypeAssertion;
        let value = if is_assertion { children(node).get(1).copied() } else { first_child(node) };
        let (Some(value), Some(ty)) = (value, cast_type(node)) else { return };
        if matches!(self.kind(value), Kind::Object | Kind::ParenthesizedExpression) {
            let of = self.type_expr(cx, ty);
            let context = wrap(cx, of, |of| Expr::Instance { of });
            self.set_context(value, context);
        }
    }
}

/// Where a variable's head ends: long values are not part of it.
fn head_end(kind: Kind, value: Node<'_>) -> usize {
    match kind {
        Kind::Array | Kind::Object | Kind::TemplateString => value.start_byte(),
        _ => value.end_byte(),
    }
}
