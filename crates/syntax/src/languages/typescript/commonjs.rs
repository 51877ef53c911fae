//! Definitions by assignment: `module.exports = …`, `exports.x = …`, `Foo.prototype.bar = …`, `Foo.bar = …`.

use super::TypeScriptExtractor;
use super::imports::{add_import, add_module, add_name};
use super::kinds::Kind;
use super::patterns::unquoted;
use super::scopes::{Modifiers, Place};
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{
    ExportSource, Expr, ImportIx, ScopeIx, Symbol, SymbolFlags, SymbolIx, SymbolKind, Visibility,
};

impl TypeScriptExtractor {
    /// `object.name = value`.
    pub(super) fn commonjs_assignment<'t>(
        &mut self,
        cx: &mut Context<'t>,
        node: Node<'t>,
        (object, name): (Node<'t>, Node<'t>),
        value: Node<'t>,
    ) {
        let is_file_level = Self::hoisting_scope(cx) == ScopeIx::FILE;
        match (self.kind(object), cx.text(name)) {
            (Kind::Identifier, "exports") if cx.text(object) == "module" && is_file_level => {
                self.module_exports(cx, node, name, value);
            }
            (Kind::Identifier | Kind::MemberExpression, _)
                if is_file_level && matches!(cx.text(object), "exports" | "module.exports") =>
            {
                self.export_value(cx, node, name, value);
            }
            (Kind::Identifier, "prototype") => {
                let object_literal = self.underlying(cx, value).node;
                if self.kind(object_literal) == Kind::Object {
                    let of = self.expr(cx, object);
                    let symbol = self.symbol_named(cx, object);
                    self.own_prototype(cx, object_literal, symbol, of);
                }
            }
            (Kind::MemberExpression, _) => self.prototype_member(cx, node, (object, name), value),
            (Kind::Identifier, _) => self.expando(cx, node, (object, name), value),
            _ => {}
        }
    }

    /// `Foo.prototype.bar = function …`.
    fn prototype_member<'t>(
        &mut self,
        cx: &mut Context<'t>,
        node: Node<'t>,
        (object, name): (Node<'t>, Node<'t>),
        value: Node<'t>,
    ) {
        let (Some(class), Some(property)) =
            (object.child_by_field_name("object"), object.child_by_field_name("property"))
        else {
            return;
        };
        let function = self.underlying(cx, value).node;
        let is_function = self.kind(function).is_function_value();
        if cx.text(property) != "prototype" || self.kind(class) != Kind::Identifier || !is_function {
            return;
        }
        let mut symbol = cx.draft(SymbolKind::Method, node, name, body_start(function));
        symbol.flags.set(Modifiers::of(cx, function).flags);
        symbol.impl_of = Some(self.expr(cx, class));
        symbol.parent = self.symbol_named(cx, class);
        let ix = cx.add_symbol(symbol);
        self.prepare(function, ix);
    }

    /// `Foo.bar = function …` on a function, class or variable of this file: a static member of it.
    fn expando<'t>(
        &mut self,
        cx: &mut Context<'t>,
        node: Node<'t>,
        (object, name): (Node<'t>, Node<'t>),
        value: Node<'t>,
    ) {
        let Some(owner) = self.symbol_named(cx, object) else { return };
        let row = cx.facts.symbol(owner);
        let takes_members = match row.kind {
            SymbolKind::Function | SymbolKind::Class => true,
            SymbolKind::Constant | SymbolKind::Variable => row.ty.is_none(),
            _ => false,
        };
        let function = self.underlying(cx, value).node;
        if !takes_members || !self.kind(function).is_function_value() || self.prepared.contains_key(&function.id()) {
            return;
        }
        let mut symbol = cx.draft(SymbolKind::Method, node, name, body_start(function));
        symbol.flags.set(Modifiers::of(cx, function).flags);
        symbol.flags.set(SymbolFlags::STATIC);
        symbol.parent = Some(owner);
        let ix = cx.add_symbol(symbol);
        self.prepare(function, ix);
    }

    fn prepare(&mut self, function: Node<'_>, symbol: SymbolIx) {
        self.prepared.entry(function.id()).or_insert(symbol);
    }

    /// `module.exports = value`: the keys of an object literal are exports, anything else is the module itself.
    fn module_exports<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, word: Node<'t>, value: Node<'t>) {
        let inner = self.underlying(cx, value).node;
        if let Some(import) = self.required(cx, inner) {
            let (name, at) = (cx.intern("export="), cx.position(word));
            self.export(cx, Some(name), ExportSource::Import { import, name: 0 }, false, at);
            return;
        }
        match self.kind(inner) {
            Kind::Object if !self.objects.contains_key(&inner.id()) => self.own_exports(cx, inner),
            kind if (kind.is_function_value() || kind == Kind::Class) && !self.prepared.contains_key(&inner.id()) => {
                let name = inner.child_by_field_name("name").unwrap_or(word);
                let symbol = self.value_symbol(cx, node, name, inner);
                let ix = Self::add_export_symbol(cx, symbol);
                self.prepared.insert(inner.id(), ix);
                self.export_whole(cx, inner);
            }
            _ => self.export_whole(cx, inner),
        }
    }

    /// `exports.name = value`, or a key of `module.exports = {…}`.
    pub(super) fn export_value<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, key: Node<'t>, value: Node<'t>) {
        let (name, at) = (cx.intern(unquoted(cx.text(key))), cx.position(key));
        if self.exported.contains_key(&name) {
            return;
        }
        let inner = self.underlying(cx, value).node;
        if let Some(import) = self.required(cx, inner) {
            self.export(cx, Some(name), ExportSource::Import { import, name: 0 }, false, at);
            return;
        }
        match self.kind(inner) {
            Kind::Undefined | Kind::UnaryExpression => {}
            Kind::Identifier => {
                let local = cx.intern_node(inner);
                self.export_local(cx, name, local, at, false);
            }
            _ if self.prepared.contains_key(&inner.id()) => {
                let value = self.expr(cx, inner);
                self.export(cx, Some(name), ExportSource::Value(value), false, at);
            }
            _ => {
                let mut symbol = self.value_symbol(cx, node, key, inner);
                symbol.name = name;
                let ix = self.export_symbol(cx, symbol);
                if self.kind(inner).is_function_value() || self.kind(inner) == Kind::Class {
                    self.prepared.insert(inner.id(), ix);
                } else {
                    let value = self.known(cx, Some(value));
                    cx.facts.symbols[ix.ix()].value = value;
                }
            }
        }
    }

    /// A symbol for an exported value: a function, a class or a variable.
    fn value_symbol<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, name: Node<'t>, value: Node<'t>) -> Symbol {
        let place = Place { node, exported: true, default: false };
        match self.kind(value) {
            kind if kind.is_function_value() => self.function_symbol(cx, place, name, value),
            Kind::Class => self.draft(cx, SymbolKind::Class, place, name, body_start(value)),
            Kind::Object => self.draft(cx, SymbolKind::Variable, place, name, value.start_byte()),
            _ => self.draft(cx, SymbolKind::Variable, place, name, value.end_byte()),
        }
    }

    fn add_export_symbol(cx: &mut Context<'_>, mut symbol: Symbol) -> SymbolIx {
        symbol.scope = ScopeIx::FILE;
        symbol.visibility = Visibility::Public;
        symbol.flags.set(SymbolFlags::EXPORTED);
        cx.add_symbol(symbol)
    }

    /// Records a symbol that only its export names.
    pub(super) fn export_symbol(&mut self, cx: &mut Context<'_>, symbol: Symbol) -> SymbolIx {
        let (name, at) = (symbol.name, symbol.name_at);
        let ix = Self::add_export_symbol(cx, symbol);
        let value = cx.expr(Expr::Symbol(ix));
        self.export(cx, Some(name), ExportSource::Value(value), false, at);
        ix
    }

    /// The import behind `require("x")` or `require("x").y` as an exported value; the walk passes over it.
    fn required<'t>(&mut self, cx: &mut Context<'t>, value: Node<'t>) -> Option<ImportIx> {
        let property = (self.kind(value) == Kind::MemberExpression).then(|| value.child_by_field_name("property"));
        let call = if property.is_some() { value.child_by_field_name("object")? } else { value };
        let (kind, source) = self.loaded(cx, call)?;
        let import = add_import(cx, value, source, kind);
        cx.facts.imports[import.ix()].reexport = true;
        cx.skip(call);
        match property.flatten() {
            Some(property) => self.late_imports.push((property.id(), import)),
            None => add_module(cx, import, call),
        }
        Some(import)
    }

    /// `...require("x")` in `module.exports = {…}`: everything of `x` is offered.
    pub(super) fn export_spread<'t>(&mut self, cx: &mut Context<'t>, value: Node<'t>) {
        if let Some((kind, source)) = self.loaded(cx, value) {
            let import = add_import(cx, value, source, kind);
            let row = &mut cx.facts.imports[import.ix()];
            (row.star, row.reexport) = (true, true);
            cx.skip(value);
            let at = cx.position(value);
            self.export(cx, None, ExportSource::Import { import, name: 0 }, false, at);
        }
    }

    /// The `y` of an exported `require("x").y`, when the walk comes to it.
    pub(super) fn late_import(&mut self, cx: &mut Context<'_>, node: Node<'_>) -> bool {
        let Some(index) = self.late_imports.iter().position(|(id, _)| *id == node.id()) else {
            return false;
        };
        let (_, import) = self.late_imports.remove(index);
        let name = cx.intern_node(node);
        add_name(cx, import, Some(name), None, node);
        true
    }
}

fn body_start(function: Node<'_>) -> usize {
    function.child_by_field_name("body").map_or(function.end_byte(), |body| body.start_byte())
}
