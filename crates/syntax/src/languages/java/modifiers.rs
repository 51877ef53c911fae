//! Modifiers and annotations of a declaration.

use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{ScopeKind, Symbol, SymbolFlags, SymbolKind, Visibility};

/// Annotations that make a method a test, a fixture or part of one (`JUnit` 4 and 5, `TestNG`).
const TEST_METHODS: &[&str] = &[
    "Test",
    "ParameterizedTest",
    "RepeatedTest",
    "TestFactory",
    "TestTemplate",
    "Theory",
    "Before",
    "After",
    "BeforeClass",
    "AfterClass",
    "BeforeEach",
    "AfterEach",
    "BeforeAll",
    "AfterAll",
    "BeforeMethod",
    "AfterMethod",
    "BeforeSuite",
    "AfterSuite",
    "DataProvider",
    "DataPoint",
    "DataPoints",
    "Parameters",
    "Rule",
    "ClassRule",
];

/// The same for fields.
const TEST_FIELDS: &[&str] = &["Rule", "ClassRule", "DataPoint", "DataPoints", "RegisterExtension", "TempDir"];

/// The same for classes.
const TEST_CLASSES: &[&str] = &["RunWith", "ExtendWith", "Nested"];

/// The modifiers of one declaration, read once.
#[derive(Default)]
pub(super) struct Modifiers<'t> {
    /// The node, if there is one.
    pub node: Option<Node<'t>>,
    /// The declared visibility.
    pub visibility: Option<Visibility>,
    /// `static`.
    pub is_static: bool,
    /// `abstract`.
    pub is_abstract: bool,
    /// `final`.
    pub is_final: bool,
    /// `native`.
    pub is_native: bool,
    annotations: Vec<Node<'t>>,
}

impl<'t> Modifiers<'t> {
    /// The modifiers of the declaration `node`.
    pub fn of(node: Node<'t>) -> Self {
        let mut cursor = node.walk();
        let found = node.children(&mut cursor).find(|child| !child.is_extra()).filter(|c| c.kind() == "modifiers");
        let mut this = Self { node: found, ..Self::default() };
        let Some(modifiers) = found else {
            return this;
        };
        for child in modifiers.children(&mut modifiers.walk()) {
            match child.kind() {
                "public" => this.visibility = Some(Visibility::Public),
                "protected" => this.visibility = Some(Visibility::Protected),
                "private" => this.visibility = Some(Visibility::Private),
                "static" => this.is_static = true,
                "abstract" => this.is_abstract = true,
                "final" => this.is_final = true,
                "native" => this.is_native = true,
                "annotation" | "marker_annotation" => this.annotations.push(child),
                _ => {}
            }
        }
        this
    }

    /// Where the declaration goes on after the annotations it begins with.
    pub fn head_start(&self, declaration: Node<'t>) -> usize {
        let Some(modifiers) = self.node else { return declaration.start_byte() };
        let is_annotation = |child: &Node<'_>| child.is_extra() || child.kind().ends_with("annotation");
        let kept = modifiers.children(&mut modifiers.walk()).find(|child| !is_annotation(child));
        kept.map_or(modifiers.end_byte(), |child| child.start_byte())
    }

    /// Writes visibility, flags and attributes into `symbol`; `default` holds where no visibility is declared.
    pub fn apply(&self, cx: &mut Context<'t>, symbol: &mut Symbol, default: Visibility) {
        symbol.visibility = self.visibility.unwrap_or(default);
        if symbol.visibility == Visibility::Public && !is_local(cx) {
            symbol.flags.set(SymbolFlags::EXPORTED);
        }
        if self.is_static {
            symbol.flags.set(SymbolFlags::STATIC);
        }
        if self.is_abstract {
            symbol.flags.set(SymbolFlags::ABSTRACT);
        }
        for annotation in &self.annotations {
            let text = cx.text(*annotation).trim_start_matches('@').trim_start();
            let name = text.split(['(', ' ', '\n', '\r', '\t']).next().unwrap_or_default();
            let simple = name.rsplit('.').next().unwrap_or_default();
            if simple == "Override" {
                symbol.flags.set(SymbolFlags::OVERRIDE);
            }
            if marks_test(symbol.kind, simple) {
                symbol.flags.set(SymbolFlags::TEST);
            }
            let attribute = cx.intern(text);
            symbol.attributes.push(attribute);
        }
    }
}

fn marks_test(kind: SymbolKind, annotation: &str) -> bool {
    let annotations = match kind {
        SymbolKind::Method => TEST_METHODS,
        SymbolKind::Class => TEST_CLASSES,
        _ => TEST_FIELDS,
    };
    annotations.contains(&annotation)
}

/// What a declaration without visibility gets: interface members are public, everything else is the package's.
pub(super) fn default_visibility(cx: &Context<'_>) -> Visibility {
    match cx.parent_kind() {
        "interface_body" | "annotation_type_body" => Visibility::Public,
        "class_body" | "enum_body" | "enum_body_declarations" | "program" => Visibility::Internal,
        _ => Visibility::Private,
    }
}

/// Whether no other file can name what is declared here: inside a method or an anonymous class.
fn is_local(cx: &Context<'_>) -> bool {
    let mut at = Some(cx.scope());
    while let Some(scope) = at {
        let scope = &cx.facts.scopes[scope.ix()];
        let anonymous = scope.kind == ScopeKind::Class && scope.owner.is_none();
        if anonymous || matches!(scope.kind, ScopeKind::Function | ScopeKind::Block) {
            return true;
        }
        at = scope.parent;
    }
    false
}
