//! Destructuring: every name a pattern binds or assigns, with the part of the value it takes.

use super::TypeScriptExtractor;
use super::expressions::wrap;
use super::kinds::{Kind, children, first_child};
use super::scopes::Place;
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{Binding, BindingKind, Expr, ExprIx, ScopeIx, SymbolKind};

/// An object pattern that the walk will come to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pattern {
    /// Its names are declared here; otherwise they are assigned to.
    pub declared: bool,
    /// What is taken apart.
    pub source: ExprIx,
}

/// What becomes of the names in a pattern.
#[derive(Clone, Copy)]
pub(super) enum Target<'t> {
    /// They are bound in a scope.
    Declared { scope: ScopeIx, kind: BindingKind },
    /// They become symbols of the file or namespace.
    Symbols { scope: ScopeIx, kind: SymbolKind, place: Place<'t> },
    /// They exist already and are assigned to.
    Assigned,
}

/// A declared type and a value, as far as they are known.
type Source = (Option<ExprIx>, Option<ExprIx>);

impl TypeScriptExtractor {
    /// Takes `pattern` apart.
    pub(super) fn bind_pattern<'t>(
        &mut self,
        cx: &mut Context<'t>,
        pattern: Node<'t>,
        source: Source,
        target: Target<'t>,
    ) {
        let mut open = vec![(pattern, source)];
        while let Some((node, source)) = open.pop() {
            match self.kind(node) {
                Kind::Identifier => {
                    if !matches!(target, Target::Assigned) {
                        cx.skip(node);
                    }
                    self.leaf(cx, node, source, target);
                }
                Kind::ShorthandPropertyIdentifierPattern => self.leaf(cx, node, source, target),
                Kind::ObjectPattern => {
                    let from = value_of(cx, source);
                    let declared = !matches!(target, Target::Assigned);
                    self.patterns.insert(node.id(), Pattern { declared, source: from });
                    let mut parts = self.object_parts(cx, node, from);
                    parts.reverse();
                    open.append(&mut parts);
                }
                Kind::ArrayPattern => {
                    let from = value_of(cx, source);
                    let mut parts = array_parts(cx, node, from);
                    parts.reverse();
                    open.append(&mut parts);
                }
                Kind::AssignmentPattern | Kind::ObjectAssignmentPattern => {
                    let default = node.child_by_field_name("right");
                    let left = node.child_by_field_name("left");
                    let source =
                        if value_of(cx, source) == ExprIx::UNKNOWN { (None, self.known(cx, default)) } else { source };
                    open.extend(left.map(|left| (left, source)));
                }
                Kind::RestPattern => open.extend(first_child(node).map(|inner| (inner, source))),
                _ => {}
            }
        }
    }

    fn object_parts<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, from: ExprIx) -> Vec<(Node<'t>, Source)> {
        let mut parts = Vec::new();
        for child in children(node) {
            match self.kind(child) {
                Kind::ShorthandPropertyIdentifierPattern => parts.push((child, member_of(cx, from, cx.text(child)))),
                Kind::PairPattern => {
                    let (key, value) = (child.child_by_field_name("key"), child.child_by_field_name("value"));
                    let key = key.filter(|key| matches!(self.kind(*key), Kind::PropertyIdentifier | Kind::String));
                    let taken = key.map(|key| member_of(cx, from, unquoted(cx.text(key)))).unwrap_or_default();
                    parts.extend(value.map(|value| (value, taken)));
                }
                Kind::ObjectAssignmentPattern => {
                    let left = child.child_by_field_name("left");
                    let taken = left.map(|left| member_of(cx, from, cx.text(left))).unwrap_or_default();
                    parts.push((child, taken));
                }
                Kind::RestPattern => parts.push((child, (None, Some(from)))),
                _ => {}
            }
        }
        parts
    }

    fn leaf<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, (ty, value): Source, target: Target<'t>) {
        match target {
            Target::Declared { scope, kind } => self.bind(cx, scope, node, kind, ty, value),
            Target::Symbols { scope, kind, place } => {
                let mut symbol = self.draft(cx, kind, place, node, place.node.end_byte());
                symbol.scope = scope;
                symbol.ty = ty;
                symbol.value = value.filter(|&value| value != ExprIx::UNKNOWN);
                self.declare(cx, symbol, place);
            }
            Target::Assigned => self.assigned(cx, node, value),
        }
    }

    /// A further value of a variable whose type nobody declared.
    pub(super) fn assigned(&mut self, cx: &mut Context<'_>, node: Node<'_>, value: Option<ExprIx>) {
        let name = cx.intern_node(node);
        let Some(found) = self.lookup(cx, cx.scope(), name) else { return };
        let known = &cx.facts.bindings[found as usize];
        let takes_values = match known.kind {
            BindingKind::Local => known.ty.is_none(),
            BindingKind::Symbol(symbol) => {
                let symbol = cx.facts.symbol(symbol);
                symbol.kind == SymbolKind::Variable && symbol.ty.is_none()
            }
            _ => false,
        };
        if takes_values {
            let value = value.filter(|&value| value != ExprIx::UNKNOWN);
            let (scope, kind) = (known.scope, known.kind);
            let (at, position) = (node.start_byte() as u32, cx.position(node));
            self.push_binding(cx, Binding { scope, name, at, position, kind, ty: None, value });
        }
    }
}

/// The value of a source: an instance of its type, else its value.
fn value_of(cx: &mut Context<'_>, (ty, value): Source) -> ExprIx {
    match ty {
        Some(of) => cx.expr(Expr::Instance { of }),
        None => value.unwrap_or(ExprIx::UNKNOWN),
    }
}

fn member_of(cx: &mut Context<'_>, base: ExprIx, name: &str) -> Source {
    let name = cx.intern(name);
    (None, Some(wrap(cx, base, |base| Expr::Member { base, name })))
}

/// The elements of an array pattern; holes count.
fn array_parts<'t>(cx: &mut Context<'t>, node: Node<'t>, from: ExprIx) -> Vec<(Node<'t>, Source)> {
    let mut parts = Vec::new();
    let mut index = 0;
    let mut cursor = node.walk();
    for child in node.children(&mut cursor) {
        match child.kind() {
            "," => index += 1,
            "rest_pattern" => parts.push((child, (None, Some(from)))),
            _ if child.is_named() && !child.is_extra() => {
                let part = wrap(cx, from, |of| Expr::Part { of, index });
                parts.push((child, (None, Some(part))));
            }
            _ => {}
        }
    }
    parts
}

/// A key without its quotes.
pub(super) fn unquoted(text: &str) -> &str {
    text.trim_matches(['"', '\''])
}
