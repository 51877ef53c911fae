//! Java. The head dispatches on node kinds; the folder holds types, members, locals, imports, expressions and names.

mod expressions;
mod imports;
mod locals;
mod members;
mod modifiers;
mod names;
mod type_expressions;
mod types;

use super::{DocStyle, Extraction, Row};
use crate::context::Context;
use crate::walk::{Extractor, Visit};
use rustc_hash::FxHashSet;
use std::ops::Range;
use std::sync::OnceLock;
use tree_sitter::Node;
use tribunal_domain::Language;
use tribunal_domain::facts::{ScopeKind, SymbolIx};

/// The row of Java.
pub(crate) static ROW: Row = Row {
    language: Language::Java,
    grammar: || tree_sitter_java::LANGUAGE.into(),
    extraction: Extraction::Walk(|| Box::new(JavaExtractor::default())),
    docs: DocStyle::Block,
    comments: &["line_comment", "block_comment"],
    decisions: &[
        "if_statement",
        "while_statement",
        "do_statement",
        "for_statement",
        "enhanced_for_statement",
        "catch_clause",
        "ternary_expression",
        "case",
        "&&",
        "||",
    ],
    nesting: &[
        "if_statement",
        "while_statement",
        "do_statement",
        "for_statement",
        "enhanced_for_statement",
        "switch_expression",
        "try_statement",
        "try_with_resources_statement",
        "synchronized_statement",
    ],
    statements: &[
        "expression_statement",
        "local_variable_declaration",
        "explicit_constructor_invocation",
        "if_statement",
        "while_statement",
        "do_statement",
        "for_statement",
        "enhanced_for_statement",
        "switch_expression",
        "synchronized_statement",
        "try_statement",
        "try_with_resources_statement",
        "assert_statement",
        "break_statement",
        "continue_statement",
        "return_statement",
        "yield_statement",
        "throw_statement",
    ],
    strings: &["string_literal"],
    nameless: &[],
    table: OnceLock::new(),
};

/// What the walk over one file remembers.
#[derive(Default)]
struct JavaExtractor {
    /// Fields and enum constants with the bytes of their declarations: members of anonymous classes in there are theirs.
    fields: Vec<(Range<usize>, SymbolIx)>,
    /// Classes that extend `JUnit` 3's `TestCase`.
    test_cases: FxHashSet<SymbolIx>,
}

impl Extractor for JavaExtractor {
    fn enter<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) -> Visit {
        if !node.is_named() {
            return Visit::Children;
        }
        match node.kind() {
            "identifier" => names::identifier(cx, node),
            "type_identifier" => names::type_identifier(cx, node),
            "package_declaration" => imports::package(cx, node),
            "module_declaration" => node.child_by_field_name("name").into_iter().for_each(|name| cx.skip(name)),
            "import_declaration" => return imports::import(cx, node),
            "requires_module_directive" | "exports_module_directive" | "opens_module_directive" => return Visit::Skip,
            "class_declaration"
            | "record_declaration"
            | "interface_declaration"
            | "annotation_type_declaration"
            | "enum_declaration" => types::define(self, cx, node),
            "enum_constant" => types::enum_constant(self, cx, node),
            "object_creation_expression" => types::anonymous_class(cx, node),
            "method_declaration"
            | "annotation_type_element_declaration"
            | "constructor_declaration"
            | "compact_constructor_declaration" => members::method(self, cx, node),
            "field_declaration" | "constant_declaration" => members::fields(self, cx, node),
            "local_variable_declaration" => locals::variables(cx, node),
            "lambda_expression" => locals::lambda(cx, node),
            "enhanced_for_statement" => locals::enhanced_for(cx, node),
            "catch_clause" => locals::catch_clause(cx, node),
            "try_with_resources_statement" => locals::try_with_resources(cx, node),
            "resource" => locals::resource(cx, node),
            "if_statement" => locals::condition_scope(cx, node, "consequence"),
            "while_statement" => locals::condition_scope(cx, node, "body"),
            "instanceof_expression" => locals::instance_of(cx, node),
            "type_pattern" | "record_pattern_component" => locals::pattern(cx, node),
            "for_statement" | "switch_block" | "switch_rule" => open_block(cx),
            "block" if !shares_scope_of(cx.parent_kind()) => open_block(cx),
            _ => {}
        }
        Visit::Children
    }
}

/// Whether a block is the body of something that opened a scope for it already.
fn shares_scope_of(parent: &str) -> bool {
    matches!(
        parent,
        "method_declaration" | "compact_constructor_declaration" | "lambda_expression" | "catch_clause" | "switch_rule"
    )
}

fn open_block(cx: &mut Context<'_>) {
    let scope = cx.new_scope(ScopeKind::Block, None);
    cx.open_scope(scope);
}
