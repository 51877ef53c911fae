//! Names in scopes, what `this` is, and how a declaration stands: exported, ambient, with which modifiers.

use super::TypeScriptExtractor;
use super::kinds::{Kind, has_token};
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{
    Binding, BindingKind, Expr, ExprIx, ScopeIx, ScopeKind, Span, Symbol, SymbolFlags, SymbolIx, SymbolKind, Text,
    Visibility,
};

/// What `this` is in a function that does not take it from around.
#[derive(Debug, Clone, Copy)]
pub(super) struct ThisValue {
    /// Its value.
    pub expr: ExprIx,
    /// The symbol that `this.x = …` adds fields to.
    pub owner: Option<SymbolIx>,
}

impl ThisValue {
    /// A function whose caller decides.
    pub const UNKNOWN: Self = Self { expr: ExprIx::UNKNOWN, owner: None };
}

/// A class or constructor function while the walk is in it.
pub(super) struct FieldOwner {
    pub node: usize,
    pub symbol: SymbolIx,
    /// The scope its fields belong to.
    pub scope: ScopeIx,
    /// First assignments, with whether they stand in the constructor.
    pub fields: Vec<(Symbol, bool)>,
}

/// How a declaration stands in its file.
#[derive(Clone, Copy)]
pub(super) struct Place<'t> {
    /// The declaration with `export` and `declare`.
    pub node: Node<'t>,
    pub exported: bool,
    pub default: bool,
}

impl TypeScriptExtractor {
    /// Binds the name that `node` spells.
    pub(super) fn bind(
        &mut self,
        cx: &mut Context<'_>,
        scope: ScopeIx,
        node: Node<'_>,
        kind: BindingKind,
        ty: Option<ExprIx>,
        value: Option<ExprIx>,
    ) {
        cx.bind(scope, node, kind, ty, value.filter(|&value| value != ExprIx::UNKNOWN));
        self.note_binding(cx);
    }

    /// Adds a binding that `Context::bind` cannot make.
    pub(super) fn push_binding(&mut self, cx: &mut Context<'_>, binding: Binding) {
        cx.facts.bindings.push(binding);
        self.note_binding(cx);
    }

    /// Records a symbol and binds its name in its scope.
    pub(super) fn define(&mut self, cx: &mut Context<'_>, symbol: Symbol) -> SymbolIx {
        let ix = cx.define(symbol, 0);
        self.note_binding(cx);
        ix
    }

    fn note_binding(&mut self, cx: &Context<'_>) {
        let index = cx.facts.bindings.len() as u32 - 1;
        let binding = &cx.facts.bindings[index as usize];
        if let Some(before) = self.bound.insert((binding.scope, binding.name), index) {
            self.earlier.insert(index, before);
        }
    }

    /// The latest binding of `name` in the nearest scope that has one. Class members are not bare names.
    pub(super) fn lookup(&self, cx: &Context<'_>, from: ScopeIx, name: Text) -> Option<u32> {
        let mut at = Some(from);
        while let Some(scope) = at {
            let row = &cx.facts.scopes[scope.ix()];
            if row.kind != ScopeKind::Class
                && let Some(&found) = self.bound.get(&(scope, name))
            {
                return Some(found);
            }
            at = row.parent;
        }
        None
    }

    /// The symbol that a bare name stands for here, if it is one of this file and known by now.
    pub(super) fn symbol_named(&self, cx: &mut Context<'_>, node: Node<'_>) -> Option<SymbolIx> {
        let name = cx.intern_node(node);
        let found = self.lookup(cx, cx.scope(), name)?;
        match cx.facts.bindings[found as usize].kind {
            BindingKind::Symbol(symbol) => Some(symbol),
            _ => None,
        }
    }

    /// The value of `this` at this point of the walk.
    pub(super) fn this(&self, cx: &mut Context<'_>) -> ExprIx {
        let scope = cx.scope();
        let mut at = Some(scope);
        while let Some(here) = at {
            if let Some(value) = self.this_values.get(&here) {
                return value.expr;
            }
            let row = &cx.facts.scopes[here.ix()];
            if row.kind == ScopeKind::Class {
                return cx.expr(Expr::This { scope });
            }
            at = row.parent;
        }
        ExprIx::UNKNOWN
    }

    /// The definition that `this.x = …` adds a field to.
    pub(super) fn this_owner(&self, cx: &Context<'_>) -> Option<SymbolIx> {
        let mut at = Some(cx.scope());
        while let Some(here) = at {
            if let Some(value) = self.this_values.get(&here) {
                return value.owner;
            }
            let row = &cx.facts.scopes[here.ix()];
            if row.kind == ScopeKind::Class {
                return row.owner;
            }
            at = row.parent;
        }
        None
    }

    /// Whether names bound in `scope` are symbols: the file and namespaces.
    pub(super) fn is_module_scope(cx: &Context<'_>, scope: ScopeIx) -> bool {
        matches!(cx.facts.scopes[scope.ix()].kind, ScopeKind::File | ScopeKind::Module)
    }

    /// The scope that `var` and hoisted names belong to.
    pub(super) fn hoisting_scope(cx: &Context<'_>) -> ScopeIx {
        cx.nearest_scope(&[ScopeKind::Function, ScopeKind::File, ScopeKind::Module])
    }

    /// How the declaration `node` stands, whose parent is the `level`-th ancestor.
    pub(super) fn place<'t>(&self, cx: &Context<'t>, node: Node<'t>, level: usize) -> Place<'t> {
        let mut place = Place { node, exported: false, default: false };
        let mut level = level;
        if self.ancestor_kind(cx, level) == Kind::AmbientDeclaration {
            place.node = cx.ancestor(level).unwrap_or(node);
            level += 1;
        }
        if let Some(statement) = cx.ancestor(level)
            && self.kind(statement) == Kind::ExportStatement
        {
            place = Place { node: statement, exported: true, default: has_token(statement, "default") };
        }
        let in_ambient_module = self.ambient > 0 && cx.facts.scopes[cx.scope().ix()].kind == ScopeKind::Module;
        place.exported |= in_ambient_module;
        place
    }

    /// A symbol for a declaration, with span, visibility and flags from where it stands.
    pub(super) fn draft<'t>(
        &self,
        cx: &mut Context<'t>,
        kind: SymbolKind,
        place: Place<'t>,
        name: Node<'_>,
        head_end: usize,
    ) -> Symbol {
        let mut symbol = cx.draft(kind, place.node, name, head_end);
        symbol.visibility = if place.exported { Visibility::Public } else { Visibility::Private };
        if place.exported {
            symbol.flags.set(SymbolFlags::EXPORTED);
        }
        if place.default {
            symbol.flags.set(SymbolFlags::DEFAULT);
        }
        if self.ambient > 0 {
            symbol.flags.set(SymbolFlags::AMBIENT);
        }
        symbol
    }

    /// Defines a drafted declaration and exports it if its file does.
    pub(super) fn declare(&mut self, cx: &mut Context<'_>, symbol: Symbol, place: Place<'_>) -> SymbolIx {
        let type_only = matches!(symbol.kind, SymbolKind::Interface | SymbolKind::TypeAlias);
        let (name, at, in_file) = (symbol.name, symbol.name_at, symbol.scope == ScopeIx::FILE);
        let ix = self.define(cx, symbol);
        if place.exported && in_file {
            let offered = if place.default { cx.intern("default") } else { name };
            self.export_local(cx, offered, name, at, type_only);
        }
        ix
    }

    /// Opens a block scope on the current node.
    pub(super) fn block_scope(cx: &mut Context<'_>) {
        let scope = cx.new_scope(ScopeKind::Block, None);
        cx.open_scope(scope);
    }

    /// Remembers the field that `this.name = …` makes; the constructor's assignment counts before others.
    pub(super) fn note_field(&mut self, owner: SymbolIx, field: Symbol, in_constructor: bool) {
        let Some(open) = self.field_owners.iter_mut().rev().find(|open| open.symbol == owner) else {
            return;
        };
        match open.fields.iter_mut().find(|(known, _)| known.name == field.name) {
            Some(known) if in_constructor && !known.1 => *known = (field, true),
            Some(_) => {}
            None => open.fields.push((field, in_constructor)),
        }
    }

    /// Records the implicit fields of the class or constructor function that is left here.
    pub(super) fn leave_owner(&mut self, cx: &mut Context<'_>, node: Node<'_>) {
        let Some(owner) = self.field_owners.pop_if(|owner| owner.node == node.id()) else {
            return;
        };
        for (mut field, _) in owner.fields {
            let declared = cx.facts.symbols[owner.symbol.ix()..]
                .iter()
                .any(|symbol| symbol.parent == Some(owner.symbol) && symbol.name == field.name);
            if !declared {
                field.value = field.value.map(|value| self.detach(cx, value)).filter(|&value| value != ExprIx::UNKNOWN);
                cx.add_symbol(field);
            }
        }
    }
}

/// The modifiers and markers that stand before a member's or declaration's body.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Modifiers {
    pub flags: SymbolFlags,
    pub visibility: Option<Visibility>,
    /// `public`, `private`, `protected`, `readonly` or `override`: a constructor parameter with one is a field.
    pub declares_field: bool,
    pub accessor: bool,
    pub setter: bool,
}

impl Modifiers {
    /// The modifiers of `node`.
    pub fn of(cx: &Context<'_>, node: Node<'_>) -> Self {
        let mut found = Self::default();
        let mut cursor = node.walk();
        for child in node.children(&mut cursor) {
            match child.kind() {
                "static" => found.flags.set(SymbolFlags::STATIC),
                "static get" => {
                    found.flags.set(SymbolFlags::STATIC);
                    found.accessor = true;
                }
                "async" => found.flags.set(SymbolFlags::ASYNC),
                "abstract" => found.flags.set(SymbolFlags::ABSTRACT),
                "declare" => found.flags.set(SymbolFlags::AMBIENT),
                "*" => found.flags.set(SymbolFlags::GENERATOR),
                "get" => found.accessor = true,
                "set" => (found.accessor, found.setter) = (true, true),
                "readonly" => found.declares_field = true,
                "override_modifier" => {
                    found.flags.set(SymbolFlags::OVERRIDE);
                    found.declares_field = true;
                }
                "accessibility_modifier" => {
                    found.declares_field = true;
                    found.visibility = Some(match cx.text(child) {
                        "private" => Visibility::Private,
                        "protected" => Visibility::Protected,
                        _ => Visibility::Public,
                    });
                }
                _ => {}
            }
            if child.is_named()
                && !matches!(child.kind(), "decorator" | "accessibility_modifier" | "override_modifier" | "comment")
            {
                break;
            }
        }
        found
    }
}

/// A span from an earlier start.
pub(super) fn span_from(cx: &Context<'_>, start: usize, node: Node<'_>) -> Span {
    Span { start: cx.source.position(start), ..cx.span(node) }
}
