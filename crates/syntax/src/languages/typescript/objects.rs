//! Object literals: keys as symbols where the literal is a file's own value, else as uses.

use super::TypeScriptExtractor;
use super::kinds::{Kind, spread_values};
use super::patterns::unquoted;
use super::scopes::Modifiers;
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{Expr, ExprIx, Role, ScopeIx, ScopeKind, Symbol, SymbolFlags, SymbolIx, SymbolKind};

/// How deep object literals in object literals have symbols.
const MAX_LEVEL: u8 = 2;

/// What the keys of an object literal become.
#[derive(Debug, Clone, Copy)]
pub(super) struct ObjectOwner {
    /// Members of this symbol.
    pub symbol: Option<SymbolIx>,
    /// The scope they are bound in.
    pub scope: ScopeIx,
    /// 1 for a variable's own literal.
    pub level: u8,
    /// Methods of what this names: `Foo.prototype = {…}`.
    pub impl_of: Option<ExprIx>,
    /// Exports of the file: `module.exports = {…}`.
    pub exports: bool,
}

impl TypeScriptExtractor {
    /// The keys of `object` are members of `symbol`.
    pub(super) fn own_object(&mut self, object: Node<'_>, symbol: SymbolIx, scope: ScopeIx) {
        let owner = ObjectOwner { symbol: Some(symbol), scope, level: 1, impl_of: None, exports: false };
        self.objects.insert(object.id(), owner);
    }

    fn owner_here(&self, cx: &Context<'_>) -> Option<ObjectOwner> {
        let object = cx.parent()?;
        self.objects.get(&object.id()).copied()
    }

    /// `key: value`.
    pub(super) fn pair<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let (Some(key), Some(value)) = (node.child_by_field_name("key"), node.child_by_field_name("value")) else {
            return;
        };
        let Some(owner) = self.owner_here(cx) else {
            self.nested_context(cx, key, value);
            return;
        };
        if !is_plain(cx, key) {
            return;
        }
        if owner.exports {
            cx.skip(key);
            self.export_value(cx, node, key, value);
            return;
        }
        cx.skip(key);
        let underlying = self.underlying(cx, value);
        match (self.kind(underlying.node), underlying.cast) {
            (kind, _) if kind.is_function_value() => {
                let mut symbol = Self::key_symbol(cx, node, key, SymbolKind::Method, owner);
                symbol.flags.set(Modifiers::of(cx, underlying.node).flags);
                let ix = cx.add_symbol(symbol);
                self.prepared.insert(underlying.node.id(), ix);
            }
            (Kind::Object, None) if owner.level < MAX_LEVEL => {
                let symbol = Self::key_symbol(cx, node, key, SymbolKind::Property, owner);
                let ix = cx.add_symbol(symbol);
                self.object_symbol(cx, underlying.node, ix);
                if let Some(inner) = self.objects.get_mut(&underlying.node.id()) {
                    inner.level = owner.level + 1;
                }
            }
            _ => {
                let mut symbol = Self::key_symbol(cx, node, key, SymbolKind::Property, owner);
                symbol.value = self.known(cx, Some(value));
                cx.add_symbol(symbol);
            }
        }
    }

    /// A literal inside of a literal of known type: its keys are members of the outer key.
    fn nested_context<'t>(&mut self, cx: &mut Context<'t>, key: Node<'t>, value: Node<'t>) {
        let context = cx.parent().and_then(|object| self.literals.get(&object.id()).copied());
        if let Some(base) = context
            && matches!(self.kind(value), Kind::Object | Kind::ParenthesizedExpression | Kind::TernaryExpression)
        {
            let name = cx.intern(unquoted(cx.text(key)));
            let inner = cx.expr(Expr::Member { base, name });
            self.set_context(value, inner);
        }
    }

    /// `{ name }`: a use of the variable, and a member where the literal has symbols.
    pub(super) fn shorthand<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        if let Some(owner) = self.owner_here(cx) {
            if owner.exports {
                let name = cx.intern_node(node);
                let at = cx.position(node);
                self.export_local(cx, name, name, at, false);
            } else {
                let mut symbol = Self::key_symbol(cx, node, node, SymbolKind::Property, owner);
                symbol.value = self.known(cx, Some(node));
                cx.add_symbol(symbol);
            }
        }
        cx.reference(node, Role::Read, None);
    }

    /// The symbol of a method in an object literal; a key if the literal has none.
    pub(super) fn object_method_symbol<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) -> Option<SymbolIx> {
        let name = node.child_by_field_name("name")?;
        let is_named = is_plain(cx, name);
        let Some(owner) = self.owner_here(cx).filter(|_| is_named) else {
            if self.kind(name) == Kind::PropertyIdentifier {
                let context = cx.parent().and_then(|object| self.literals.get(&object.id()).copied());
                cx.reference(name, Role::Key, context);
            }
            return None;
        };
        let modifiers = Modifiers::of(cx, node);
        let kind = if modifiers.accessor { SymbolKind::Property } else { SymbolKind::Method };
        let mut symbol = Self::key_symbol(cx, node, name, kind, owner);
        symbol.flags.set(modifiers.flags);
        if modifiers.accessor {
            symbol.flags.set(SymbolFlags::ACCESSOR);
        }
        if owner.exports {
            symbol.kind = SymbolKind::Function;
            return Some(self.export_symbol(cx, symbol));
        }
        Some(cx.add_symbol(symbol))
    }

    /// A symbol for a key of an owned object literal.
    fn key_symbol(cx: &mut Context<'_>, node: Node<'_>, key: Node<'_>, kind: SymbolKind, owner: ObjectOwner) -> Symbol {
        let mut symbol = cx.draft(kind, node, key, key_head_end(node));
        symbol.name = cx.intern(unquoted(cx.text(key)));
        (symbol.parent, symbol.scope, symbol.impl_of) = (owner.symbol, owner.scope, owner.impl_of);
        symbol
    }

    /// `Foo.prototype = {…}` and the like: its functions are methods of what `of` names.
    pub(super) fn own_prototype<'t>(
        &mut self,
        cx: &mut Context<'t>,
        object: Node<'t>,
        symbol: Option<SymbolIx>,
        of: ExprIx,
    ) {
        let scope = cx.new_scope(ScopeKind::Class, symbol);
        let owner = ObjectOwner { symbol, scope, level: MAX_LEVEL, impl_of: Some(of), exports: false };
        self.objects.insert(object.id(), owner);
    }

    /// `module.exports = {…}`: its keys are exports.
    pub(super) fn own_exports<'t>(&mut self, cx: &mut Context<'t>, object: Node<'t>) {
        let owner = ObjectOwner { symbol: None, scope: ScopeIx::FILE, level: MAX_LEVEL, impl_of: None, exports: true };
        self.objects.insert(object.id(), owner);
        for value in spread_values(object) {
            self.export_spread(cx, value);
        }
    }
}

fn key_head_end(node: Node<'_>) -> usize {
    let value = node.child_by_field_name("value");
    let body = node.child_by_field_name("body").or_else(|| value.and_then(|value| value.child_by_field_name("body")));
    match (body, value) {
        (Some(body), _) => body.start_byte(),
        (None, Some(value)) if value.kind() == "object" => value.start_byte(),
        _ => node.end_byte(),
    }
}

/// A key that is spelled out: an identifier, or a string that could be one.
fn is_plain(cx: &Context<'_>, key: Node<'_>) -> bool {
    let text = cx.text(key);
    match key.kind() {
        "property_identifier" => true,
        "string" => {
            let name = unquoted(text);
            !name.is_empty()
                && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$' | '-' | ':' | '.' | '/'))
        }
        _ => false,
    }
}
