//! Classes, interfaces, type aliases and enums.

use super::TypeScriptExtractor;
use super::expressions::wrap;
use super::kinds::{Kind, children, first_child};
use super::patterns::unquoted;
use super::scopes::{FieldOwner, ThisValue, span_from};
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{
    BindingKind, Expr, ExprIx, ScopeKind, Symbol, SymbolFlags, SymbolIx, SymbolKind, Text, Visibility,
};

/// How deep type literals in type literals have symbols.
const MAX_LITERAL_DEPTH: usize = 6;

impl TypeScriptExtractor {
    /// A class declaration or expression.
    pub(super) fn class<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let Some(body) = node.child_by_field_name("body") else { return };
        let name = node.child_by_field_name("name");
        let ix = match (self.prepared.get(&node.id()).copied(), name) {
            (Some(ix), own_name) => {
                if let Some(own_name) = own_name {
                    Self::block_scope(cx);
                    self.bind(cx, cx.scope(), own_name, BindingKind::Symbol(ix), None, None);
                }
                ix
            }
            (None, Some(name)) if self.kind(node) == Kind::Class => {
                Self::block_scope(cx);
                let symbol = Self::class_expression(cx, node, name, body);
                self.define(cx, symbol)
            }
            (None, Some(name)) => {
                let place = self.place(cx, node, 0);
                let symbol = self.draft(cx, SymbolKind::Class, place, name, body.start_byte());
                self.declare(cx, symbol, place)
            }
            (None, None) => {
                let symbol = Self::class_expression(cx, node, node.child(0).unwrap_or(node), body);
                cx.add_symbol(symbol)
            }
        };
        if self.kind(node) == Kind::AbstractClassDeclaration {
            cx.facts.symbols[ix.ix()].flags.set(SymbolFlags::ABSTRACT);
        }
        self.add_decorators(cx, node, ix);
        let type_params = self.type_parameter_scope(cx, node);
        let bases = self.class_bases(cx, node);
        let scope = cx.new_scope(ScopeKind::Class, Some(ix));
        cx.scope_on(body, scope);
        let row = &mut cx.facts.symbols[ix.ix()];
        (row.type_params, row.bases, row.body) = (type_params, bases, Some(scope));
        self.field_owners.push(FieldOwner { node: node.id(), symbol: ix, scope, fields: Vec::new() });
    }

    fn class_expression(cx: &mut Context<'_>, node: Node<'_>, name: Node<'_>, body: Node<'_>) -> Symbol {
        let mut symbol = cx.draft(SymbolKind::Class, node, name, body.start_byte());
        symbol.visibility = Visibility::Private;
        symbol
    }

    /// Decorators of a class: its own children, or those of the `export` around it.
    fn add_decorators<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, symbol: SymbolIx) {
        let mut found = self.own_decorators(cx, node);
        if let Some(statement) = cx.parent().filter(|parent| self.kind(*parent) == Kind::ExportStatement) {
            found.extend(self.own_decorators(cx, statement));
        }
        cx.facts.symbols[symbol.ix()].attributes.append(&mut found);
    }

    /// The decorators that are children of `node`, as text.
    pub(super) fn own_decorators<'t>(&self, cx: &mut Context<'t>, node: Node<'t>) -> Vec<Text> {
        let decorators = children(node).into_iter().filter(|child| self.kind(*child) == Kind::Decorator);
        decorators.map(|decorator| cx.intern(cx.text(decorator).trim_start_matches('@'))).collect()
    }

    /// Remembers a decorator that stands before a class member as its sibling.
    pub(super) fn decorator(&mut self, cx: &Context<'_>, node: Node<'_>) {
        if self.ancestor_kind(cx, 0) == Kind::ClassBody {
            self.decorators.push(node.byte_range());
        }
    }

    /// Gives a member the decorators that stand before it.
    pub(super) fn take_decorators<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, symbol: &mut Symbol) {
        if let Some(first) = self.decorators.first() {
            symbol.span = span_from(cx, first.start, node);
        }
        for range in std::mem::take(&mut self.decorators) {
            let text = &cx.source.text()[range];
            symbol.attributes.push(cx.intern(text.trim_start_matches('@')));
        }
        symbol.attributes.append(&mut self.own_decorators(cx, node));
    }

    fn class_bases<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) -> Vec<ExprIx> {
        let mut bases = Vec::new();
        let heritage = children(node).into_iter().find(|child| self.kind(*child) == Kind::ClassHeritage);
        for clause in heritage.map(children).unwrap_or_default() {
            match self.kind(clause) {
                Kind::ExtendsClause => bases.extend(self.extended(cx, clause)),
                Kind::ImplementsClause => bases.append(&mut self.type_list(cx, clause)),
                _ => bases.push(self.expr(cx, clause)),
            }
        }
        bases
    }

    fn extended<'t>(&mut self, cx: &mut Context<'t>, clause: Node<'t>) -> Option<ExprIx> {
        let base = self.expr(cx, clause.child_by_field_name("value")?);
        let Some(arguments) = clause.child_by_field_name("type_arguments") else {
            return Some(base);
        };
        let args = self.type_list(cx, arguments);
        Some(cx.expr(Expr::Generic { base, args }))
    }

    /// `static { … }`.
    pub(super) fn static_block(&mut self, cx: &mut Context<'_>) {
        let scope = cx.new_scope(ScopeKind::Function, None);
        cx.open_scope(scope);
        self.class_is_this(cx, scope);
    }

    /// In `scope`, `this` is the class itself.
    pub(super) fn class_is_this(&mut self, cx: &mut Context<'_>, scope: tribunal_domain::facts::ScopeIx) {
        let expr = cx.expr(Expr::Class { scope });
        self.this_values.insert(scope, ThisValue { expr, owner: None });
    }

    /// `interface I extends J { … }`.
    pub(super) fn interface<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let (Some(name), Some(body)) = (node.child_by_field_name("name"), node.child_by_field_name("body")) else {
            return;
        };
        let place = self.place(cx, node, 0);
        let symbol = self.draft(cx, SymbolKind::Interface, place, name, body.start_byte());
        let ix = self.declare(cx, symbol, place);
        let type_params = self.type_parameter_scope(cx, node);
        let clause = children(node).into_iter().find(|child| self.kind(*child) == Kind::ExtendsTypeClause);
        let bases = clause.map(|clause| self.type_list(cx, clause)).unwrap_or_default();
        let row = &mut cx.facts.symbols[ix.ix()];
        (row.type_params, row.bases) = (type_params, bases);
        self.own_type_literals(cx, vec![body], ix);
    }

    /// `type A = …`; the members of type literals in it belong to the alias.
    pub(super) fn type_alias<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let (Some(name), Some(value)) = (node.child_by_field_name("name"), node.child_by_field_name("value")) else {
            return;
        };
        let place = self.place(cx, node, 0);
        let literals = self.type_literals(value);
        let head_end = literals.first().map_or(node.end_byte(), Node::start_byte);
        let symbol = self.draft(cx, SymbolKind::TypeAlias, place, name, head_end);
        let ix = self.declare(cx, symbol, place);
        let type_params = self.type_parameter_scope(cx, node);
        if !literals.is_empty() {
            self.own_type_literals(cx, literals, ix);
        }
        let ty = self.type_field(cx, node, "value");
        let row = &mut cx.facts.symbols[ix.ix()];
        (row.type_params, row.ty) = (type_params, ty);
        if row.body.is_some() && self.kind(value) != Kind::ObjectType {
            self.alias_bases(cx, value, ix);
        }
    }

    /// `{ … } & B`: members that the alias does not have itself may come from its other parts.
    fn alias_bases<'t>(&mut self, cx: &mut Context<'t>, value: Node<'t>, alias: SymbolIx) {
        let parts = self.alternatives(value).into_iter().filter(|part| self.kind(*part) != Kind::ObjectType);
        let parts: Vec<_> = parts.collect();
        let mut bases: Vec<_> = parts.into_iter().map(|part| self.type_expr(cx, part)).collect();
        bases.retain(|base| !matches!(cx.facts.exprs[base.ix()], Expr::Literal(_)));
        cx.facts.symbols[alias.ix()].bases = bases;
    }

    /// The type literals that a type is made of: itself, or parts of a union or intersection.
    fn type_literals<'t>(&self, ty: Node<'t>) -> Vec<Node<'t>> {
        let mut found = Vec::new();
        let mut open = vec![ty];
        while let Some(node) = open.pop() {
            match self.kind(node) {
                Kind::ObjectType => found.push(node),
                Kind::UnionType | Kind::IntersectionType | Kind::ParenthesizedType | Kind::ReadonlyType => {
                    open.extend(children(node).into_iter().rev());
                }
                _ => {}
            }
        }
        found
    }

    /// Makes the members of these bodies members of `symbol`.
    pub(super) fn own_type_literals(&mut self, cx: &mut Context<'_>, bodies: Vec<Node<'_>>, symbol: SymbolIx) {
        let scope = cx.new_scope(ScopeKind::Class, Some(symbol));
        cx.facts.symbols[symbol.ix()].body = Some(scope);
        for body in bodies {
            self.type_bodies.insert(body.id(), symbol);
            cx.scope_on(body, scope);
        }
    }

    /// The declared type of a variable, field or property. Type literals in it become the symbol's own members; then
    /// only what else the type names is left.
    pub(super) fn owned_type<'t>(
        &mut self,
        cx: &mut Context<'t>,
        annotation: Option<Node<'t>>,
        symbol: SymbolIx,
    ) -> Option<ExprIx> {
        let ty = annotation.and_then(first_child)?;
        let literals = self.type_literals(ty);
        let has_literals = !literals.is_empty() && depth(cx, symbol) < MAX_LITERAL_DEPTH;
        if has_literals {
            self.own_type_literals(cx, literals, symbol);
        }
        let ty = self.type_expr(cx, ty);
        let is_plain = matches!(cx.facts.exprs[ty.ix()], Expr::Unknown | Expr::Literal(_));
        (ty != ExprIx::UNKNOWN && !(has_literals && is_plain)).then_some(ty)
    }

    /// `enum E { … }`.
    pub(super) fn enumeration<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let (Some(name), Some(body)) = (node.child_by_field_name("name"), node.child_by_field_name("body")) else {
            return;
        };
        let place = self.place(cx, node, 0);
        let symbol = self.draft(cx, SymbolKind::Enum, place, name, body.start_byte());
        let ix = self.declare(cx, symbol, place);
        let scope = cx.new_scope(ScopeKind::Class, Some(ix));
        cx.facts.symbols[ix.ix()].body = Some(scope);
        cx.scope_on(body, scope);
    }

    /// `A` or `A = value` of an enum.
    pub(super) fn enum_member<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let name = node.child_by_field_name("name").unwrap_or(node);
        let mut symbol = cx.draft(SymbolKind::EnumMember, node, name, node.end_byte());
        symbol.name = cx.intern(unquoted(cx.text(name)));
        symbol.value = self.known(cx, node.child_by_field_name("value"));
        if self.ambient > 0 {
            symbol.flags.set(SymbolFlags::AMBIENT);
        }
        self.define(cx, symbol);
    }

    /// The instance of a type, unknown if the type is.
    pub(super) fn instance(cx: &mut Context<'_>, of: ExprIx) -> ExprIx {
        wrap(cx, of, |of| Expr::Instance { of })
    }
}

/// How many definitions a symbol is nested in, counted as far as it matters.
fn depth(cx: &Context<'_>, symbol: SymbolIx) -> usize {
    std::iter::successors(Some(symbol), |at| cx.facts.symbol(*at).parent).take(MAX_LITERAL_DEPTH + 1).count()
}
