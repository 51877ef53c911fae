//! Identifiers: which of them are uses, what for, and what stands before them.

use super::{Rust, patterns, types, values};
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{Expr, ExprIx, Reference, Role};

/// Levels above a name that are looked at to find out what it is used for.
const MAX_CLIMB: usize = 16;
/// Heads of attribute paths that name tools, not crates.
const TOOLS: &[&str] = &["rustfmt", "clippy", "diagnostic", "miri", "rust_analyzer"];

impl Rust {
    pub(super) fn name<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>, kind: &str) {
        if self.binders.remove(&node.id()) {
            return;
        }
        let field = cx.field();
        match (cx.parent_kind(), field) {
            ("token_tree" | "token_repetition" | "token_tree_pattern" | "token_repetition_pattern", _) => {
                self.token(cx, node);
            }
            ("scoped_identifier" | "scoped_type_identifier", _) => self.segment(cx, node),
            ("field_expression", Some("field")) => member(cx, node),
            ("field_initializer", Some("field")) => key_of_literal(cx, node),
            ("shorthand_field_initializer", _) => {
                key_of_literal(cx, node);
                cx.reference(node, Role::Read, None);
            }
            ("field_pattern", Some("name")) => key_of_pattern(cx, node),
            ("type_binding", Some("name")) => key_of_binding(cx, node),
            ("macro_invocation", Some("macro")) => macro_call(cx, node, None),
            ("attribute", _) | ("use_as_clause" | "extern_crate_declaration", Some("alias")) => {}
            ("extern_crate_declaration", _) => cx.reference(node, Role::Import, None),
            (parent, Some("name")) if is_definition(parent) => {}
            _ if matches!(cx.text(node), "Self" | "_") => {}
            _ if self.uses.inside() => cx.reference(node, Role::Import, self.uses.prefix()),
            _ => {
                let role = role(cx, kind);
                cx.reference(node, role, None);
            }
        }
    }

    /// A segment of a path.
    fn segment<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let Some(whole) = cx.parent() else {
            return;
        };
        let prefix = whole.child_by_field_name("path").filter(|_| cx.field() == Some("name"));
        let receiver = match prefix {
            Some(prefix) if self.uses.inside() => Some(self.use_path(cx, prefix)),
            Some(prefix) => Some(types::path(cx, prefix, 0)),
            None => self.uses.prefix(),
        };
        if cx.text(node) == "Self" {
            return;
        }
        if self.uses.inside() {
            cx.reference(node, Role::Import, receiver);
        } else if cx.field() == Some("name") && cx.ancestor_field(0) == Some("macro") {
            macro_call(cx, node, receiver);
        } else {
            let role = role(cx, node.kind());
            if role != Role::Decorate || !TOOLS.contains(&cx.text(node)) {
                cx.reference(node, role, receiver);
            }
        }
    }

    /// `self` among the tokens of a macro starts a chain there; elsewhere it is an expression only.
    pub(super) fn self_token<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        if cx.parent_kind() == "token_tree" {
            self.start_chain(cx, node);
        }
    }

    /// `super` and `crate` among the tokens of a macro.
    pub(super) fn keyword_token<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        if cx.parent_kind() == "token_tree" {
            self.start_chain(cx, node);
        }
    }
}

/// The `0` of `x.0`.
pub(super) fn tuple_index<'t>(cx: &mut Context<'t>, node: Node<'t>) {
    if cx.field() == Some("field") && cx.parent_kind() == "field_expression" {
        member(cx, node);
    }
}

fn member<'t>(cx: &mut Context<'t>, node: Node<'t>) {
    let receiver = cx.parent().and_then(|whole| whole.child_by_field_name("value"));
    let receiver = receiver.map_or(ExprIx::UNKNOWN, |receiver| values::value(cx, receiver, 0));
    let role = role(cx, "field");
    cx.reference(node, role, Some(receiver));
}

fn key_of_literal<'t>(cx: &mut Context<'t>, node: Node<'t>) {
    let literal = cx.ancestor(2).filter(|node| node.kind() == "struct_expression");
    let receiver = literal.map(|literal| values::value(cx, literal, 0));
    cx.reference(node, Role::Key, receiver);
}

fn key_of_pattern<'t>(cx: &mut Context<'t>, node: Node<'t>) {
    let pattern = cx.ancestor(1).filter(|node| node.kind() == "struct_pattern");
    let path = pattern.and_then(|pattern| pattern.child_by_field_name("type"));
    let receiver = pattern.zip(path).map(|(pattern, path)| patterns::instance(cx, pattern, path));
    cx.reference(node, Role::Key, receiver);
}

/// The `Item` of `Iterator<Item = T>`.
fn key_of_binding<'t>(cx: &mut Context<'t>, node: Node<'t>) {
    let base = cx.ancestor(2).and_then(|generic| generic.child_by_field_name("type"));
    let receiver = base.map_or(ExprIx::UNKNOWN, |base| types::ty(cx, base, 0));
    cx.reference(node, Role::Key, Some(receiver));
}

/// The name of a macro that is called, with its `!`: macros have a name space of their own.
pub(super) fn macro_call(cx: &mut Context<'_>, node: Node<'_>, receiver: Option<ExprIx>) {
    let name = cx.intern(&format!("{}!", cx.text(node)));
    let (position, at, scope) = (cx.position(node), node.start_byte() as u32, cx.scope());
    cx.facts.references.push(Reference { name, role: Role::Call, position, at, scope, receiver, arguments: None });
}

fn is_definition(parent: &str) -> bool {
    matches!(
        parent,
        "function_item"
            | "function_signature_item"
            | "const_item"
            | "static_item"
            | "mod_item"
            | "macro_definition"
            | "enum_variant"
            | "struct_item"
            | "union_item"
            | "enum_item"
            | "trait_item"
            | "type_item"
            | "associated_type"
            | "type_parameter"
            | "const_parameter"
            | "field_declaration"
    )
}

/// What the current name is used for. Heads of paths count as types: they live in the same name space.
fn role(cx: &Context<'_>, kind: &str) -> Role {
    let mut field = cx.field();
    for level in 0..MAX_CLIMB {
        let Some(parent) = cx.ancestor(level) else {
            break;
        };
        match (parent.kind(), field) {
            ("scoped_identifier" | "scoped_type_identifier", Some("path")) => return Role::Type,
            ("call_expression", Some("function")) | ("struct_expression", Some("name")) => return Role::Call,
            ("assignment_expression" | "compound_assignment_expr", Some("left")) => return Role::Write,
            ("impl_item", Some("trait")) => return Role::Inherit,
            ("attribute", _) => return Role::Decorate,
            ("trait_bounds", _) => {
                let supertrait = cx.ancestor(level + 1).is_some_and(|node| node.kind() == "trait_item");
                return if supertrait { Role::Inherit } else { Role::Type };
            }
            ("scoped_identifier" | "scoped_type_identifier" | "parenthesized_expression", _)
            | ("field_expression", Some("field"))
            | ("generic_type" | "generic_type_with_turbofish", Some("type"))
            | ("generic_function", Some("function")) => {}
            ("unary_expression" | "tuple_expression", _) if is_target(cx, level) => return Role::Write,
            _ => break,
        }
        field = cx.ancestor_field(level);
    }
    if kind == "type_identifier" { Role::Type } else { Role::Read }
}

/// `*x = …` and `(x, y) = …`.
fn is_target(cx: &Context<'_>, level: usize) -> bool {
    cx.ancestor_field(level) == Some("left")
        && cx.ancestor(level + 1).is_some_and(|node| node.kind().contains("assignment"))
}

impl Rust {
    /// A chain of tokens begins with `self`, `super` or `crate`.
    fn start_chain(&mut self, cx: &mut Context<'_>, node: Node<'_>) {
        let scope = cx.scope();
        let path = cx.source.text()[node.end_byte()..].trim_start().starts_with("::");
        let of = if node.kind() == "self" && !path { cx.expr(Expr::This { scope }) } else { types::head(cx, node) };
        self.tokens.continue_with(node.end_byte(), of);
    }
}
