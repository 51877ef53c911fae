//! Binding one name: a symbol at file and class level, a local in a function, elsewhere if `global` says so.

use super::calls::last_name;
use super::kinds::{Field, Kind, child, kind, parts};
use super::targets::Origin;
use super::{DEPTH, Python, markers};
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{
    Binding, BindingKind, Expr, ExprIx, LiteralKind, Position, ScopeIx, ScopeKind, SymbolFlags, SymbolIx, SymbolKind,
};

/// What a name is bound to in a scope, as far as later bindings of it need to know.
#[derive(Debug, Clone, Copy)]
pub(super) enum Bound {
    /// A symbol.
    Symbol(SymbolIx),
    /// An import.
    Import,
    /// A parameter or local, with where it was bound first.
    Local(Position),
    /// `global`: lives in the file's scope.
    Global,
    /// `nonlocal`: lives in a function around this one.
    Nonlocal,
}

impl Python {
    /// Binds the name that `node` spells.
    pub(super) fn bind_name<'t>(
        &mut self,
        cx: &mut Context<'t>,
        node: Node<'t>,
        scope: ScopeIx,
        origin: Origin<'t>,
        ty: Option<ExprIx>,
        value: Option<ExprIx>,
    ) {
        let name = cx.intern_node(node);
        let known = self.bound.get(&(scope, name)).copied();
        let defines = matches!(cx.facts.scopes[scope.ix()].kind, ScopeKind::File | ScopeKind::Class);
        match (known, origin) {
            (Some(Bound::Global | Bound::Nonlocal), _) => self.bind_later(cx, node, scope, ty, value),
            (Some(Bound::Symbol(symbol)), _) => bind_again(cx, node, scope, symbol, ty, value),
            (Some(Bound::Import), Origin::Statement(_)) if defines && is_none(cx, value) => {
                cx.bind(scope, node, BindingKind::Local, ty, value);
            }
            (_, Origin::Statement(statement)) if defines => self.define_variable(cx, node, statement, scope, ty, value),
            _ => self.bind_local(cx, node, scope, ty, value),
        }
    }

    fn bind_local(
        &mut self,
        cx: &mut Context<'_>,
        node: Node<'_>,
        scope: ScopeIx,
        ty: Option<ExprIx>,
        value: Option<ExprIx>,
    ) {
        let (name, position) = (cx.intern_node(node), cx.position(node));
        cx.bind(scope, node, BindingKind::Local, ty, value);
        self.bound.entry((scope, name)).or_insert(Bound::Local(position));
        // Where `isinstance` narrowed the name, the new value counts inside the block too.
        let mut at = cx.scope();
        while at != scope && cx.facts.scopes[at.ix()].kind == ScopeKind::Block {
            if self.bound.contains_key(&(at, name)) {
                cx.bind(at, node, BindingKind::Local, ty, value);
            }
            match cx.facts.scopes[at.ix()].parent {
                Some(parent) => at = parent,
                None => return,
            }
        }
    }

    fn define_variable<'t>(
        &mut self,
        cx: &mut Context<'t>,
        node: Node<'t>,
        statement: Node<'t>,
        scope: ScopeIx,
        ty: Option<ExprIx>,
        value: Option<ExprIx>,
    ) {
        let kind = self.variable_kind(cx, node, statement, scope);
        let mut symbol = cx.draft(kind, statement, node, statement.end_byte());
        symbol.scope = scope;
        symbol.parent = cx.owner_of(scope);
        symbol.visibility = markers::visibility(cx.text(node));
        symbol.flags = self.flags(cx.text(node), scope);
        (symbol.ty, symbol.value) = (ty, value);
        match kind {
            SymbolKind::TypeAlias => {
                symbol.ty = child(statement, Field::Right).map(|right| self.type_expr(cx, right, scope, DEPTH));
                symbol.value = None;
            }
            SymbolKind::EnumMember => {
                symbol.ty = Some(cx.expr(Expr::Class { scope }));
                symbol.value = None;
            }
            SymbolKind::Property => {
                symbol.flags.set(SymbolFlags::ACCESSOR);
                symbol.value = None;
                symbol.returns = self.getter_call(cx, statement, scope);
            }
            SymbolKind::Field if declares(cx, statement, "ClassVar") => symbol.flags.set(SymbolFlags::STATIC),
            _ => {}
        }
        let name = symbol.name;
        let symbol = cx.define(symbol, node.start_byte());
        self.bound.insert((scope, name), Bound::Symbol(symbol));
    }

    fn variable_kind(&self, cx: &Context<'_>, node: Node<'_>, statement: Node<'_>, scope: ScopeIx) -> SymbolKind {
        let name = cx.text(node);
        let declared = child(statement, Field::Type).is_some();
        let callee = child(statement, Field::Right).and_then(|right| child(right, Field::Function));
        let callee = callee.map_or("", |callee| cx.text(callee));
        let callee = callee.rsplit('.').next().unwrap_or_default();
        let class = self.classes.last().filter(|class| class.scope == scope);
        match class {
            _ if declares(cx, statement, "TypeAlias") => SymbolKind::TypeAlias,
            Some(_) if declared => SymbolKind::Field,
            Some(class) if class.is_enum && !name.starts_with('_') => SymbolKind::EnumMember,
            Some(_) if callee == "property" => SymbolKind::Property,
            _ if matches!(callee, "TypeVar" | "ParamSpec" | "TypeVarTuple" | "NewType") => SymbolKind::Variable,
            _ if markers::is_constant(name) || declares(cx, statement, "Final") => SymbolKind::Constant,
            _ => SymbolKind::Variable,
        }
    }

    /// `x = property(getter, …)`: what the getter returns.
    fn getter_call<'t>(&mut self, cx: &mut Context<'t>, statement: Node<'t>, scope: ScopeIx) -> Vec<ExprIx> {
        let getter = child(statement, Field::Right).and_then(|call| super::calls::arguments(call).first().copied());
        let Some(getter) = getter.filter(|getter| !last_name(cx, *getter).is_empty()) else {
            return Vec::new();
        };
        let callee = self.value(cx, getter, scope, DEPTH);
        vec![cx.expr(Expr::Call { callee })]
    }

    /// `global a, b` and `nonlocal a, b`.
    pub(super) fn outer_names<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let scope = statement_scope(cx);
        if scope == ScopeIx::FILE {
            return;
        }
        let global = kind(node) == Kind::GlobalStatement;
        for name in parts(node) {
            let (declared, bound) =
                if global { (BindingKind::Global, Bound::Global) } else { (BindingKind::Nonlocal, Bound::Nonlocal) };
            cx.bind(scope, name, declared, None, None);
            let name = cx.intern_node(name);
            self.bound.insert((scope, name), bound);
        }
    }

    /// Flags that every definition of this name in this scope gets.
    pub(super) fn flags(&self, name: &str, scope: ScopeIx) -> SymbolFlags {
        let mut flags = self.file_flags;
        if scope == ScopeIx::FILE && markers::visibility(name) == tribunal_domain::facts::Visibility::Public {
            flags.set(SymbolFlags::EXPORTED);
        }
        flags
    }

    fn bind_later(
        &mut self,
        cx: &mut Context<'_>,
        node: Node<'_>,
        scope: ScopeIx,
        ty: Option<ExprIx>,
        value: Option<ExprIx>,
    ) {
        let (name, position) = (cx.intern_node(node), cx.position(node));
        let kind = BindingKind::Local;
        self.late.outer.push(Binding { scope, name, at: node.start_byte() as u32, position, kind, ty, value });
    }
}

/// The scope in which statements at this point bind names.
pub(super) fn statement_scope(cx: &Context<'_>) -> ScopeIx {
    cx.nearest_scope(&[ScopeKind::Function, ScopeKind::Class, ScopeKind::Comprehension, ScopeKind::File])
}

/// The scope in which `:=` binds: comprehensions are looked through.
pub(super) fn walrus_scope(cx: &Context<'_>) -> ScopeIx {
    cx.nearest_scope(&[ScopeKind::Function, ScopeKind::Class, ScopeKind::File])
}

/// Another assignment to a variable that has its symbol. A function or class stays what it was defined as.
fn bind_again(
    cx: &mut Context<'_>,
    node: Node<'_>,
    scope: ScopeIx,
    symbol: SymbolIx,
    ty: Option<ExprIx>,
    value: Option<ExprIx>,
) {
    let known = &mut cx.facts.symbols[symbol.ix()];
    if !markers::is_variable(known.kind) {
        return;
    }
    known.ty = known.ty.or(ty);
    known.value = known.value.or(value);
    cx.bind(scope, node, BindingKind::Symbol(symbol), ty, value);
}

fn is_none(cx: &Context<'_>, value: Option<ExprIx>) -> bool {
    value.is_some_and(|value| cx.facts.exprs[value.ix()] == Expr::Literal(LiteralKind::None))
}

/// Whether the annotation of an assignment is `form` or `form[…]`, qualified or not.
fn declares(cx: &Context<'_>, statement: Node<'_>, form: &str) -> bool {
    let Some(ty) = child(statement, Field::Type) else {
        return false;
    };
    let head = cx.text(ty).split('[').next().unwrap_or_default();
    head.trim_matches(['"', '\'']).rsplit('.').next() == Some(form)
}
