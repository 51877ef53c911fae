//! Structs, unions, enums, traits, `impl` blocks.

use super::attributes::says_test;
use super::{Impl, Place, Rust, attributes, generics, parts, types};
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{
    Expr, ExprIx, Param, ParamKind, ScopeIx, ScopeKind, Symbol, SymbolFlags, SymbolIx, SymbolKind, Text,
};

impl Rust {
    pub(super) fn structure<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, attributes: &[(usize, usize)]) {
        let body = node.child_by_field_name("body");
        let fields = body.filter(|body| body.kind() == "field_declaration_list");
        let head_end = fields.map_or(node.end_byte() - 1, |body| body.start_byte());
        let Some(ix) = self.type_item(cx, node, SymbolKind::Struct, head_end, attributes) else {
            return;
        };
        if let Some(body) = body {
            tuple_fields(cx, body, ix);
        }
    }

    pub(super) fn enumeration<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, attributes: &[(usize, usize)]) {
        let head_end = node.child_by_field_name("body").map_or(node.end_byte(), |body| body.start_byte());
        self.type_item(cx, node, SymbolKind::Enum, head_end, attributes);
    }

    pub(super) fn trait_item<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, attributes: &[(usize, usize)]) {
        let head_end = node.child_by_field_name("body").map_or(node.end_byte(), |body| body.start_byte());
        let Some(ix) = self.type_item(cx, node, SymbolKind::Trait, head_end, attributes) else {
            return;
        };
        let bases = node.child_by_field_name("bounds").map(|list| generics::bounds(cx, list));
        cx.facts.symbols[ix.ix()].bases = bases.unwrap_or_default();
    }

    /// The symbol of a type; its scopes are open from here to the end of the item.
    fn type_item<'t>(
        &mut self,
        cx: &mut Context<'t>,
        node: Node<'t>,
        kind: SymbolKind,
        head_end: usize,
        attributes: &[(usize, usize)],
    ) -> Option<SymbolIx> {
        let name = node.child_by_field_name("name")?;
        let place = self.place(cx);
        let mut symbol = cx.draft(kind, node, name, head_end);
        self.dress(cx, node, attributes, place, &mut symbol);
        let (scope, text) = (symbol.scope, symbol.name);
        symbol.type_params = generics::open(cx, node);
        let ix = cx.define(symbol, 0);
        self.types.insert((scope, text), ix);
        let body = cx.new_scope(ScopeKind::Class, Some(ix));
        cx.facts.scopes[body.ix()].self_type = Some(cx.expr(Expr::Name { name: text, scope, at: 0 }));
        cx.facts.symbols[ix.ix()].body = Some(body);
        cx.open_scope(body);
        Some(ix)
    }

    pub(super) fn variant<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, attributes: &[(usize, usize)]) {
        let Some(name) = node.child_by_field_name("name") else {
            return;
        };
        let mut symbol = cx.draft(SymbolKind::EnumMember, node, name, node.end_byte());
        self.dress(cx, node, attributes, Place::Trait, &mut symbol);
        let ix = cx.add_symbol(symbol);
        if let Some(body) = node.child_by_field_name("body") {
            let scope = cx.new_scope(ScopeKind::Class, Some(ix));
            let outer = cx.facts.scopes[cx.scope().ix()].self_type;
            cx.facts.scopes[scope.ix()].self_type = outer;
            cx.facts.symbols[ix.ix()].body = Some(scope);
            cx.open_scope(scope);
            // A variant with a tuple is called like a function.
            cx.facts.symbols[ix.ix()].params = tuple_fields(cx, body, ix);
        }
    }

    pub(super) fn field<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, attributes: &[(usize, usize)]) {
        let Some(name) = node.child_by_field_name("name") else {
            return;
        };
        let mut symbol = cx.draft(SymbolKind::Field, node, name, node.end_byte());
        self.dress(cx, node, attributes, field_place(cx, symbol.parent), &mut symbol);
        symbol.ty = node.child_by_field_name("type").map(|ty| types::ty(cx, ty, 0));
        cx.add_symbol(symbol);
    }

    pub(super) fn impl_item<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, attributes: &[(usize, usize)]) {
        let test = attributes.iter().any(|&(start, end)| says_test(&cx.source.text()[start..end]));
        let outer = cx.scope();
        let own = generics::open(cx, node);
        let written = node.child_by_field_name("type");
        let of = written.map_or(ExprIx::UNKNOWN, |ty| types::ty(cx, ty, 0));
        let of_trait = node.child_by_field_name("trait").map(|ty| types::ty(cx, ty, 0));
        let head = head_name(cx, of).filter(|name| own.iter().all(|param| param.name != *name));
        let parent = head.and_then(|name| self.type_named(cx, outer, name));
        let scope = cx.new_scope(ScopeKind::Class, None);
        cx.facts.scopes[scope.ix()].self_type = Some(of);
        cx.open_scope(scope);
        self.impls.push(Impl { node: node.id(), scope, parent, of, of_trait, test });
    }

    /// The type of this name that is visible from `scope`, if it was defined before; modules see nothing outside.
    fn type_named(&self, cx: &Context<'_>, mut scope: ScopeIx, name: Text) -> Option<SymbolIx> {
        loop {
            if let Some(&found) = self.types.get(&(scope, name)) {
                return Some(found);
            }
            let here = &cx.facts.scopes[scope.ix()];
            if here.kind == ScopeKind::Module {
                return None;
            }
            scope = here.parent?;
        }
    }
}

/// Fields of variants are as visible as the variant, like a trait's members.
fn field_place(cx: &Context<'_>, owner: Option<SymbolIx>) -> Place {
    let of_variant = owner.is_some_and(|owner| cx.facts.symbol(owner).kind == SymbolKind::EnumMember);
    if of_variant { Place::Trait } else { Place::Module }
}

fn see_tuple_field(cx: &Context<'_>, owner: SymbolIx, modifier: &str, symbol: &mut Symbol) {
    let owner = cx.facts.symbol(owner);
    if owner.kind == SymbolKind::EnumMember {
        symbol.visibility = owner.visibility;
        if owner.flags.has(SymbolFlags::EXPORTED) {
            symbol.flags.set(SymbolFlags::EXPORTED);
        }
    } else {
        attributes::set_visibility(symbol, modifier);
    }
    if owner.flags.has(SymbolFlags::TEST) {
        symbol.flags.set(SymbolFlags::TEST);
    }
}

/// The bare name that a type expression applies to.
fn head_name(cx: &Context<'_>, of: ExprIx) -> Option<Text> {
    match &cx.facts.exprs[of.ix()] {
        Expr::Name { name, .. } => Some(*name),
        Expr::Generic { base, .. } => match &cx.facts.exprs[base.ix()] {
            Expr::Name { name, .. } => Some(*name),
            _ => None,
        },
        _ => None,
    }
}

/// The fields `0`, `1` … of a tuple struct or variant, also as parameters of its constructor.
fn tuple_fields<'t>(cx: &mut Context<'t>, body: Node<'t>, owner: SymbolIx) -> Vec<Param> {
    let mut params = Vec::new();
    if body.kind() != "ordered_field_declaration_list" {
        return params;
    }
    let mut modifier = "";
    for part in parts(body) {
        if part.kind() == "visibility_modifier" {
            modifier = cx.text(part);
            continue;
        }
        let mut symbol = cx.draft(SymbolKind::Field, part, part, part.end_byte());
        symbol.name = cx.intern(&params.len().to_string());
        see_tuple_field(cx, owner, modifier, &mut symbol);
        symbol.ty = Some(types::ty(cx, part, 0));
        let (name, at, ty) = (cx.intern(""), symbol.name_at, symbol.ty);
        params.push(Param { name, at, ty, optional: false, kind: ParamKind::Plain });
        cx.add_symbol(symbol);
        modifier = "";
    }
    params
}
