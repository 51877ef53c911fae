//! Types, constants and variables: symbols in a file, bindings in a function.

use super::{Go, fields, functions, members, parts, set_visibility, types, values};
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{BindingKind, Expr, ExprIx, LiteralKind, ScopeIx, ScopeKind, SymbolKind};

/// Type and values of the last constant that had any: a group repeats them.
#[derive(Default)]
pub(super) struct Repeated {
    group: usize,
    ty: Option<ExprIx>,
    values: Vec<ExprIx>,
}

impl Go {
    pub(super) fn type_spec<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let (Some(name), Some(written)) = (node.child_by_field_name("name"), node.child_by_field_name("type")) else {
            return;
        };
        let kind = match written.kind() {
            "struct_type" => SymbolKind::Struct,
            "interface_type" => SymbolKind::Interface,
            _ => SymbolKind::TypeAlias,
        };
        let plain = kind == SymbolKind::TypeAlias;
        let head_end = if plain {
            written.end_byte()
        } else {
            written.start_byte() + written.child(0).map_or(0, |word| word.byte_range().len())
        };
        let whole = whole(cx, node);
        let mut symbol = cx.draft(kind, whole, name, head_end);
        if whole.id() == node.id() {
            symbol.signature = cx.signature(node.start_byte(), head_end);
        }
        set_visibility(&mut symbol, cx.text(name));
        let (scope, text) = (symbol.scope, symbol.name);
        symbol.type_params = functions::type_params(cx, node);
        let ix = cx.define(symbol, if scope == ScopeIx::FILE { 0 } else { name.start_byte() });
        self.types.insert((scope, text), ix);
        let body = cx.new_scope(ScopeKind::Class, Some(ix));
        cx.facts.symbols[ix.ix()].body = Some(body);
        if plain {
            let ty = types::ty(cx, written, 0);
            cx.facts.symbols[ix.ix()].ty = Some(ty);
        } else {
            members::define(cx, written, ix, body, 0);
            // The type itself is this symbol; the walk must not take it for one without a name.
            cx.memoised(written, |cx| cx.expr(Expr::Symbol(ix)));
        }
    }

    pub(super) fn const_spec<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let group = cx.parent().map_or(0, |parent| parent.id());
        let list = node.child_by_field_name("value");
        if list.is_some() || self.constants.group != group {
            let ty = node.child_by_field_name("type").map(|ty| types::ty(cx, ty, 0));
            let values = list.map(parts).unwrap_or_default();
            let values = values.into_iter().map(|value| values::value(cx, value, 0)).collect();
            self.constants = Repeated { group, ty, values };
        }
        let ty = self.constants.ty;
        for (index, name) in fields(node, "name").into_iter().enumerate() {
            let value = self.constants.values.get(index).copied();
            self.declare(cx, node, name, SymbolKind::Constant, (ty, value));
        }
    }

    pub(super) fn var_spec<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let ty = node.child_by_field_name("type").map(|ty| types::ty(cx, ty, 0));
        let names = fields(node, "name");
        let list = node.child_by_field_name("value").map(parts).unwrap_or_default();
        let values = distribute(cx, &list, names.len());
        for (name, value) in names.into_iter().zip(values) {
            self.declare(cx, node, name, SymbolKind::Variable, (ty, value));
        }
    }

    fn declare<'t>(
        &mut self,
        cx: &mut Context<'t>,
        node: Node<'t>,
        name: Node<'t>,
        kind: SymbolKind,
        of: (Option<ExprIx>, Option<ExprIx>),
    ) {
        if cx.scope() != ScopeIx::FILE {
            self.bind_local(cx, name, cx.scope(), node.end_byte(), BindingKind::Local, of);
            return;
        }
        self.binders.insert(name.id());
        if cx.text(name) == "_" {
            return;
        }
        let value = node.child_by_field_name("value");
        let head_end = value.map_or(node.end_byte(), |value| value.start_byte());
        let mut symbol = cx.draft(kind, whole(cx, node), name, head_end);
        set_visibility(&mut symbol, cx.text(name));
        symbol.ty = of.0;
        symbol.value = of.1.filter(|&value| value != ExprIx::UNKNOWN);
        cx.define(symbol, 0);
    }
}

/// The declaration that consists of this one specification, keyword included; else the specification.
fn whole<'t>(cx: &Context<'t>, node: Node<'t>) -> Node<'t> {
    cx.parent()
        .filter(|parent| {
            parent.kind().ends_with("_declaration") && parent.child(1).is_some_and(|only| only.id() == node.id())
        })
        .unwrap_or(node)
}

/// The values of `count` names: one each, or the parts of one call; an index, assertion or receive gives a second `bool`.
pub(super) fn distribute<'t>(cx: &mut Context<'t>, list: &[Node<'t>], count: usize) -> Vec<Option<ExprIx>> {
    if list.len() != 1 || count == 1 {
        return (0..count).map(|index| list.get(index).map(|&one| values::value(cx, one, 0))).collect();
    }
    let of = values::value(cx, list[0], 0);
    let parts_of_call = matches!(list[0].kind(), "call_expression" | "type_conversion_expression");
    (0..count as u32)
        .map(|index| match (parts_of_call, index) {
            (true, _) => Some(cx.expr(Expr::Part { of, index })),
            (false, 0) => Some(of),
            (false, _) => Some(cx.expr(Expr::Literal(LiteralKind::Bool))),
        })
        .collect()
}
