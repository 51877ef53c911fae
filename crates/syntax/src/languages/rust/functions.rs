//! Functions, closures, and the scopes of blocks, conditions, loops and match arms.

use super::patterns::Binder;
use super::{Deferred, Place, Rust, generics, types, values};
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{
    BindingKind, Expr, ExprIx, Param, ParamKind, ScopeIx, ScopeKind, Symbol, SymbolFlags, SymbolIx, SymbolKind,
};

impl Rust {
    pub(super) fn function<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, attributes: &[(usize, usize)]) {
        let Some(name) = node.child_by_field_name("name") else {
            return;
        };
        let body = node.child_by_field_name("body");
        let head_end = body.map_or(node.end_byte() - 1, |body| body.start_byte());
        let place = self.place(cx);
        let mut symbol = cx.draft(SymbolKind::Function, node, name, head_end);
        self.enlist(cx, place, SymbolKind::Method, &mut symbol);
        self.dress(cx, node, attributes, place, &mut symbol);
        let parameters = node.child_by_field_name("parameters");
        flag(cx, node, place, parameters, &mut symbol);
        symbol.type_params = generics::open(cx, node);
        symbol.ty = node.child_by_field_name("return_type").map(|ty| types::ty(cx, ty, 0));
        let list = parameters.map(super::parts).unwrap_or_default();
        symbol.params = list.iter().filter_map(|&node| parameter(cx, node)).collect();
        let ix = record(cx, symbol, place);
        let scope = cx.new_scope(ScopeKind::Function, Some(ix));
        cx.facts.symbols[ix.ix()].body = Some(scope);
        cx.open_scope(scope);
        for node in list {
            self.bind_parameter(cx, node, scope, head_end);
        }
        cx.measure(ix);
    }

    /// Parent, kind and owner of a member of a trait or `impl`.
    pub(super) fn enlist(&self, cx: &mut Context<'_>, place: Place, member: SymbolKind, symbol: &mut Symbol) {
        match place {
            Place::Trait => symbol.kind = member,
            Place::Impl => {
                let open = self.impls.last().expect("the place says so");
                symbol.kind = member;
                symbol.parent = open.parent;
                symbol.impl_of = Some(open.of);
                if let Some(of_trait) = open.of_trait {
                    symbol.bases = vec![of_trait];
                    symbol.flags.set(SymbolFlags::OVERRIDE);
                }
            }
            Place::Local if symbol.parent.is_none() => symbol.parent = cx.owner(),
            Place::Local | Place::Module | Place::Foreign => {}
        }
    }

    fn bind_parameter<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, scope: ScopeIx, at: usize) {
        let (pattern, ty) = match node.kind() {
            "parameter" | "variadic_parameter" => {
                (node.child_by_field_name("pattern"), node.child_by_field_name("type"))
            }
            "self_parameter" => return,
            _ => (None, None),
        };
        if let Some(pattern) = pattern {
            let ty = ty.map(|ty| types::ty(cx, ty, 0));
            self.bind_pattern(cx, pattern, Binder { scope, at, kind: BindingKind::Parameter, always: true }, ty, None);
        }
    }

    pub(super) fn closure<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let scope = cx.new_scope(ScopeKind::Function, None);
        cx.open_scope(scope);
        let at = node.child_by_field_name("body").map_or(node.end_byte(), |body| body.start_byte());
        for param in node.child_by_field_name("parameters").map(super::parts).unwrap_or_default() {
            if param.kind() == "parameter" {
                self.bind_parameter(cx, param, scope, at);
            } else {
                let binder = Binder { scope, at, kind: BindingKind::Parameter, always: true };
                self.bind_pattern(cx, param, binder, None, None);
            }
        }
    }

    pub(super) fn let_declaration<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let ty = node.child_by_field_name("type").map(|ty| types::ty(cx, ty, 0));
        self.bind_later(cx, node, cx.scope(), node.end_byte(), ty);
    }

    pub(super) fn let_condition<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        self.bind_later(cx, node, cx.scope(), node.end_byte(), None);
    }

    pub(super) fn for_expression<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let Some(body) = node.child_by_field_name("body") else {
            return;
        };
        let scope = cx.new_scope(ScopeKind::Block, None);
        cx.scope_on(body, scope);
        self.bind_later(cx, node, scope, body.start_byte(), None);
    }

    pub(super) fn match_arm<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let matched = cx.ancestor(1).and_then(|node| node.child_by_field_name("value"));
        let matched = matched.map(|matched| values::value(cx, matched, 0));
        let scope = cx.new_scope(ScopeKind::Block, None);
        cx.open_scope(scope);
        let pattern = node.child_by_field_name("pattern").and_then(|pattern| pattern.child(0));
        if let Some(pattern) = pattern {
            let binder = Binder { scope, at: pattern.end_byte(), kind: BindingKind::Local, always: false };
            self.bind_pattern(cx, pattern, binder, None, matched);
        }
    }

    /// Binds the field `pattern` of `node` now, to a value that is filled in when the walk leaves `node`.
    fn bind_later<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, scope: ScopeIx, at: usize, ty: Option<ExprIx>) {
        let slot = node.child_by_field_name("value").map(|_| {
            cx.facts.exprs.push(Expr::Unknown);
            ExprIx(cx.facts.exprs.len() as u32 - 1)
        });
        if let Some(slot) = slot {
            self.deferred.push(Deferred { node: node.id(), slot });
        }
        if let Some(pattern) = node.child_by_field_name("pattern") {
            let binder = Binder { scope, at, kind: BindingKind::Local, always: false };
            self.bind_pattern(cx, pattern, binder, ty, slot);
        }
    }

    /// Fills in what `bind_later` left open.
    pub(super) fn fill_deferred<'t>(
        &mut self,
        cx: &mut Context<'t>,
        node: Node<'t>,
        build: fn(&mut Context<'t>, Node<'t>) -> ExprIx,
    ) {
        if self.deferred.last().is_none_or(|deferred| deferred.node != node.id()) {
            return;
        }
        let slot = self.deferred.pop().expect("looked at").slot;
        if let Some(value) = node.child_by_field_name("value") {
            let built = build(cx, value);
            cx.facts.exprs[slot.ix()] = cx.facts.exprs[built.ix()].clone();
        }
    }
}

/// Every block but a function's body has a scope of its own.
pub(super) fn block(cx: &mut Context<'_>) {
    if cx.parent_kind() != "function_item" {
        let scope = cx.new_scope(ScopeKind::Block, None);
        cx.open_scope(scope);
    }
}

/// What a condition binds holds in the rest of the condition and in the branch, not in `else`.
pub(super) fn condition_scope<'t>(cx: &mut Context<'t>, node: Node<'t>, branch: &str) {
    let binds = |condition: &Node<'_>| matches!(condition.kind(), "let_condition" | "let_chain");
    let Some(condition) = node.child_by_field_name("condition").filter(binds) else {
        return;
    };
    let scope = cx.new_scope(ScopeKind::Block, None);
    cx.scope_on(condition, scope);
    if let Some(branch) = node.child_by_field_name(branch) {
        cx.scope_on(branch, scope);
    }
}

/// Records an item: its name is visible everywhere in its scope, a member's only through its type.
pub(super) fn record(cx: &mut Context<'_>, symbol: Symbol, place: Place) -> SymbolIx {
    if matches!(place, Place::Trait | Place::Impl) { cx.add_symbol(symbol) } else { cx.define(symbol, 0) }
}

fn flag(cx: &Context<'_>, node: Node<'_>, place: Place, parameters: Option<Node<'_>>, symbol: &mut Symbol) {
    if let Some(modifiers) = super::child_of_kind(node, "function_modifiers") {
        let text = cx.text(modifiers);
        if text.contains("async") {
            symbol.flags.set(SymbolFlags::ASYNC);
        }
        if text.contains("extern") {
            symbol.flags.set(SymbolFlags::FOREIGN);
        }
    }
    if node.kind() == "function_signature_item" && place != Place::Impl {
        symbol.flags.set(SymbolFlags::ABSTRACT);
    }
    if place == Place::Foreign {
        symbol.flags.set(SymbolFlags::FOREIGN);
    }
    let has_receiver = parameters.and_then(|list| super::parts(list).first().copied()).is_some_and(is_receiver);
    if symbol.kind == SymbolKind::Method && !has_receiver {
        symbol.flags.set(SymbolFlags::STATIC);
    }
}

fn is_receiver(param: Node<'_>) -> bool {
    param.kind() == "self_parameter" || param.child_by_field_name("pattern").is_some_and(|name| name.kind() == "self")
}

fn parameter<'t>(cx: &mut Context<'t>, node: Node<'t>) -> Option<Param> {
    if is_receiver(node) {
        return None;
    }
    let pattern = node.child_by_field_name("pattern");
    let name = pattern.filter(|pattern| pattern.kind() == "identifier").map_or("", |name| cx.text(name));
    let ty = node.child_by_field_name("type").map(|ty| types::ty(cx, ty, 0));
    let kind = if node.kind() == "variadic_parameter" { ParamKind::Rest } else { ParamKind::Plain };
    Some(Param { name: cx.intern(name), at: cx.position(pattern.unwrap_or(node)), ty, optional: false, kind })
}
