//! Namespaces, `declare module "x"` and `declare global`.

use super::TypeScriptExtractor;
use super::kinds::{Kind, children};
use super::patterns::unquoted;
use super::scopes::Place;
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{ScopeIx, ScopeKind, SymbolFlags, SymbolIx, SymbolKind, Visibility};

/// Parts of a namespace's name that are followed.
const MAX_PARTS: usize = 24;

impl TypeScriptExtractor {
    /// `namespace A.B {}`, `module A {}`, `declare module "x" {}`.
    pub(super) fn module<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let Some(name) = node.child_by_field_name("name") else { return };
        cx.skip(name);
        let place = self.place(cx, node, 0);
        let scope = if self.kind(name) == Kind::String {
            let ix = self.unbound_module(cx, place, name);
            Self::module_scope(cx, cx.scope(), ix)
        } else {
            self.namespaces(cx, name, place)
        };
        if let Some(body) = node.child_by_field_name("body") {
            cx.scope_on(body, scope);
        }
    }

    /// One symbol per part of `A.B.C`; the scope of the last.
    fn namespaces<'t>(&mut self, cx: &mut Context<'t>, name: Node<'t>, place: Place<'t>) -> ScopeIx {
        let head_end = name.end_byte();
        let mut scope = cx.scope();
        let mut parent = cx.owner();
        for (level, part) in parts(name).into_iter().enumerate() {
            let mut symbol = self.draft(cx, SymbolKind::Module, place, part, head_end);
            (symbol.scope, symbol.parent) = (scope, parent);
            let ix = if level == 0 {
                self.declare(cx, symbol, place)
            } else {
                symbol.flags.set(SymbolFlags::EXPORTED);
                symbol.visibility = Visibility::Public;
                self.define(cx, symbol)
            };
            scope = Self::module_scope(cx, scope, ix);
            parent = Some(ix);
        }
        scope
    }

    fn module_scope(cx: &mut Context<'_>, parent: ScopeIx, symbol: SymbolIx) -> ScopeIx {
        let scope = cx.new_scope_in(parent, ScopeKind::Module, Some(symbol));
        cx.facts.symbols[symbol.ix()].body = Some(scope);
        scope
    }

    fn unbound_module<'t>(&mut self, cx: &mut Context<'t>, place: Place<'t>, name: Node<'t>) -> SymbolIx {
        let mut symbol = self.draft(cx, SymbolKind::Module, place, name, name.end_byte());
        symbol.name = cx.intern(unquoted(cx.text(name)));
        symbol.flags.set(SymbolFlags::AMBIENT);
        cx.add_symbol(symbol)
    }

    /// `declare …`; `declare global { … }` has a scope of its own.
    pub(super) fn ambient_declaration<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        self.ambient += 1;
        let body = children(node).into_iter().find(|child| self.kind(*child) == Kind::StatementBlock);
        let mut cursor = node.walk();
        let global = node.children(&mut cursor).find(|child| child.kind() == "global");
        if let (Some(body), Some(name)) = (body, global) {
            let place = Place { node, exported: false, default: false };
            let ix = self.unbound_module(cx, place, name);
            let scope = Self::module_scope(cx, cx.scope(), ix);
            cx.scope_on(body, scope);
        }
    }
}

/// The identifiers of `A.B.C`, outermost first.
fn parts(name: Node<'_>) -> Vec<Node<'_>> {
    let mut found = Vec::new();
    let mut at = name;
    while let (Some(object), Some(property)) = (at.child_by_field_name("object"), at.child_by_field_name("property")) {
        found.push(property);
        if found.len() > MAX_PARTS {
            break;
        }
        at = object;
    }
    found.push(at);
    found.reverse();
    found
}
