//! What a file offers: `export` in all its forms.

use super::TypeScriptExtractor;
use super::imports::{add_import, add_module, add_name};
use super::kinds::{Kind, children, first_child, has_token};
use super::patterns::unquoted;
use super::scopes::Place;
use crate::context::Context;
use crate::walk::Visit;
use tree_sitter::Node;
use tribunal_domain::facts::{
    BindingKind, Export, ExportSource, Expr, ImportKind, Position, Role, ScopeIx, SymbolFlags, SymbolIx, SymbolKind,
    Text, Visibility,
};

impl TypeScriptExtractor {
    /// `export …`.
    pub(super) fn export_statement<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) -> Visit {
        if let Some(source) = node.child_by_field_name("source") {
            self.reexport(cx, node, source);
            return Visit::Skip;
        }
        if node.child_by_field_name("declaration").is_some() {
            return Visit::Children;
        }
        if let Some(value) = node.child_by_field_name("value") {
            self.default_value(cx, node, value);
            return Visit::Children;
        }
        let parts = children(node);
        if let Some(clause) = parts.iter().find(|part| self.kind(**part) == Kind::ExportClause) {
            self.export_list(cx, node, *clause);
            return Visit::Skip;
        }
        if has_token(node, "=") {
            if let Some(&value) = parts.first() {
                self.export_whole(cx, value);
            }
            return Visit::Children;
        }
        if has_token(node, "namespace") { Visit::Skip } else { Visit::Children }
    }

    /// `export { a as b } from "x"`, `export * from "x"`, `export * as n from "x"`.
    fn reexport<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, source: Node<'t>) {
        let import = add_import(cx, node, source, ImportKind::Static);
        let type_only = has_token(node, "type");
        let row = &mut cx.facts.imports[import.ix()];
        (row.reexport, row.type_only) = (true, type_only);
        let parts = children(node);
        if let Some(namespace) = parts.iter().find(|part| self.kind(**part) == Kind::NamespaceExport) {
            let Some(name) = first_child(*namespace).or_else(|| namespace.child(2)) else { return };
            add_module(cx, import, name);
            let (offered, at) = (cx.intern(unquoted(cx.text(name))), cx.position(name));
            self.export(cx, Some(offered), ExportSource::Import { import, name: 0 }, type_only, at);
        } else if let Some(clause) = parts.iter().find(|part| self.kind(**part) == Kind::ExportClause) {
            for (index, specifier) in children(*clause).into_iter().enumerate() {
                let Some(name) = specifier.child_by_field_name("name") else { continue };
                let offered = offered_as(cx, specifier).unwrap_or(name);
                let imported = cx.intern(unquoted(cx.text(name)));
                add_name(cx, import, Some(imported), None, name);
                let only_type = type_only || has_token(specifier, "type");
                if let Some(last) = cx.facts.imports[import.ix()].names.last_mut() {
                    last.type_only = only_type && !type_only;
                }
                let (offered, at) = (cx.intern(unquoted(cx.text(offered))), cx.position(offered));
                self.export(cx, Some(offered), ExportSource::Import { import, name: index as u32 }, only_type, at);
            }
        } else {
            cx.facts.imports[import.ix()].star = true;
            let at = cx.position(node);
            self.export(cx, None, ExportSource::Import { import, name: 0 }, type_only, at);
        }
    }

    /// `export { a, b as c }`.
    fn export_list<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, clause: Node<'t>) {
        let type_only = has_token(node, "type");
        for specifier in children(clause) {
            let Some(name) = specifier.child_by_field_name("name") else { continue };
            let alias = offered_as(cx, specifier).unwrap_or(name);
            let only_type = type_only || has_token(specifier, "type");
            cx.reference(name, if only_type { Role::Type } else { Role::Read }, None);
            if cx.scope() == ScopeIx::FILE {
                let (offered, local) = (cx.intern(unquoted(cx.text(alias))), cx.intern_node(name));
                let at = cx.position(alias);
                self.export_local(cx, offered, local, at, only_type);
            }
        }
    }

    /// `export default value`.
    fn default_value<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, value: Node<'t>) {
        let mut cursor = node.walk();
        let Some(word) = node.children(&mut cursor).find(|child| child.kind() == "default") else { return };
        let underlying = self.underlying(cx, value);
        let inner = underlying.node;
        let (name, at) = (cx.intern("default"), cx.position(word));
        let place = Place { node, exported: true, default: true };
        let head_end = inner.child_by_field_name("body").unwrap_or(inner).start_byte();
        let symbol = match self.kind(inner) {
            kind if kind.is_function_value() => {
                let symbol = self.function_symbol(cx, place, word, inner);
                let ix = cx.add_symbol(symbol);
                self.prepared.insert(inner.id(), ix);
                ix
            }
            Kind::Class => {
                let symbol = self.draft(cx, SymbolKind::Class, place, word, head_end);
                let ix = cx.add_symbol(symbol);
                self.prepared.insert(inner.id(), ix);
                ix
            }
            Kind::Object if underlying.cast.is_none() => {
                let symbol = self.draft(cx, SymbolKind::Constant, place, word, head_end);
                let ix = cx.add_symbol(symbol);
                self.object_symbol(cx, inner, ix);
                ix
            }
            Kind::Identifier if inner == value => {
                let local = cx.intern_node(inner);
                self.export_local(cx, name, local, at, false);
                return;
            }
            _ => {
                let value = self.expr(cx, value);
                self.export(cx, Some(name), ExportSource::Value(value), false, at);
                return;
            }
        };
        let value = cx.expr(Expr::Symbol(symbol));
        self.export(cx, Some(name), ExportSource::Value(value), false, at);
    }

    /// `export = value`, `module.exports = value`: the module is that value.
    pub(super) fn export_whole<'t>(&mut self, cx: &mut Context<'t>, value: Node<'t>) {
        let (name, at) = (cx.intern("export="), cx.position(value));
        if self.kind(value) == Kind::Identifier {
            let local = cx.intern_node(value);
            self.export_local(cx, name, local, at, false);
        } else {
            let value = self.expr(cx, value);
            self.export(cx, Some(name), ExportSource::Value(value), false, at);
        }
    }

    /// Offers the name bound in the file as `local`; overloads and merged declarations are one export.
    pub(super) fn export_local(
        &mut self,
        cx: &mut Context<'_>,
        offered: Text,
        local: Text,
        at: Position,
        type_only: bool,
    ) {
        if let Some(&known) = self.exported.get(&offered)
            && cx.facts.exports[known].source == ExportSource::Local(local)
        {
            cx.facts.exports[known].type_only &= type_only;
            return;
        }
        self.export(cx, Some(offered), ExportSource::Local(local), type_only, at);
    }

    /// Adds an export.
    pub(super) fn export(
        &mut self,
        cx: &mut Context<'_>,
        name: Option<Text>,
        source: ExportSource,
        type_only: bool,
        position: Position,
    ) {
        if let Some(name) = name {
            self.exported.insert(name, cx.facts.exports.len());
        }
        cx.facts.exports.push(Export { name, source, type_only, position });
    }

    /// The symbols of this file behind an export.
    fn offered(&self, cx: &Context<'_>, source: ExportSource) -> Vec<SymbolIx> {
        match source {
            ExportSource::Import { .. } => Vec::new(),
            ExportSource::Value(value) => match cx.facts.exprs[value.ix()] {
                Expr::Symbol(symbol) => vec![symbol],
                _ => Vec::new(),
            },
            ExportSource::Local(name) => {
                let latest = self.bound.get(&(ScopeIx::FILE, name)).copied();
                let bindings = std::iter::successors(latest, |at| self.earlier.get(at).copied());
                let kinds = bindings.map(|at| cx.facts.bindings[at as usize].kind);
                kinds
                    .filter_map(|kind| if let BindingKind::Symbol(symbol) = kind { Some(symbol) } else { None })
                    .collect()
            }
        }
    }

    /// Flags the symbols that export lists and `export default name` name.
    pub(super) fn mark_exports(&mut self, cx: &mut Context<'_>) {
        let default = cx.intern("default");
        for index in 0..cx.facts.exports.len() {
            let is_default = cx.facts.exports[index].name == Some(default);
            for symbol in self.offered(cx, cx.facts.exports[index].source) {
                let row = &mut cx.facts.symbols[symbol.ix()];
                row.flags.set(SymbolFlags::EXPORTED);
                row.visibility = Visibility::Public;
                if is_default {
                    row.flags.set(SymbolFlags::DEFAULT);
                }
            }
        }
    }
}

/// What stands after `as`. A keyword there (`export { build as if }`) is a name, which the grammar takes for an error.
fn offered_as<'t>(cx: &Context<'t>, specifier: Node<'t>) -> Option<Node<'t>> {
    let keyword = || {
        let error = specifier.next_sibling().filter(Node::is_error)?;
        let (word, name) = (error.child(0)?, error.child(1)?);
        (error.child_count() == 2 && cx.text(word) == "as").then_some(name)
    };
    specifier.child_by_field_name("alias").or_else(keyword)
}
