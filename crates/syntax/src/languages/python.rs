//! Python: functions, classes, comprehensions and the file are scopes; blocks are not.
//!
//! The walk calls `enter` for each node; statements that bind names are handled as a whole when they are entered, the
//! identifiers in them become references as the walk reaches them. Expressions are built ahead of the walk, so lambdas
//! and comprehensions may get their scopes before the walk arrives there (`scopes`).

mod annotations;
mod calls;
mod cases;
mod classes;
mod comprehensions;
mod docstrings;
mod exports;
mod expressions;
mod functions;
mod imports;
mod kinds;
mod late;
mod markers;
mod narrowing;
mod parameters;
mod references;
mod targets;
mod types;
mod variables;

use super::{DocStyle, Extraction, Row};
use crate::context::Context;
use crate::walk::{Extractor, Visit};
use classes::ClassFrame;
use functions::FunctionFrame;
use kinds::{Field, Kind, child, kind};
use late::Late;
use rustc_hash::FxHashMap;
use std::sync::OnceLock;
use targets::Origin;
use tree_sitter::Node;
use tribunal_domain::Language;
use tribunal_domain::facts::{ExprIx, LiteralKind, Role, ScopeIx, SymbolFlags, Text};
use variables::Bound;

/// Python's row.
pub(crate) static ROW: Row = Row {
    language: Language::Python,
    grammar: || tree_sitter_python::LANGUAGE.into(),
    extraction: Extraction::Walk(|| Box::new(Python::default())),
    docs: DocStyle::Docstring,
    comments: &["comment"],
    decisions: &[
        "if_statement",
        "elif_clause",
        "for_statement",
        "while_statement",
        "except_clause",
        "and",
        "or",
        "for_in_clause",
        "if_clause",
        "conditional_expression",
        "case_clause",
    ],
    nesting: &[
        "if_statement",
        "for_statement",
        "while_statement",
        "try_statement",
        "with_statement",
        "match_statement",
    ],
    statements: &[
        "assert_statement",
        "break_statement",
        "class_definition",
        "continue_statement",
        "delete_statement",
        "exec_statement",
        "expression_statement",
        "for_statement",
        "function_definition",
        "future_import_statement",
        "global_statement",
        "if_statement",
        "import_from_statement",
        "import_statement",
        "match_statement",
        "nonlocal_statement",
        "pass_statement",
        "print_statement",
        "raise_statement",
        "return_statement",
        "try_statement",
        "type_alias_statement",
        "while_statement",
        "with_statement",
    ],
    strings: &["string_content"],
    nameless: &[],
    table: OnceLock::new(),
};

/// Levels of nested expressions that are followed; deeper parts are unknown.
const DEPTH: u32 = 24;

/// The state of one file's walk.
#[derive(Default)]
struct Python {
    /// Roles of expressions the walk has not reached yet: assignment targets, decorators, bases.
    roles: FxHashMap<usize, Role>,
    /// Receivers of keys the walk has not reached yet: `case Foo(key=…)`.
    keys: FxHashMap<usize, ExprIx>,
    /// Expressions already built, by node, with the links of their chain.
    memo: FxHashMap<usize, (ExprIx, u32)>,
    /// One shared expression per kind of literal.
    literals: FxHashMap<LiteralKind, ExprIx>,
    /// Scopes of lambdas and comprehensions, by node.
    scopes: FxHashMap<usize, ScopeIx>,
    /// What each name is bound to in each scope so far.
    bound: FxHashMap<(ScopeIx, Text), Bound>,
    /// The functions around the current node, inwards.
    functions: Vec<FunctionFrame>,
    /// The classes around the current node, inwards.
    classes: Vec<ClassFrame>,
    /// What can only be said when the whole file was seen.
    late: Late,
    /// Up to this byte, names are types.
    type_until: usize,
    /// In this range names are values although they stand in a type: `Annotated[int, here]`.
    values: std::ops::Range<usize>,
    /// Up to this byte, imports are for type checkers only.
    type_only_until: usize,
    /// The file holds tests by its name or folder.
    test_file: bool,
    /// Set on every definition: the file is a stub.
    file_flags: SymbolFlags,
}

impl Extractor for Python {
    fn enter<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) -> Visit {
        match kind(node) {
            Kind::Identifier => self.identifier(cx, node),
            Kind::Call => self.call(cx, node),
            Kind::String => self.string(cx, node),
            Kind::Assignment => self.assignment(cx, node),
            Kind::AugmentedAssignment => self.augmented_assignment(cx, node),
            Kind::NamedExpression => self.named_expression(cx, node),
            Kind::FunctionDefinition => self.function(cx, node),
            Kind::ClassDefinition => self.class(cx, node),
            Kind::Decorator => self.decorator(node),
            Kind::Lambda => self.lambda(cx, node),
            Kind::ListComprehension
            | Kind::SetComprehension
            | Kind::DictionaryComprehension
            | Kind::GeneratorExpression => self.comprehension(cx, node),
            Kind::Type => self.type_until = self.type_until.max(node.end_byte()),
            Kind::Subscript | Kind::GenericType => self.subscript(cx, node),
            Kind::ImportStatement | Kind::ImportFrom | Kind::FutureImport => {
                self.import(cx, node);
                return Visit::Skip;
            }
            Kind::DottedName => {
                self.dotted_name(cx, node);
                return Visit::Skip;
            }
            Kind::IfStatement | Kind::ElifClause => self.branch(cx, node),
            Kind::ForStatement => self.for_statement(cx, node),
            Kind::WithItem => self.with_item(cx, node),
            Kind::ExceptClause => self.except_clause(cx, node),
            Kind::CaseClause => self.case_clause(cx, node),
            Kind::DeleteStatement => self.delete(node),
            Kind::GlobalStatement | Kind::NonlocalStatement => self.outer_names(cx, node),
            Kind::ReturnStatement => self.return_statement(cx, node),
            Kind::Yield => self.yield_expression(cx, node),
            Kind::TypeAliasStatement => self.type_alias(cx, node),
            Kind::Module => self.start_of_file(cx, node),
            _ => {}
        }
        Visit::Children
    }

    fn leave<'t>(&mut self, _cx: &mut Context<'t>, node: Node<'t>) {
        if self.functions.last().is_some_and(|frame| frame.node == node.id()) {
            self.leave_function();
        } else if self.classes.last().is_some_and(|frame| frame.node == node.id()) {
            self.classes.pop();
        }
    }

    fn finish(&mut self, cx: &mut Context<'_>) {
        self.finish_late(cx);
        cx.facts.bindings.sort_by_key(|binding| binding.at);
    }
}

impl Python {
    fn start_of_file<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        self.test_file = markers::is_test_file(cx.path);
        if cx.path.as_bytes().ends_with(b".pyi") {
            self.file_flags.set(SymbolFlags::AMBIENT);
        }
        docstrings::docstring(cx, node, None);
    }

    fn named_expression<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let (Some(name), Some(value)) = (child(node, Field::Name), child(node, Field::Value)) else {
            return;
        };
        let scope = variables::walrus_scope(cx);
        let value = self.value(cx, value, cx.scope(), DEPTH);
        self.bind_targets(cx, name, scope, Origin::Transient, None, Some(value));
    }
}
