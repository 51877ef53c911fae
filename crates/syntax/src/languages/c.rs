//! C and C++. The head dispatches on node kinds; one extractor reads both grammars, whose kinds mostly agree.
//!
//! Macros often break the grammar; what stands in an `ERROR` node directly gives no facts.

mod declarations;
mod declarators;
mod expressions;
mod functions;
mod locals;
mod names;
mod namespaces;
mod preprocessor;
mod types;

use super::{DocStyle, Extraction, Row};
use crate::context::Context;
use crate::walk::{Extractor, Visit};
use rustc_hash::FxHashMap;
use std::sync::OnceLock;
use tree_sitter::Node;
use tribunal_domain::Language;
use tribunal_domain::facts::{ScopeIx, ScopeKind, SymbolIx, Text, Visibility};

/// The row of C.
pub(crate) static C: Row = Row {
    language: Language::C,
    grammar: || tree_sitter_c::LANGUAGE.into(),
    extraction: Extraction::Walk(|| Box::new(CExtractor::default())),
    docs: DocStyle::TripleSlash,
    comments: &["comment"],
    decisions: &[
        "if_statement",
        "while_statement",
        "do_statement",
        "for_statement",
        "conditional_expression",
        "case",
        "&&",
        "||",
    ],
    nesting: &["if_statement", "while_statement", "do_statement", "for_statement", "switch_statement"],
    statements: &[
        "expression_statement",
        "declaration",
        "if_statement",
        "while_statement",
        "do_statement",
        "for_statement",
        "switch_statement",
        "return_statement",
        "break_statement",
        "continue_statement",
        "goto_statement",
    ],
    strings: &["string_literal"],
    nameless: &[],
    table: OnceLock::new(),
};

/// The row of C++.
pub(crate) static CPP: Row = Row {
    language: Language::Cpp,
    grammar: || tree_sitter_cpp::LANGUAGE.into(),
    extraction: Extraction::Walk(|| Box::new(CExtractor::default())),
    docs: DocStyle::TripleSlash,
    comments: &["comment"],
    decisions: &[
        "if_statement",
        "while_statement",
        "do_statement",
        "for_statement",
        "for_range_loop",
        "catch_clause",
        "conditional_expression",
        "case",
        "&&",
        "||",
        "and",
        "or",
    ],
    nesting: &[
        "if_statement",
        "while_statement",
        "do_statement",
        "for_statement",
        "for_range_loop",
        "switch_statement",
        "try_statement",
    ],
    statements: &[
        "expression_statement",
        "declaration",
        "if_statement",
        "while_statement",
        "do_statement",
        "for_statement",
        "for_range_loop",
        "switch_statement",
        "try_statement",
        "throw_statement",
        "return_statement",
        "co_return_statement",
        "co_yield_statement",
        "break_statement",
        "continue_statement",
        "goto_statement",
    ],
    strings: &["string_literal"],
    nameless: &[],
    table: OnceLock::new(),
};

/// What the walk over one file remembers.
#[derive(Default)]
struct CExtractor {
    /// How many `namespace {` are open.
    anonymous: u32,
    /// How many `extern "C"` are open.
    foreign: u32,
    /// The section a class body is in: `public:`, `protected:`, `private:`.
    access: FxHashMap<ScopeIx, Visibility>,
    /// Classes and namespaces by the scope that binds them: a namespace may be opened again, a method defined outside.
    owners: FxHashMap<(ScopeIx, Text), SymbolIx>,
}

impl Extractor for CExtractor {
    fn enter<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) -> Visit {
        if !node.is_named() {
            return Visit::Children;
        }
        match node.kind() {
            "identifier" => names::identifier(cx, node),
            "field_identifier" => names::field_identifier(cx, node),
            "type_identifier" => names::type_identifier(cx, node),
            "namespace_identifier" => names::namespace_identifier(cx, node),
            "attribute_specifier" | "attribute_declaration" | "ms_declspec_modifier" => return Visit::Skip,
            "preproc_include" => preprocessor::include(cx, node),
            "preproc_def" | "preproc_function_def" => preprocessor::define(cx, node),
            "using_declaration" => return namespaces::using(cx, node),
            "namespace_alias_definition" => return namespaces::alias(cx, node),
            "namespace_definition" => namespaces::define(self, cx, node),
            "linkage_specification" => self.foreign += 1,
            "access_specifier" => types::access(self, cx, node),
            // `public:` in a class that the grammar takes for a function.
            "statement_identifier" if is_class_scope(cx) => types::access(self, cx, node),
            // `extern "C" {` and its `}` under different `#ifdef`s: what follows is foreign up to the file's end.
            "string_literal" if cx.parent_kind() == "ERROR" && cx.text(node) == "\"C\"" => self.foreign += 1,
            "struct_specifier" | "union_specifier" | "class_specifier" => types::class(self, cx, node),
            "enum_specifier" => types::enumeration(self, cx, node),
            "enumerator" => types::enumerator(self, cx, node),
            "type_definition" => declarations::typedef(self, cx, node),
            "alias_declaration" | "concept_definition" => declarations::alias(self, cx, node),
            "template_declaration" => types::template(cx, node),
            "function_definition" => functions::definition(self, cx, node),
            "declaration" | "field_declaration" => declarations::declaration(self, cx, node),
            "lambda_expression" => locals::lambda(cx, node),
            "for_range_loop" => locals::range_loop(cx, node),
            "catch_clause" | "requires_expression" => locals::with_parameters(cx, node),
            "if_statement" | "while_statement" | "switch_statement" => locals::condition(cx, node),
            "for_statement" => open_block(cx),
            "compound_statement" if !shares_scope_of(cx.parent_kind()) => open_block(cx),
            _ => {}
        }
        Visit::Children
    }

    fn leave<'t>(&mut self, _cx: &mut Context<'t>, node: Node<'t>) {
        match node.kind() {
            "linkage_specification" => self.foreign -= 1,
            "namespace_definition" if node.child_by_field_name("name").is_none() => self.anonymous -= 1,
            _ => {}
        }
    }
}

/// Whether a block is the body of something that opened a scope for it already.
fn shares_scope_of(parent: &str) -> bool {
    matches!(parent, "function_definition" | "lambda_expression" | "catch_clause")
}

fn is_class_scope(cx: &Context<'_>) -> bool {
    cx.facts.scopes[cx.scope().ix()].kind == ScopeKind::Class
}

fn open_block(cx: &mut Context<'_>) {
    let scope = cx.new_scope(ScopeKind::Block, None);
    cx.open_scope(scope);
}

/// The current scope without the type parameters of the template around a declaration.
fn declaring_scope(cx: &Context<'_>) -> ScopeIx {
    let mut at = cx.scope();
    while cx.facts.scopes[at.ix()].kind == ScopeKind::TypeParameters {
        match cx.facts.scopes[at.ix()].parent {
            Some(parent) => at = parent,
            None => break,
        }
    }
    at
}
