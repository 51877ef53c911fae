//! TypeScript, TSX and JavaScript: one extractor for three grammars.
//!
//! This file is the table rows and the dispatch over node kinds. `functions`, `classes`, `members`, `variables`,
//! `objects` and `modules` make definitions; `imports`, `exports` and `commonjs` the module's surface; `expressions`
//! and `types` say what values and types are; `references` records uses; `scopes` and `locals` look names up.

mod classes;
mod commonjs;
mod exports;
mod expressions;
mod functions;
mod imports;
mod kinds;
mod locals;
mod members;
mod modules;
mod objects;
mod patterns;
mod references;
mod scopes;
mod statements;
mod types;
mod variables;

use super::{DocStyle, Extraction, Row};
use crate::context::Context;
use crate::walk::{Extractor, Visit};
use functions::FunctionFrame;
use kinds::Kind;
use objects::ObjectOwner;
use patterns::Pattern;
use rustc_hash::{FxHashMap, FxHashSet};
use scopes::{FieldOwner, ThisValue};
use std::ops::Range;
use std::sync::OnceLock;
use tree_sitter::Node;
use tribunal_domain::Language;
use tribunal_domain::facts::{ExprIx, ImportIx, ScopeIx, SymbolIx, Text};

const COMMENTS: &[&str] = &["comment", "html_comment"];

const DECISIONS: &[&str] = &[
    "if_statement",
    "for_statement",
    "for_in_statement",
    "while_statement",
    "do_statement",
    "switch_case",
    "catch_clause",
    "ternary_expression",
    "&&",
    "||",
    "??",
    "&&=",
    "||=",
    "??=",
];

const NESTING: &[&str] = &[
    "if_statement",
    "for_statement",
    "for_in_statement",
    "while_statement",
    "do_statement",
    "switch_statement",
    "catch_clause",
];

const STATEMENTS: &[&str] = &[
    "expression_statement",
    "lexical_declaration",
    "variable_declaration",
    "if_statement",
    "switch_statement",
    "for_statement",
    "for_in_statement",
    "while_statement",
    "do_statement",
    "try_statement",
    "with_statement",
    "break_statement",
    "continue_statement",
    "debugger_statement",
    "return_statement",
    "throw_statement",
];

/// Not `string`: that is also the name of a type's keyword.
const STRINGS: &[&str] = &["string_fragment"];

macro_rules! row {
    ($language:ident, $grammar:expr) => {
        Row {
            language: Language::$language,
            grammar: || $grammar.into(),
            extraction: Extraction::Walk(|| {
                static KINDS: OnceLock<Vec<Kind>> = OnceLock::new();
                let kinds = KINDS.get_or_init(|| kinds::table(&$grammar.into()));
                Box::new(TypeScriptExtractor::new(kinds))
            }),
            docs: DocStyle::Block,
            comments: COMMENTS,
            decisions: DECISIONS,
            nesting: NESTING,
            statements: STATEMENTS,
            strings: STRINGS,
            nameless: &["arrow_function", "function_expression", "generator_function"],
            table: OnceLock::new(),
        }
    };
}

/// The row of TypeScript.
pub(crate) static TYPESCRIPT: Row = row!(TypeScript, tree_sitter_typescript::LANGUAGE_TYPESCRIPT);

/// The row of TypeScript with JSX.
pub(crate) static TSX: Row = row!(Tsx, tree_sitter_typescript::LANGUAGE_TSX);

/// The row of JavaScript, with JSX.
pub(crate) static JAVASCRIPT: Row = row!(JavaScript, tree_sitter_javascript::LANGUAGE);

/// The state of one walk. Nodes are remembered by their id.
struct TypeScriptExtractor {
    kinds: &'static [Kind],
    /// The latest binding of each name in each scope.
    bound: FxHashMap<(ScopeIx, Text), u32>,
    /// The binding of the same name in the same scope before this one.
    earlier: FxHashMap<u32, u32>,
    /// Function scopes that have a `this` other than the class around them.
    this_values: FxHashMap<ScopeIx, ThisValue>,
    /// Classes and constructor functions that are open, with the fields their `this.x = …` make.
    field_owners: Vec<FieldOwner>,
    functions: Vec<FunctionFrame>,
    /// Function and class expressions whose symbol their declaration already made.
    prepared: FxHashMap<usize, SymbolIx>,
    /// Function expressions whose value someone asked for.
    lambdas: FxHashMap<usize, ExprIx>,
    /// Object literals whose keys are symbols or exports.
    objects: FxHashMap<usize, ObjectOwner>,
    /// Interface bodies and type literals whose members are symbols.
    type_bodies: FxHashMap<usize, SymbolIx>,
    /// Object literals with a contextual type: what their keys are members of.
    literals: FxHashMap<usize, ExprIx>,
    patterns: FxHashMap<usize, Pattern>,
    /// Blocks whose scope was made by the statement around them.
    scoped: FxHashSet<usize>,
    /// Scopes of the conditional types that are open.
    conditionals: Vec<ScopeIx>,
    /// Type parameters of the function type being built.
    hidden: Vec<Text>,
    /// Decorators that stand before the next class member.
    decorators: Vec<Range<usize>>,
    /// Names exported so far and where in `exports`.
    exported: FxHashMap<Text, usize>,
    /// Parameters of callbacks that take an imported module.
    import_parameters: FxHashMap<usize, ImportIx>,
    /// Names taken from imports that the walk has yet to reach.
    late_imports: Vec<(usize, ImportIx)>,
    /// How many `declare` are open.
    ambient: u32,
}

impl TypeScriptExtractor {
    fn new(kinds: &'static [Kind]) -> Self {
        Self {
            kinds,
            bound: FxHashMap::default(),
            earlier: FxHashMap::default(),
            this_values: FxHashMap::default(),
            field_owners: Vec::new(),
            functions: Vec::new(),
            prepared: FxHashMap::default(),
            lambdas: FxHashMap::default(),
            objects: FxHashMap::default(),
            type_bodies: FxHashMap::default(),
            literals: FxHashMap::default(),
            patterns: FxHashMap::default(),
            scoped: FxHashSet::default(),
            conditionals: Vec::new(),
            hidden: Vec::new(),
            decorators: Vec::new(),
            exported: FxHashMap::default(),
            import_parameters: FxHashMap::default(),
            late_imports: Vec::new(),
            ambient: 0,
        }
    }

    fn kind(&self, node: Node<'_>) -> Kind {
        self.kinds.get(node.kind_id() as usize).copied().unwrap_or(Kind::Other)
    }

    fn ancestor_kind(&self, cx: &Context<'_>, level: usize) -> Kind {
        cx.ancestor(level).map_or(Kind::Other, |node| self.kind(node))
    }
}

impl Extractor for TypeScriptExtractor {
    fn enter<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) -> Visit {
        match self.kind(node) {
            Kind::Identifier => self.identifier(cx, node),
            Kind::PropertyIdentifier | Kind::PrivatePropertyIdentifier => self.property_name(cx, node),
            Kind::TypeIdentifier => self.type_name(cx, node),
            Kind::ShorthandPropertyIdentifier => self.shorthand(cx, node),
            Kind::ShorthandPropertyIdentifierPattern => self.shorthand_pattern(cx, node),
            Kind::String => self.string(cx, node),

            Kind::FunctionDeclaration | Kind::GeneratorFunctionDeclaration | Kind::FunctionSignature => {
                self.function_declaration(cx, node);
            }
            Kind::ArrowFunction | Kind::FunctionExpression | Kind::GeneratorFunction => self.function_value(cx, node),
            Kind::MethodDefinition => self.method_definition(cx, node),
            Kind::MethodSignature | Kind::AbstractMethodSignature => self.method_signature(cx, node),
            Kind::CallSignature | Kind::ConstructSignature | Kind::FunctionType | Kind::ConstructorType => {
                self.signature_scope(cx, node, None);
            }
            Kind::ClassDeclaration | Kind::AbstractClassDeclaration | Kind::Class => self.class(cx, node),
            Kind::PublicFieldDefinition | Kind::FieldDefinition => self.field(cx, node),
            Kind::ClassStaticBlock => self.static_block(cx),
            Kind::InterfaceDeclaration => self.interface(cx, node),
            Kind::TypeAliasDeclaration => self.type_alias(cx, node),
            Kind::PropertySignature => self.property_signature(cx, node),
            Kind::EnumDeclaration => self.enumeration(cx, node),
            Kind::EnumAssignment => self.enum_member(cx, node),
            Kind::Decorator => self.decorator(cx, node),

            Kind::Module | Kind::InternalModule => self.module(cx, node),
            Kind::AmbientDeclaration => self.ambient_declaration(cx, node),
            Kind::ImportStatement => return self.import_statement(cx, node),
            Kind::ImportAlias => return self.import_alias(cx, node),
            Kind::ExportStatement => return self.export_statement(cx, node),

            Kind::VariableDeclarator => self.declarator(cx, node),
            Kind::AssignmentExpression => self.assignment(cx, node),
            Kind::CallExpression => self.call(cx, node),
            Kind::SubscriptExpression => self.subscript(cx, node),
            Kind::Pair => self.pair(cx, node),
            Kind::AsExpression | Kind::SatisfiesExpression | Kind::TypeAssertion => self.cast(cx, node),

            Kind::StatementBlock => self.block(cx, node),
            Kind::ForStatement | Kind::SwitchBody => Self::block_scope(cx),
            Kind::ForInStatement => self.for_in(cx, node),
            Kind::CatchClause => self.catch(cx, node),
            Kind::IfStatement => self.narrow(cx, node),
            Kind::ReturnStatement => self.return_statement(cx, node),
            Kind::ConditionalType => self.conditional_type(cx),
            Kind::InferType => self.infer_type(cx, node),
            Kind::IndexSignature => self.index_signature(cx, node),
            _ => {}
        }
        Visit::Children
    }

    fn leave<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        match self.kind(node) {
            Kind::FunctionDeclaration
            | Kind::GeneratorFunctionDeclaration
            | Kind::ArrowFunction
            | Kind::FunctionExpression
            | Kind::GeneratorFunction
            | Kind::MethodDefinition => self.leave_function(cx, node),
            Kind::ClassDeclaration | Kind::AbstractClassDeclaration | Kind::Class => self.leave_owner(cx, node),
            Kind::AmbientDeclaration => self.ambient -= 1,
            Kind::ConditionalType => {
                self.conditionals.pop();
            }
            _ => {}
        }
    }

    fn finish(&mut self, cx: &mut Context<'_>) {
        self.mark_exports(cx);
    }
}
