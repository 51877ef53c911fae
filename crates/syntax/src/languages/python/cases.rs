//! `match`: captures are bound, classes and values are referenced, keywords are members of the class they stand in.

use super::expressions::{member, union};
use super::kinds::{Field, Kind, child, first_part, kind, parts};
use super::references::path_value;
use super::targets::{Origin, part_of};
use super::{DEPTH, Python, variables};
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{Expr, ExprIx, LiteralKind, Role, ScopeIx};

/// Built-in classes whose only positional sub-pattern is the subject itself.
const WHOLE: &[&str] =
    &["bool", "bytearray", "bytes", "dict", "float", "frozenset", "int", "list", "set", "str", "tuple"];

/// A pattern that is still to be taken apart.
struct Open<'t> {
    node: Node<'t>,
    /// What it is matched against.
    value: Option<ExprIx>,
    /// The instance whose attributes its keywords name.
    instance: Option<ExprIx>,
}

impl Python {
    /// Called when the walk enters a `case`.
    pub(super) fn case_clause<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let subject = cx.ancestor(1).and_then(|statement| child(statement, Field::Subject));
        let subject = subject.map(|subject| self.value(cx, subject, cx.scope(), DEPTH));
        let subject = subject.filter(|subject| *subject != ExprIx::UNKNOWN);
        let patterns = parts(node).into_iter().filter(|part| kind(*part) == Kind::CasePattern).collect::<Vec<_>>();
        let mut open = Vec::new();
        match patterns[..] {
            [node] => open.push(Open { node, value: subject, instance: None }),
            _ => sequence(cx, &patterns, subject, &mut open),
        }
        while let Some(pattern) = open.pop() {
            self.case_pattern(cx, &pattern, &mut open);
        }
    }

    fn case_pattern<'t>(&mut self, cx: &mut Context<'t>, pattern: &Open<'t>, open: &mut Vec<Open<'t>>) {
        let &Open { node, value, instance } = pattern;
        match kind(node) {
            Kind::CasePattern => open.extend(first_part(node).map(|node| Open { node, value, instance })),
            Kind::DottedName => {
                if let [name] = parts(node)[..] {
                    self.roles.insert(node.id(), Role::Write);
                    self.capture(cx, name, value);
                }
            }
            Kind::AsPattern => {
                if let [inner, name] = parts(node)[..] {
                    let known = self.pattern_value(cx, inner, cx.scope(), DEPTH).or(value);
                    self.roles.insert(name.id(), Role::Write);
                    self.capture(cx, name, known);
                    open.push(Open { node: inner, value, instance });
                }
            }
            Kind::ClassPattern => self.class_pattern(cx, node, open),
            Kind::KeywordPattern => {
                let names = parts(node);
                let Some(&key) = names.first() else {
                    return;
                };
                if let Some(instance) = instance {
                    self.keys.insert(key.id(), instance);
                }
                let value = instance.map(|instance| member(cx, instance, key));
                open.extend(names.get(1).map(|&node| Open { node, value, instance: None }));
            }
            Kind::UnionPattern => {
                open.extend(parts(node).into_iter().map(|node| Open { node, value, instance: None }));
            }
            Kind::TuplePattern if node.child_count() == 3 => {
                open.extend(first_part(node).map(|node| Open { node, value, instance: None }));
            }
            Kind::TuplePattern | Kind::ListPattern => sequence(cx, &parts(node), value, open),
            Kind::DictPattern => {
                let value = value.map(|of| cx.expr(Expr::Element { of }));
                let mut cursor = node.walk();
                let values =
                    node.children_by_field_name("value", &mut cursor).filter(Node::is_named).collect::<Vec<_>>();
                open.extend(values.into_iter().map(|node| Open { node, value, instance: None }));
                let rest = parts(node).into_iter().filter(|part| kind(*part) == Kind::SplatPattern);
                open.extend(rest.map(|node| Open { node, value: None, instance: None }));
            }
            Kind::SplatPattern => {
                if let Some(name) = first_part(node) {
                    let rest = self.literal(cx, LiteralKind::Collection);
                    self.roles.insert(name.id(), Role::Write);
                    self.capture(cx, name, Some(rest));
                }
            }
            _ => {}
        }
    }

    fn class_pattern<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, open: &mut Vec<Open<'t>>) {
        let members = parts(node);
        let Some((&path, patterns)) = members.split_first() else {
            return;
        };
        self.roles.insert(path.id(), Role::Type);
        let of = path_value(cx, path, cx.scope());
        let instance = cx.expr(Expr::Instance { of });
        let whole = WHOLE.contains(&cx.text(path)).then_some(instance);
        open.extend(patterns.iter().map(|&node| Open { node, value: whole, instance: Some(instance) }));
    }

    /// What a value that matched the pattern is known to be.
    fn pattern_value<'t>(
        &mut self,
        cx: &mut Context<'t>,
        node: Node<'t>,
        scope: ScopeIx,
        depth: u32,
    ) -> Option<ExprIx> {
        let depth = depth.checked_sub(1)?;
        match kind(node) {
            Kind::CasePattern => self.pattern_value(cx, first_part(node)?, scope, depth),
            Kind::TuplePattern if node.child_count() == 3 => self.pattern_value(cx, first_part(node)?, scope, depth),
            Kind::KeywordPattern => self.pattern_value(cx, *parts(node).get(1)?, scope, depth),
            Kind::ClassPattern => {
                let of = path_value(cx, first_part(node)?, scope);
                Some(cx.expr(Expr::Instance { of }))
            }
            Kind::UnionPattern => {
                let alternatives = parts(node);
                let known = alternatives.into_iter().map(|part| self.pattern_value(cx, part, scope, depth));
                let known = known.collect::<Option<Vec<_>>>()?;
                Some(union(cx, known))
            }
            Kind::String => Some(self.literal(cx, LiteralKind::String)),
            Kind::Integer | Kind::Float => Some(self.literal(cx, LiteralKind::Number)),
            _ => None,
        }
    }

    fn capture<'t>(&mut self, cx: &mut Context<'t>, name: Node<'t>, value: Option<ExprIx>) {
        let scope = variables::statement_scope(cx);
        self.bind_name(cx, name, scope, Origin::Transient, None, value);
    }
}

fn sequence<'t>(cx: &mut Context<'t>, patterns: &[Node<'t>], of: Option<ExprIx>, open: &mut Vec<Open<'t>>) {
    let is_star = |node: &Node<'t>| first_part(*node).is_some_and(|part| kind(part) == Kind::SplatPattern);
    let star = patterns.iter().position(is_star).unwrap_or(patterns.len());
    for (at, &node) in patterns.iter().enumerate() {
        let value = of.filter(|_| at < star).map(|of| part_of(cx, of, at));
        open.push(Open { node, value: value.filter(|value| *value != ExprIx::UNKNOWN), instance: None });
    }
}
