//! Go: packages, declarations, methods, composite literals. One name space, so names are looked up where they stand;
//! fields and methods are symbols but bound in no scope, so that no bare name finds them.

mod declarations;
mod functions;
mod imports;
mod literals;
mod members;
mod names;
mod statements;
mod types;
mod values;

use super::{DocStyle, Extraction, Row};
use crate::context::Context;
use crate::walk::{Extractor, Visit};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::OnceLock;
use tree_sitter::Node;
use tribunal_domain::Language;
use tribunal_domain::facts::{
    Binding, BindingKind, ExprIx, ScopeIx, ScopeKind, Symbol, SymbolFlags, SymbolIx, Text, Visibility,
};

/// The row of Go.
pub(crate) static ROW: Row = Row {
    language: Language::Go,
    grammar: || tree_sitter_go::LANGUAGE.into(),
    extraction: Extraction::Walk(|| Box::new(Go::default())),
    docs: DocStyle::Adjacent,
    comments: &["comment"],
    decisions: &["if_statement", "for_statement", "expression_case", "type_case", "communication_case", "&&", "||"],
    nesting: &[
        "if_statement",
        "for_statement",
        "expression_switch_statement",
        "type_switch_statement",
        "select_statement",
    ],
    statements: &[
        "expression_statement",
        "send_statement",
        "inc_statement",
        "dec_statement",
        "assignment_statement",
        "short_var_declaration",
        "const_declaration",
        "var_declaration",
        "return_statement",
        "go_statement",
        "defer_statement",
        "if_statement",
        "for_statement",
        "expression_switch_statement",
        "type_switch_statement",
        "select_statement",
        "fallthrough_statement",
        "break_statement",
        "continue_statement",
        "goto_statement",
    ],
    strings: &["interpreted_string_literal_content", "raw_string_literal_content"],
    nameless: &[],
    table: OnceLock::new(),
};

/// Deepest recursion of the builders of expressions and types; deeper ones are unknown.
const MAX_DEPTH: u32 = 24;

#[derive(Default)]
struct Go {
    /// Types of this file by the scope they are bound in.
    types: FxHashMap<(ScopeIx, Text), SymbolIx>,
    /// Names bound in scopes of functions: `:=` assigns to those of its own scope.
    locals: FxHashSet<(ScopeIx, Text)>,
    /// Identifiers that are new where they stand: they are no uses.
    binders: FxHashSet<usize>,
    constants: declarations::Repeated,
    literals: Vec<literals::Literal>,
}

impl Go {
    /// Binds a local name from byte `at` on.
    fn bind_local(
        &mut self,
        cx: &mut Context<'_>,
        node: Node<'_>,
        scope: ScopeIx,
        at: usize,
        kind: BindingKind,
        of: (Option<ExprIx>, Option<ExprIx>),
    ) {
        self.binders.insert(node.id());
        if cx.text(node) == "_" {
            return;
        }
        let (name, position) = (cx.intern_node(node), cx.position(node));
        self.locals.insert((scope, name));
        let value = of.1.filter(|&value| value != ExprIx::UNKNOWN);
        cx.facts.bindings.push(Binding { scope, name, at: at as u32, position, kind, ty: of.0, value });
    }

    /// A block of its own from here to the end of the current node.
    fn open_block(cx: &mut Context<'_>) {
        let scope = cx.new_scope(ScopeKind::Block, None);
        cx.open_scope(scope);
    }
}

impl Extractor for Go {
    fn enter<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) -> Visit {
        if !node.is_named() {
            return Visit::Children;
        }
        match node.kind() {
            "identifier" => self.identifier(cx, node),
            "field_identifier" => names::field(cx, node),
            "type_identifier" => names::type_name(cx, node),
            "package_identifier" => names::package(cx, node),
            "import_spec" => imports::import(cx, node),
            "function_declaration" => self.function(cx, node),
            "method_declaration" => self.method(cx, node),
            "func_literal" => self.literal_function(cx, node),
            "type_spec" | "type_alias" => self.type_spec(cx, node),
            "struct_type" | "interface_type" => {
                types::ty(cx, node, 0);
            }
            "const_spec" => self.const_spec(cx, node),
            "var_spec" => self.var_spec(cx, node),
            "short_var_declaration" => self.short_var(cx, node),
            "range_clause" => self.range(cx, node),
            "receive_statement" => self.receive(cx, node),
            "block" if is_function(cx.parent_kind()) => {}
            "block"
            | "if_statement"
            | "for_statement"
            | "expression_switch_statement"
            | "type_switch_statement"
            | "expression_case"
            | "communication_case" => Self::open_block(cx),
            "type_case" | "default_case" => {
                Self::open_block(cx);
                self.type_case(cx, node);
            }
            "literal_value" => self.open_literal(cx, node),
            _ => {}
        }
        Visit::Children
    }

    fn leave<'t>(&mut self, _cx: &mut Context<'t>, node: Node<'t>) {
        if self.literals.last().is_some_and(|open| open.node == node.id()) {
            self.literals.pop();
        }
    }
}

/// The named children without comments.
fn parts(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).filter(|child| child.kind() != "comment").collect()
}

/// The named children that fill a field.
fn fields<'t>(node: Node<'t>, name: &str) -> Vec<Node<'t>> {
    let mut cursor = node.walk();
    node.children_by_field_name(name, &mut cursor).filter(Node::is_named).collect()
}

/// Visibility by the case of the first letter.
fn set_visibility(symbol: &mut Symbol, name: &str) {
    if name.starts_with(char::is_uppercase) {
        symbol.visibility = Visibility::Public;
        symbol.flags.set(SymbolFlags::EXPORTED);
    } else {
        symbol.visibility = Visibility::Internal;
    }
}

/// Whether a block below such a node is a function's body and shares its scope.
fn is_function(kind: &str) -> bool {
    matches!(kind, "function_declaration" | "method_declaration" | "func_literal")
}
