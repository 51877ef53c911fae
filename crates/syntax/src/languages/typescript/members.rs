//! Members of classes, interfaces and type literals.

use super::TypeScriptExtractor;
use super::kinds::{Kind, children};
use super::patterns::unquoted;
use super::scopes::{Modifiers, ThisValue};
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{Expr, ExprIx, Symbol, SymbolFlags, SymbolIx, SymbolKind, Visibility};

impl TypeScriptExtractor {
    /// A method, getter, setter or constructor with a body, of a class or an object literal.
    pub(super) fn method_definition<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        if self.ancestor_kind(cx, 0) == Kind::Object {
            self.object_method(cx, node);
            return;
        }
        let Some((symbol, modifiers)) = self.member(cx, node, SymbolKind::Method) else { return };
        let is_constructor = symbol.flags.has(SymbolFlags::CONSTRUCTOR);
        let ix = cx.add_symbol(symbol);
        self.open_function(cx, node, Some(ix), None);
        if modifiers.flags.has(SymbolFlags::STATIC) {
            self.class_is_this(cx, cx.scope());
        }
        if modifiers.setter {
            let row = &mut cx.facts.symbols[ix.ix()];
            row.ty = row.params.first().and_then(|param| param.ty);
        }
        if is_constructor {
            self.parameter_properties(cx, node, ix);
        }
    }

    /// A method without a body: overloads, abstract methods, interface methods.
    pub(super) fn method_signature<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let in_class = self.ancestor_kind(cx, 0) == Kind::ClassBody;
        if !in_class && !self.is_owned_body(cx) {
            self.signature_scope(cx, node, None);
            return;
        }
        let Some((mut symbol, modifiers)) = self.member(cx, node, SymbolKind::Method) else { return };
        symbol.flags.set(SymbolFlags::ABSTRACT);
        let ix = cx.add_symbol(symbol);
        self.signature_scope(cx, node, Some(ix));
        if modifiers.setter {
            let row = &mut cx.facts.symbols[ix.ix()];
            row.ty = row.params.first().and_then(|param| param.ty);
        }
    }

    /// A field of a class; one that holds a function is a method.
    pub(super) fn field<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let Some((mut symbol, modifiers)) = self.member(cx, node, SymbolKind::Field) else { return };
        let value = node.child_by_field_name("value");
        let function = value.map(|value| self.underlying(cx, value).node);
        let function = function.filter(|node| self.kind(*node).is_function_value());
        let annotation = node.child_by_field_name("type");
        if let Some(function) = function {
            symbol.kind = SymbolKind::Method;
            symbol.flags.set(Modifiers::of(cx, function).flags);
            if let Some(annotation) = annotation {
                let of = self.type_expr(cx, annotation);
                let callee = Self::instance(cx, of);
                symbol.returns.extend((callee != ExprIx::UNKNOWN).then(|| cx.expr(Expr::Call { callee })));
            }
        }
        let ix = cx.add_symbol(symbol);
        if modifiers.flags.has(SymbolFlags::STATIC) {
            Self::block_scope(cx);
            self.class_is_this(cx, cx.scope());
        }
        let ty = if function.is_some() { None } else { self.owned_type(cx, annotation, ix) };
        cx.facts.symbols[ix.ix()].ty = ty;
        if let (Some(of), Some(value)) = (ty, value) {
            let context = cx.expr(Expr::Instance { of });
            self.set_context(value, context);
        }
        if let Some(function) = function {
            self.prepared.insert(function.id(), ix);
        } else {
            let value = self.known(cx, value);
            cx.facts.symbols[ix.ix()].value = value;
        }
    }

    /// `name: type` of an interface or type literal.
    pub(super) fn property_signature<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        if !self.is_owned_body(cx) {
            return;
        }
        let Some((symbol, _)) = self.member(cx, node, SymbolKind::Property) else { return };
        let ix = cx.add_symbol(symbol);
        let ty = self.owned_type(cx, node.child_by_field_name("type"), ix);
        cx.facts.symbols[ix.ix()].ty = ty;
    }

    fn is_owned_body(&self, cx: &Context<'_>) -> bool {
        cx.parent().is_some_and(|parent| self.type_bodies.contains_key(&parent.id()))
    }

    /// A member's symbol with its modifiers.
    fn member<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, kind: SymbolKind) -> Option<(Symbol, Modifiers)> {
        let name = node.child_by_field_name("name").or_else(|| node.child_by_field_name("property"))?;
        let modifiers = Modifiers::of(cx, node);
        let head_end = match (node.child_by_field_name("body"), node.child_by_field_name("value")) {
            (Some(body), _) => body.start_byte(),
            (_, Some(value)) if value.end_byte() - value.start_byte() > 80 => value.start_byte(),
            _ => node.end_byte(),
        };
        let kind = if modifiers.accessor { SymbolKind::Property } else { kind };
        let mut symbol = cx.draft(kind, node, name, head_end);
        let text = cx.text(name);
        symbol.name = cx.intern(unquoted(text));
        symbol.flags.set(modifiers.flags);
        symbol.visibility = match modifiers.visibility {
            Some(visibility) => visibility,
            None if text.starts_with('#') => Visibility::Private,
            None => Visibility::Public,
        };
        if modifiers.accessor {
            symbol.flags.set(SymbolFlags::ACCESSOR);
        }
        if self.ambient > 0 {
            symbol.flags.set(SymbolFlags::AMBIENT);
        }
        let in_class = cx.parent().is_some_and(|parent| self.kind(parent) == Kind::ClassBody);
        if in_class && text == "constructor" && kind == SymbolKind::Method {
            symbol.flags.set(SymbolFlags::CONSTRUCTOR);
        }
        self.take_decorators(cx, node, &mut symbol);
        Some((symbol, modifiers))
    }

    /// `constructor(private x: T)` declares the field `x`.
    fn parameter_properties<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, constructor: SymbolIx) {
        let class = cx.facts.symbol(constructor);
        let (parent, scope) = (class.parent, class.scope);
        for item in node.child_by_field_name("parameters").map(children).unwrap_or_default() {
            let modifiers = Modifiers::of(cx, item);
            let Some(name) = item.child_by_field_name("pattern").filter(|_| modifiers.declares_field) else { continue };
            if self.kind(name) != Kind::Identifier {
                continue;
            }
            let mut field = cx.draft(SymbolKind::Field, item, name, item.end_byte());
            (field.parent, field.scope) = (parent, scope);
            field.flags = modifiers.flags;
            field.flags.set(SymbolFlags::IMPLICIT);
            field.visibility = modifiers.visibility.unwrap_or(Visibility::Public);
            field.ty = self.type_field(cx, item, "type");
            if field.ty.is_none() {
                field.value = self.known(cx, item.child_by_field_name("value"));
            }
            field.attributes = self.own_decorators(cx, item);
            cx.add_symbol(field);
        }
    }

    /// A method of an object literal: a member of the symbol the literal belongs to, or just a key.
    fn object_method<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let symbol = self.object_method_symbol(cx, node);
        let owner = symbol.and_then(|symbol| cx.facts.symbol(symbol).parent);
        let this = match (owner, symbol.and_then(|symbol| cx.facts.symbol(symbol).impl_of)) {
            (owner, Some(of)) => ThisValue { expr: cx.expr(Expr::Instance { of }), owner },
            (Some(owner), None) => ThisValue { expr: cx.expr(Expr::Symbol(owner)), owner: None },
            (None, None) => ThisValue::UNKNOWN,
        };
        self.open_function(cx, node, symbol, Some(this));
    }
}
