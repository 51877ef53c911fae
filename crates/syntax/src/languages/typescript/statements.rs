//! Statements that open scopes or bind names: blocks, loops, `catch`, and `if (x instanceof Foo)`.

use super::TypeScriptExtractor;
use super::expressions::literal;
use super::kinds::{Kind, first_child};
use super::patterns::Target;
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{Binding, BindingKind, Expr, LiteralKind, ScopeKind, SymbolFlags, SymbolKind, Visibility};

impl TypeScriptExtractor {
    /// `{ … }`: a scope, unless its statement made one for it.
    pub(super) fn block(&mut self, cx: &mut Context<'_>, node: Node<'_>) {
        let parent = self.ancestor_kind(cx, 0);
        if !parent.scopes_its_block() && !self.scoped.remove(&node.id()) {
            Self::block_scope(cx);
        }
    }

    /// `for (const x of xs)` and `for (const k in o)`.
    pub(super) fn for_in<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let (Some(left), Some(right)) = (node.child_by_field_name("left"), node.child_by_field_name("right")) else {
            return;
        };
        let is_of = node.child_by_field_name("operator").is_some_and(|operator| operator.kind() == "of");
        let value = if is_of {
            self.known(cx, Some(right)).map(|of| cx.expr(Expr::Element { of }))
        } else {
            Some(literal(cx, LiteralKind::String))
        };
        let kind = node.child_by_field_name("kind").map(|kind| cx.text(kind));
        Self::block_scope(cx);
        let scope = if kind == Some("var") { Self::hoisting_scope(cx) } else { cx.scope() };
        let target = match kind {
            Some(_) => Target::Declared { scope, kind: BindingKind::Local },
            None => Target::Assigned,
        };
        self.bind_pattern(cx, left, (None, value), target);
    }

    /// `catch (error) { … }`.
    pub(super) fn catch<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        Self::block_scope(cx);
        if let Some(parameter) = node.child_by_field_name("parameter") {
            let target = Target::Declared { scope: cx.scope(), kind: BindingKind::Local };
            self.bind_pattern(cx, parameter, (None, None), target);
        }
    }

    /// `if (x instanceof Foo) { … }`: in the block, the local `x` is a `Foo`.
    pub(super) fn narrow<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let (Some(condition), Some(block)) =
            (node.child_by_field_name("condition").and_then(first_child), node.child_by_field_name("consequence"))
        else {
            return;
        };
        if self.kind(condition) != Kind::BinaryExpression || self.kind(block) != Kind::StatementBlock {
            return;
        }
        let operator = condition.child_by_field_name("operator").map_or("", |operator| operator.kind());
        let sides = (condition.child_by_field_name("left"), condition.child_by_field_name("right"));
        let (Some(left), Some(right), "instanceof") = (sides.0, sides.1, operator) else { return };
        if self.kind(left) != Kind::Identifier {
            return;
        }
        let name = cx.intern_node(left);
        let Some(found) = self.lookup(cx, cx.scope(), name) else { return };
        let known = cx.facts.bindings[found as usize].clone();
        if !matches!(known.kind, BindingKind::Local | BindingKind::Parameter) {
            return;
        }
        let Some(ty) = self.known(cx, Some(right)) else { return };
        let scope = cx.new_scope(ScopeKind::Block, None);
        cx.scope_on(block, scope);
        self.scoped.insert(block.id());
        self.push_binding(cx, Binding { scope, kind: BindingKind::Local, ty: Some(ty), value: None, ..known });
    }

    /// `left = right`.
    pub(super) fn assignment<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let (Some(left), Some(right)) = (node.child_by_field_name("left"), node.child_by_field_name("right")) else {
            return;
        };
        match self.kind(left) {
            Kind::Identifier => {
                let value = self.known(cx, Some(right));
                self.assigned(cx, left, value);
            }
            Kind::ObjectPattern | Kind::ArrayPattern => {
                let value = self.known(cx, Some(right));
                self.bind_pattern(cx, left, (None, value), Target::Assigned);
            }
            Kind::MemberExpression => self.member_assignment(cx, node, left, right),
            _ => {}
        }
    }

    /// `object.name = value`: a field, an export, a prototype's method, or nothing new.
    fn member_assignment<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, left: Node<'t>, right: Node<'t>) {
        let (Some(object), Some(name)) = (left.child_by_field_name("object"), left.child_by_field_name("property"))
        else {
            return;
        };
        if self.kind(object) == Kind::This {
            self.this_field(cx, node, name, right);
        } else {
            self.commonjs_assignment(cx, node, (object, name), right);
        }
    }

    fn this_field<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, name: Node<'t>, value: Node<'t>) {
        let Some(owner) = self.this_owner(cx) else { return };
        let Some(open) = self.field_owners.iter().rev().find(|open| open.symbol == owner) else { return };
        let scope = open.scope;
        let function = cx.owner_of(Self::hoisting_scope(cx)).map(|symbol| cx.facts.symbol(symbol));
        let in_constructor = function
            .is_some_and(|symbol| symbol.flags.has(SymbolFlags::CONSTRUCTOR) || symbol.kind == SymbolKind::Function);
        let mut field = cx.draft(SymbolKind::Field, node, name, node.end_byte());
        (field.parent, field.scope) = (Some(owner), scope);
        field.flags.set(SymbolFlags::IMPLICIT);
        if cx.text(name).starts_with('#') {
            field.visibility = Visibility::Private;
        }
        field.value = self.known(cx, Some(value));
        self.note_field(owner, field, in_constructor);
    }
}
