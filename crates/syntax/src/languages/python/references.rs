//! Uses of names: which role, and what stands before the dot.

use super::expressions::{member, name};
use super::kinds::{Field, Kind, child, kind, parts};
use super::{DEPTH, Python};
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{Expr, ExprIx, Role, ScopeIx};

impl Python {
    /// Called when the walk enters an identifier; names of definitions and parameters are passed over before.
    pub(super) fn identifier<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let Some(parent) = cx.parent() else {
            return;
        };
        let field = cx.field();
        match kind(parent) {
            Kind::Attribute if field == Some("attribute") => self.member_use(cx, node, parent),
            Kind::KeywordArgument if field == Some("name") => self.keyword_use(cx, node),
            Kind::KeywordPattern => {
                let receiver = self.keys.remove(&node.id());
                cx.reference(node, Role::Key, receiver);
            }
            Kind::MemberType => {
                let base = parts(parent).first().copied();
                let receiver = base.map(|base| self.type_expr(cx, base, cx.scope(), DEPTH));
                cx.reference(node, Role::Type, receiver);
            }
            above => {
                let object = above == Kind::Attribute;
                let called = above == Kind::Call && field == Some("function");
                let role = self.role(node, called, object);
                cx.reference(node, role, None);
            }
        }
    }

    fn member_use<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, attribute: Node<'t>) {
        let object = child(attribute, Field::Object).expect("an attribute has an object");
        let above = cx.ancestor(1).map(kind);
        let outer = cx.ancestor_field(0);
        let called = above == Some(Kind::Call) && outer == Some("function");
        let role = self.role(attribute, called, above == Some(Kind::Attribute));
        let receiver = self.value(cx, object, cx.scope(), DEPTH);
        cx.reference(node, role, Some(receiver));
    }

    fn role(&mut self, node: Node<'_>, called: bool, object: bool) -> Role {
        match self.roles.remove(&node.id()) {
            Some(role) => role,
            None if called => Role::Call,
            None if !object && self.in_type(node.start_byte()) => Role::Type,
            None => Role::Read,
        }
    }

    fn keyword_use<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let call = cx.ancestor(2).filter(|call| kind(*call) == Kind::Call);
        let function = call.and_then(|call| child(call, Field::Function));
        let receiver = function.map(|function| self.value(cx, function, cx.scope(), DEPTH));
        let type_variable = function.is_some_and(|function| cx.text(function).ends_with("TypeVar"));
        if type_variable && cx.text(node) == "bound" {
            let value = cx.parent().map_or(0, |argument| argument.end_byte());
            self.type_until = self.type_until.max(value);
        }
        cx.reference(node, Role::Key, receiver);
    }

    /// A path in a `case`: a capture, a class or a value.
    pub(super) fn dotted_name<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let role = self.roles.remove(&node.id()).unwrap_or(Role::Read);
        let names = parts(node);
        let mut receiver = None;
        for (at, segment) in names.iter().enumerate() {
            cx.reference(*segment, if at + 1 == names.len() { role } else { Role::Read }, receiver);
            receiver = Some(match receiver {
                None => name(cx, *segment, cx.scope()),
                Some(base) => member(cx, base, *segment),
            });
        }
    }

    /// Called when the walk enters a decorator: the decorating path gets its role.
    pub(super) fn decorator(&mut self, node: Node<'_>) {
        let path = super::kinds::first_part(node).map(|decorator| match kind(decorator) {
            Kind::Call => child(decorator, Field::Function).unwrap_or(decorator),
            _ => decorator,
        });
        if let Some(path) = path {
            self.roles.insert(path.id(), Role::Decorate);
        }
    }

    /// `del` unbinds: the names are written, not read.
    pub(super) fn delete(&mut self, node: Node<'_>) {
        let mut open = parts(node);
        while let Some(target) = open.pop() {
            match kind(target) {
                Kind::Identifier | Kind::Attribute => {
                    self.roles.insert(target.id(), Role::Write);
                }
                Kind::ExpressionList | Kind::Tuple | Kind::List | Kind::Parenthesized => open.extend(parts(target)),
                _ => {}
            }
        }
    }

    /// Whether names at byte `at` are types.
    pub(super) fn in_type(&self, at: usize) -> bool {
        at < self.type_until && !self.values.contains(&at)
    }
}

/// The value of a path in a `case`.
pub(super) fn path_value<'t>(cx: &mut Context<'t>, node: Node<'t>, scope: ScopeIx) -> ExprIx {
    let mut names = parts(node).into_iter();
    let Some(first) = names.next() else {
        return ExprIx::UNKNOWN;
    };
    let mut built = name(cx, first, scope);
    for name in names {
        let name = cx.intern_node(name);
        built = cx.expr(Expr::Member { base: built, name });
    }
    built
}
