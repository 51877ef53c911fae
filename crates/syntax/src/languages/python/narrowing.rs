//! Conditions that say something about the names in their block: `isinstance`, `TYPE_CHECKING`.

use super::calls::arguments;
use super::kinds::{Field, Kind, child, first_part, kind};
use super::variables::{self, Bound};
use super::{DEPTH, Python};
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{Binding, BindingKind, ScopeIx, ScopeKind};

impl Python {
    /// Called when the walk enters `if` or `elif`.
    pub(super) fn branch<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let (Some(condition), Some(block)) = (child(node, Field::Condition), child(node, Field::Consequence)) else {
            return;
        };
        if cx.text(condition).rsplit('.').next() == Some("TYPE_CHECKING") {
            self.type_only_until = self.type_only_until.max(block.end_byte());
        }
        let mut scope = None;
        let mut open = vec![condition];
        for _ in 0..DEPTH {
            let Some(part) = open.pop() else {
                break;
            };
            match kind(part) {
                Kind::Parenthesized => open.extend(first_part(part)),
                Kind::BooleanOperator if child(part, Field::Operator).is_some_and(|token| token.kind() == "and") => {
                    open.extend([child(part, Field::Right), child(part, Field::Left)].into_iter().flatten());
                }
                Kind::Call => self.narrow(cx, part, &mut scope),
                _ => {}
            }
        }
        if let Some(scope) = scope {
            cx.scope_on(block, scope);
        }
    }

    /// `isinstance(x, Foo)`: inside the block the local `x` is a `Foo`. Names of the file stay what they are.
    fn narrow<'t>(&mut self, cx: &mut Context<'t>, call: Node<'t>, scope: &mut Option<ScopeIx>) {
        if child(call, Field::Function).is_none_or(|function| cx.text(function) != "isinstance") {
            return;
        }
        let [subject, class] = arguments(call)[..] else {
            return;
        };
        let function = variables::statement_scope(cx);
        if kind(subject) != Kind::Identifier || cx.facts.scopes[function.ix()].kind != ScopeKind::Function {
            return;
        }
        let name = cx.intern_node(subject);
        let Some(&Bound::Local(position)) = self.bound.get(&(function, name)) else {
            return;
        };
        let Some(value) = self.instances(cx, class) else {
            return;
        };
        let scope = *scope.get_or_insert_with(|| cx.new_scope(ScopeKind::Block, None));
        let at = subject.start_byte() as u32;
        let kind = BindingKind::Local;
        cx.facts.bindings.push(Binding { scope, name, at, position, kind, ty: None, value: Some(value) });
        self.bound.insert((scope, name), Bound::Local(position));
    }
}
