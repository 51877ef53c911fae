//! Patterns: which identifiers they bind, and to which part of the matched value.

use super::{Rust, parts, types};
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{Binding, BindingKind, Expr, ExprIx, ScopeIx, Text};

/// How the names of a pattern are bound.
#[derive(Clone, Copy)]
pub(super) struct Binder {
    pub scope: ScopeIx,
    /// Byte from which the names are visible.
    pub at: usize,
    pub kind: BindingKind,
    /// Every plain identifier binds; else one in upper case is a constant or a variant.
    pub always: bool,
}

/// A pattern with what it is matched against.
#[derive(Clone, Copy)]
struct Match<'t> {
    node: Node<'t>,
    ty: Option<ExprIx>,
    value: Option<ExprIx>,
    always: bool,
}

impl Rust {
    /// Binds the names of `pattern`, matched against `value` or a value of type `ty`.
    pub(super) fn bind_pattern<'t>(
        &mut self,
        cx: &mut Context<'t>,
        pattern: Node<'t>,
        binder: Binder,
        ty: Option<ExprIx>,
        value: Option<ExprIx>,
    ) {
        let mut bound: Vec<Text> = Vec::new();
        let mut alternatives = false;
        let mut open = vec![Match { node: pattern, ty, value, always: binder.always }];
        while let Some(next) = open.pop() {
            let node = next.node;
            match node.kind() {
                "identifier" if next.always || is_variable(cx.text(node)) => {
                    self.binders.insert(node.id());
                    let name = cx.intern_node(node);
                    if !alternatives || !bound.contains(&name) {
                        bound.push(name);
                        push(cx, binder, node, name, next.ty, next.value);
                    }
                }
                "shorthand_field_identifier" => {
                    let name = cx.intern_node(node);
                    if !alternatives || !bound.contains(&name) {
                        bound.push(name);
                        push(cx, binder, node, name, next.ty, next.value);
                    }
                }
                "or_pattern" => {
                    alternatives = true;
                    open.extend(parts(node).into_iter().rev().map(|node| Match { node, always: false, ..next }));
                }
                _ => inner(cx, next, &mut open),
            }
        }
    }
}

/// Whether a plain identifier in a pattern is a new name: constants and variants are written in upper case.
fn is_variable(name: &str) -> bool {
    let name = name.trim_start_matches("r#");
    !name.chars().find(|&c| c != '_').is_some_and(char::is_uppercase)
}

fn push(cx: &mut Context<'_>, by: Binder, node: Node<'_>, name: Text, ty: Option<ExprIx>, value: Option<ExprIx>) {
    let position = cx.position(node);
    let Binder { scope, at, kind, .. } = by;
    let value = value.filter(|&value| value != ExprIx::UNKNOWN);
    cx.facts.bindings.push(Binding { scope, name, at: at as u32, position, kind, ty, value });
}

/// Opens the patterns directly inside `outer`, last first.
fn inner<'t>(cx: &mut Context<'t>, outer: Match<'t>, open: &mut Vec<Match<'t>>) {
    let Match { node, ty, value, .. } = outer;
    let first = open.len();
    match node.kind() {
        "mut_pattern" | "ref_pattern" => {
            open.extend(parts(node).pop().map(|node| Match { node, ty, value, always: true }));
        }
        "reference_pattern" => {
            open.extend(parts(node).pop().map(|node| Match { node, ty, value, always: outer.always }));
        }
        "captured_pattern" => {
            let both = parts(node).into_iter().enumerate();
            open.extend(both.map(|(nth, node)| Match { node, ty, value, always: nth == 0 }));
        }
        "tuple_pattern" => tuple(cx, &outer, open),
        "slice_pattern" => {
            let value = whole(cx, ty, value);
            let element = value.map(|of| cx.expr(Expr::Element { of }));
            for node in parts(node) {
                let rest = node.kind() == "captured_pattern" && cx.text(node).ends_with("..");
                open.push(Match { node, ty: None, value: if rest { value } else { element }, always: outer.always });
            }
        }
        "tuple_struct_pattern" => tuple_struct(cx, &outer, open),
        "struct_pattern" => structure(cx, node, open),
        _ => {}
    }
    open[first..].reverse();
}

/// The matched value, by its declared type if it has one.
fn whole(cx: &mut Context<'_>, ty: Option<ExprIx>, value: Option<ExprIx>) -> Option<ExprIx> {
    ty.map(|of| cx.expr(Expr::Instance { of })).or(value)
}

fn tuple<'t>(cx: &mut Context<'t>, outer: &Match<'t>, open: &mut Vec<Match<'t>>) {
    let inner = elements(outer.node);
    let grouped = inner.len() == 1 && !cx.text(outer.node).contains(',');
    if let (true, Some(&node)) = (grouped, inner.first()) {
        open.push(Match { node, ..*outer });
        return;
    }
    let value = whole(cx, outer.ty, outer.value);
    let mut after_rest = false;
    for (index, node) in inner.into_iter().enumerate() {
        after_rest |= node.kind() == "remaining_field_pattern";
        let part = value.filter(|_| !after_rest && node.is_named());
        let value = part.map(|of| cx.expr(Expr::Part { of, index: index as u32 }));
        open.push(Match { node, ty: None, value, always: outer.always });
    }
}

/// The parts of a tuple in order, `_` included.
fn elements(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    let wanted = |child: &Node<'_>| {
        child.kind() == "_" || child.is_named() && !matches!(child.kind(), "line_comment" | "block_comment")
    };
    node.children(&mut cursor).filter(wanted).collect()
}

fn tuple_struct<'t>(cx: &mut Context<'t>, outer: &Match<'t>, open: &mut Vec<Match<'t>>) {
    let Some(path) = outer.node.child_by_field_name("type") else {
        return;
    };
    let text = cx.text(path);
    let inner = elements(outer.node).into_iter().filter(|node| node.id() != path.id());
    if matches!(text, "Some" | "Ok" | "Option::Some" | "Result::Ok") {
        let value = whole(cx, outer.ty, outer.value).map(|of| cx.expr(Expr::Unwrap { of }));
        open.extend(inner.map(|node| Match { node, ty: None, value, always: false }));
        return;
    }
    let instance = (text != "Err").then(|| instance(cx, outer.node, path));
    let mut after_rest = false;
    for (index, node) in inner.enumerate() {
        after_rest |= node.kind() == "remaining_field_pattern";
        let base = instance.filter(|_| !after_rest && node.is_named());
        let value = base.map(|base| {
            let name = cx.intern(&index.to_string());
            cx.expr(Expr::Member { base, name })
        });
        open.push(Match { node, ty: None, value, always: false });
    }
}

fn structure<'t>(cx: &mut Context<'t>, node: Node<'t>, open: &mut Vec<Match<'t>>) {
    let Some(path) = node.child_by_field_name("type") else {
        return;
    };
    let base = instance(cx, node, path);
    for field in parts(node) {
        let Some(name) = field.child_by_field_name("name") else {
            continue;
        };
        let text = cx.intern_node(name);
        let value = Some(cx.expr(Expr::Member { base, name: text }));
        let node = field.child_by_field_name("pattern").unwrap_or(name);
        open.push(Match { node, ty: None, value, always: false });
    }
}

/// An instance of the type that a struct pattern or literal names, one per pattern.
pub(super) fn instance<'t>(cx: &mut Context<'t>, whole: Node<'t>, path: Node<'t>) -> ExprIx {
    cx.memoised(whole, |cx| {
        let of = types::path(cx, path, 0);
        cx.expr(Expr::Instance { of })
    })
}
