//! Constants, statics, aliases, modules, macro definitions.

use super::functions::record;
use super::{Place, Rust, generics, types};
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{
    Binding, BindingKind, Import, ImportKind, ImportName, ScopeKind, SymbolFlags, SymbolKind, Visibility,
};

impl Rust {
    pub(super) fn constant<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, attributes: &[(usize, usize)]) {
        let Some(name) = node.child_by_field_name("name") else {
            return;
        };
        let ty = node.child_by_field_name("type").map(|ty| types::ty(cx, ty, 0));
        let place = self.place(cx);
        if place == Place::Local {
            let (scope, position, name) = (cx.scope(), cx.position(name), cx.intern_node(name));
            let kind = BindingKind::Local;
            cx.facts.bindings.push(Binding { scope, name, at: 0, position, kind, ty, value: None });
            return;
        }
        if cx.text(name) == "_" {
            return;
        }
        let value = node.child_by_field_name("value");
        let kind = if node.kind() == "static_item" { SymbolKind::Variable } else { SymbolKind::Constant };
        let head_end = value.map_or(node.end_byte() - 1, |value| value.start_byte());
        let mut symbol = cx.draft(kind, node, name, head_end);
        self.enlist(cx, place, kind, &mut symbol);
        self.dress(cx, node, attributes, place, &mut symbol);
        symbol.ty = ty;
        if place == Place::Trait && value.is_none() {
            symbol.flags.set(SymbolFlags::ABSTRACT);
        }
        if place == Place::Foreign {
            symbol.flags.set(SymbolFlags::FOREIGN);
        }
        record(cx, symbol, place);
    }

    pub(super) fn type_alias<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, attributes: &[(usize, usize)]) {
        let Some(name) = node.child_by_field_name("name") else {
            return;
        };
        let place = self.place(cx);
        let mut symbol = cx.draft(SymbolKind::TypeAlias, node, name, node.end_byte() - 1);
        self.enlist(cx, place, SymbolKind::TypeAlias, &mut symbol);
        self.dress(cx, node, attributes, place, &mut symbol);
        let key = (symbol.scope, symbol.name);
        symbol.type_params = generics::open(cx, node);
        symbol.ty = node.child_by_field_name("type").map(|ty| types::ty(cx, ty, 0));
        if place == Place::Trait && symbol.ty.is_none() {
            symbol.flags.set(SymbolFlags::ABSTRACT);
            let bounds = node.child_by_field_name("bounds").map(|list| generics::bounds(cx, list));
            symbol.bases = bounds.unwrap_or_default();
        }
        let ix = record(cx, symbol, place);
        if matches!(place, Place::Module | Place::Local) {
            self.types.insert(key, ix);
        }
    }

    pub(super) fn module<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, attributes: &[(usize, usize)]) {
        let Some(name) = node.child_by_field_name("name") else {
            return;
        };
        let body = node.child_by_field_name("body");
        let head_end = body.map_or(node.end_byte() - 1, |body| body.start_byte());
        let mut symbol = cx.draft(SymbolKind::Module, node, name, head_end);
        self.dress(cx, node, attributes, Place::Module, &mut symbol);
        let reexport = symbol.flags.has(SymbolFlags::EXPORTED);
        let ix = cx.define(symbol, 0);
        if let Some(body) = body {
            let scope = cx.new_scope(ScopeKind::Module, Some(ix));
            cx.facts.symbols[ix.ix()].body = Some(scope);
            cx.scope_on(body, scope);
            return;
        }
        let local = cx.intern_node(name);
        let names = vec![ImportName { name: None, local: Some(local), position: cx.position(name), type_only: false }];
        let (scope, span) = (cx.scope(), cx.span(node));
        let kind = ImportKind::Module;
        cx.facts.imports.push(Import {
            specifier: local,
            kind,
            names,
            star: false,
            type_only: false,
            reexport,
            scope,
            span,
        });
    }

    pub(super) fn macro_definition<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, attributes: &[(usize, usize)]) {
        self.tokens.read_definition();
        let Some(name) = node.child_by_field_name("name") else {
            return;
        };
        let mut symbol = cx.draft(SymbolKind::Macro, node, name, name.end_byte());
        self.dress(cx, node, attributes, Place::Module, &mut symbol);
        let exported = symbol.attributes.iter().any(|&text| cx.facts.text(text).starts_with("macro_export"));
        if exported {
            symbol.visibility = Visibility::Public;
            symbol.flags.set(SymbolFlags::EXPORTED);
        }
        let (scope, position) = (symbol.scope, symbol.name_at);
        let ix = cx.add_symbol(symbol);
        // Macros have a name space of their own: uses and bindings carry the `!`.
        let name = cx.intern(&format!("{}!", cx.text(name)));
        let kind = BindingKind::Symbol(ix);
        cx.facts.bindings.push(Binding { scope, name, at: 0, position, kind, ty: None, value: None });
    }
}
