//! Rust: items, `use` trees, patterns, paths. What a macro's tokens mean is not known; `macros` says what is recorded.
//!
//! Three conventions keep Rust's name spaces apart. A path's head and every name in type position is looked up at
//! byte 0, where no local is visible. Members of types are symbols but bound in no scope, so that no bare name finds
//! them. Macros are bound and used with their `!`.

mod attributes;
mod data;
mod functions;
mod generics;
mod imports;
mod items;
mod macros;
mod names;
mod patterns;
mod types;
mod values;

use super::{DocStyle, Extraction, Row};
use crate::context::Context;
use crate::walk::{Extractor, Visit};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::OnceLock;
use tree_sitter::Node;
use tribunal_domain::Language;
use tribunal_domain::facts::{ExprIx, ScopeIx, ScopeKind, SymbolIx, Text};

/// The row of Rust.
pub(crate) static ROW: Row = Row {
    language: Language::Rust,
    grammar: || tree_sitter_rust::LANGUAGE.into(),
    extraction: Extraction::Walk(|| Box::new(Rust::default())),
    docs: DocStyle::TripleSlash,
    comments: &["line_comment", "block_comment"],
    decisions: &["if_expression", "match_arm", "while_expression", "for_expression", "&&", "||"],
    nesting: &["if_expression", "match_expression", "while_expression", "for_expression", "loop_expression"],
    statements: &["expression_statement", "let_declaration"],
    strings: &["string_content"],
    nameless: &[],
    table: OnceLock::new(),
};

/// Deepest recursion of the builders of expressions and types; deeper ones are unknown.
const MAX_DEPTH: u32 = 24;

/// An `impl` block that the walk is in.
struct Impl {
    node: usize,
    scope: ScopeIx,
    /// The type's definition, if it stands earlier in this file.
    parent: Option<SymbolIx>,
    of: ExprIx,
    of_trait: Option<ExprIx>,
    /// It is there for tests alone.
    test: bool,
}

/// An expression to be filled in when the walk leaves `node`, because its value opens scopes of its own.
struct Deferred {
    node: usize,
    slot: ExprIx,
}

#[derive(Default)]
struct Rust {
    attributes: attributes::Pending,
    /// Identifiers that a pattern binds: they are no uses.
    binders: FxHashSet<usize>,
    deferred: Vec<Deferred>,
    /// Types of this file by the scope they are bound in.
    types: FxHashMap<(ScopeIx, Text), SymbolIx>,
    impls: Vec<Impl>,
    uses: imports::Uses,
    tokens: macros::Tokens,
}

/// Where an item stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// In a file or module.
    Module,
    /// In a function or block.
    Local,
    /// In a trait.
    Trait,
    /// In the innermost `impl`.
    Impl,
    /// In an `extern` block.
    Foreign,
}

impl Rust {
    fn place(&self, cx: &Context<'_>) -> Place {
        match cx.facts.scopes[cx.scope().ix()].kind {
            ScopeKind::Class if self.impls.last().is_some_and(|open| open.scope == cx.scope()) => Place::Impl,
            ScopeKind::Class => Place::Trait,
            ScopeKind::File | ScopeKind::Module => {
                let foreign = cx.ancestor(1).is_some_and(|node| node.kind() == "foreign_mod_item");
                if foreign { Place::Foreign } else { Place::Module }
            }
            _ => Place::Local,
        }
    }

    fn leave_impl(&mut self, node: Node<'_>) {
        if self.impls.last().is_some_and(|open| open.node == node.id()) {
            self.impls.pop();
        }
    }
}

impl Extractor for Rust {
    fn enter<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) -> Visit {
        if !node.is_named() {
            return Visit::Children;
        }
        let kind = node.kind();
        let attributes = self.attributes.take_for(cx, kind);
        match kind {
            "identifier" | "type_identifier" | "field_identifier" | "shorthand_field_identifier" => {
                self.name(cx, node, kind);
            }
            "self" => self.self_token(cx, node),
            "super" | "crate" => self.keyword_token(cx, node),
            "integer_literal" => names::tuple_index(cx, node),
            "string_content" => self.format_string(cx, node),
            "function_item" | "function_signature_item" => self.function(cx, node, &attributes),
            "closure_expression" => self.closure(cx, node),
            "block" => functions::block(cx),
            "let_declaration" => self.let_declaration(cx, node),
            "let_condition" => self.let_condition(cx, node),
            "if_expression" => functions::condition_scope(cx, node, "consequence"),
            "while_expression" => functions::condition_scope(cx, node, "body"),
            "for_expression" => self.for_expression(cx, node),
            "match_arm" => self.match_arm(cx, node),
            "struct_item" | "union_item" => self.structure(cx, node, &attributes),
            "enum_item" => self.enumeration(cx, node, &attributes),
            "enum_variant" => self.variant(cx, node, &attributes),
            "field_declaration" => self.field(cx, node, &attributes),
            "trait_item" => self.trait_item(cx, node, &attributes),
            "impl_item" => self.impl_item(cx, node, &attributes),
            "const_item" | "static_item" => self.constant(cx, node, &attributes),
            "type_item" | "associated_type" => self.type_alias(cx, node, &attributes),
            "mod_item" => self.module(cx, node, &attributes),
            "macro_definition" => self.macro_definition(cx, node, &attributes),
            "macro_invocation" => self.macro_invocation(cx, node),
            "token_tree" => self.tokens.enter_tree(node),
            "attribute_item" | "inner_attribute_item" => self.attribute(cx, node),
            "use_declaration" => self.use_declaration(cx, node),
            "use_list" => self.use_list(cx, node),
            "extern_crate_declaration" => self.extern_crate(cx, node),
            "lifetime" | "label" | "visibility_modifier" | "fragment_specifier" => return Visit::Skip,
            _ => {}
        }
        Visit::Children
    }

    fn leave<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        if !node.is_named() || node.child_count() == 0 {
            return;
        }
        match node.kind() {
            "let_declaration" | "let_condition" => {
                self.fill_deferred(cx, node, |cx, value| values::value(cx, value, 0));
            }
            "for_expression" => self.fill_deferred(cx, node, values::element),
            "block" => values::leave_block(cx, node),
            "closure_expression" => values::leave_closure(cx, node),
            "match_arm" => values::leave_arm(cx, node),
            "token_tree" => self.tokens.leave_tree(cx, node),
            "impl_item" => self.leave_impl(node),
            "use_list" | "use_declaration" => self.leave_use(node),
            _ => {}
        }
    }
}

/// The named children without comments and attributes.
fn parts(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    let wanted = |child: &Node<'_>| !matches!(child.kind(), "line_comment" | "block_comment" | "attribute_item");
    node.named_children(&mut cursor).filter(wanted).collect()
}

/// The first child of this kind.
fn child_of_kind<'t>(node: Node<'t>, kind: &str) -> Option<Node<'t>> {
    let mut cursor = node.walk();
    node.children(&mut cursor).find(|child| child.kind() == kind)
}
