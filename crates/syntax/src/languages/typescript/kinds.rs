//! Node kinds as an enum: one table lookup per node instead of comparing names.

use tree_sitter::{Language, Node};

macro_rules! kinds {
    ($($variant:ident = $name:literal,)*) => {
        /// The named node kinds that mean something to the extractor.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(super) enum Kind { Other, $($variant,)* }

        fn of_name(name: &str) -> Kind {
            match name { $($name => Kind::$variant,)* _ => Kind::Other }
        }
    };
}

kinds! {
    AbstractClassDeclaration = "abstract_class_declaration",
    AbstractMethodSignature = "abstract_method_signature",
    AmbientDeclaration = "ambient_declaration",
    Array = "array",
    ArrayPattern = "array_pattern",
    ArrayType = "array_type",
    ArrowFunction = "arrow_function",
    AsExpression = "as_expression",
    Asserts = "asserts",
    AssertsAnnotation = "asserts_annotation",
    AssignmentExpression = "assignment_expression",
    AssignmentPattern = "assignment_pattern",
    AugmentedAssignmentExpression = "augmented_assignment_expression",
    AwaitExpression = "await_expression",
    BinaryExpression = "binary_expression",
    CallExpression = "call_expression",
    CallSignature = "call_signature",
    CatchClause = "catch_clause",
    Class = "class",
    ClassBody = "class_body",
    ClassDeclaration = "class_declaration",
    ClassHeritage = "class_heritage",
    ClassStaticBlock = "class_static_block",
    Comment = "comment",
    ConditionalType = "conditional_type",
    ConstructSignature = "construct_signature",
    ConstructorType = "constructor_type",
    Decorator = "decorator",
    EnumAssignment = "enum_assignment",
    EnumBody = "enum_body",
    EnumDeclaration = "enum_declaration",
    ExportClause = "export_clause",
    ExportStatement = "export_statement",
    ExtendsClause = "extends_clause",
    ExtendsTypeClause = "extends_type_clause",
    False = "false",
    FieldDefinition = "field_definition",
    FlowMaybeType = "flow_maybe_type",
    ForInStatement = "for_in_statement",
    ForStatement = "for_statement",
    FormalParameters = "formal_parameters",
    FunctionDeclaration = "function_declaration",
    FunctionExpression = "function_expression",
    FunctionSignature = "function_signature",
    FunctionType = "function_type",
    GeneratorFunction = "generator_function",
    GeneratorFunctionDeclaration = "generator_function_declaration",
    GenericType = "generic_type",
    Identifier = "identifier",
    IfStatement = "if_statement",
    ImplementsClause = "implements_clause",
    Import = "import",
    ImportAlias = "import_alias",
    ImportClause = "import_clause",
    ImportRequireClause = "import_require_clause",
    ImportSpecifier = "import_specifier",
    ImportStatement = "import_statement",
    IndexSignature = "index_signature",
    InferType = "infer_type",
    InstantiationExpression = "instantiation_expression",
    InterfaceBody = "interface_body",
    InterfaceDeclaration = "interface_declaration",
    InternalModule = "internal_module",
    IntersectionType = "intersection_type",
    JsxAttribute = "jsx_attribute",
    JsxClosingElement = "jsx_closing_element",
    JsxNamespaceName = "jsx_namespace_name",
    JsxOpeningElement = "jsx_opening_element",
    JsxSelfClosingElement = "jsx_self_closing_element",
    LexicalDeclaration = "lexical_declaration",
    LiteralType = "literal_type",
    LookupType = "lookup_type",
    MappedTypeClause = "mapped_type_clause",
    MemberExpression = "member_expression",
    MethodDefinition = "method_definition",
    MethodSignature = "method_signature",
    Module = "module",
    NamedImports = "named_imports",
    NamespaceExport = "namespace_export",
    NamespaceImport = "namespace_import",
    NestedIdentifier = "nested_identifier",
    NestedTypeIdentifier = "nested_type_identifier",
    NewExpression = "new_expression",
    NonNullExpression = "non_null_expression",
    Null = "null",
    Number = "number",
    Object = "object",
    ObjectAssignmentPattern = "object_assignment_pattern",
    ObjectPattern = "object_pattern",
    ObjectType = "object_type",
    OptionalParameter = "optional_parameter",
    OptionalType = "optional_type",
    Pair = "pair",
    PairPattern = "pair_pattern",
    ParenthesizedExpression = "parenthesized_expression",
    ParenthesizedType = "parenthesized_type",
    PredefinedType = "predefined_type",
    PrivatePropertyIdentifier = "private_property_identifier",
    PropertyIdentifier = "property_identifier",
    PropertySignature = "property_signature",
    PublicFieldDefinition = "public_field_definition",
    ReadonlyType = "readonly_type",
    Regex = "regex",
    RequiredParameter = "required_parameter",
    RestPattern = "rest_pattern",
    RestType = "rest_type",
    ReturnStatement = "return_statement",
    SatisfiesExpression = "satisfies_expression",
    SequenceExpression = "sequence_expression",
    ShorthandPropertyIdentifier = "shorthand_property_identifier",
    ShorthandPropertyIdentifierPattern = "shorthand_property_identifier_pattern",
    SpreadElement = "spread_element",
    StatementBlock = "statement_block",
    String = "string",
    SubscriptExpression = "subscript_expression",
    Super = "super",
    SwitchBody = "switch_body",
    TemplateLiteralType = "template_literal_type",
    TemplateString = "template_string",
    TernaryExpression = "ternary_expression",
    This = "this",
    ThisType = "this_type",
    True = "true",
    TupleType = "tuple_type",
    TypeAliasDeclaration = "type_alias_declaration",
    TypeAnnotation = "type_annotation",
    TypeArguments = "type_arguments",
    TypeAssertion = "type_assertion",
    TypeIdentifier = "type_identifier",
    TypeParameter = "type_parameter",
    TypePredicate = "type_predicate",
    TypePredicateAnnotation = "type_predicate_annotation",
    TypeQuery = "type_query",
    UnaryExpression = "unary_expression",
    Undefined = "undefined",
    UnionType = "union_type",
    UpdateExpression = "update_expression",
    UsingDeclaration = "using_declaration",
    VariableDeclaration = "variable_declaration",
    VariableDeclarator = "variable_declarator",
}

impl Kind {
    /// A function written as an expression.
    pub fn is_function_value(self) -> bool {
        matches!(self, Self::ArrowFunction | Self::FunctionExpression | Self::GeneratorFunction)
    }

    /// A class, declared or written as an expression.
    pub fn is_class(self) -> bool {
        matches!(self, Self::Class | Self::ClassDeclaration | Self::AbstractClassDeclaration)
    }

    /// A node whose body block shares its scope.
    pub fn scopes_its_block(self) -> bool {
        self.is_function_value()
            || matches!(
                self,
                Self::FunctionDeclaration
                    | Self::GeneratorFunctionDeclaration
                    | Self::MethodDefinition
                    | Self::CatchClause
                    | Self::ClassStaticBlock
                    | Self::Module
                    | Self::InternalModule
                    | Self::AmbientDeclaration
            )
    }
}

/// What each kind number of a grammar means; anonymous tokens mean nothing.
pub(super) fn table(grammar: &Language) -> Vec<Kind> {
    let kind = |id: u16| {
        if grammar.node_kind_is_named(id) {
            of_name(grammar.node_kind_for_id(id).unwrap_or_default())
        } else {
            Kind::Other
        }
    };
    (0..grammar.node_kind_count() as u16).map(kind).collect()
}

/// The named children, comments left out.
pub(super) fn children(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).filter(|child| !child.is_extra()).collect()
}

/// The first named child that is no comment.
pub(super) fn first_child(node: Node<'_>) -> Option<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).find(|child| !child.is_extra())
}

/// The last named child that is no comment.
pub(super) fn last_child(node: Node<'_>) -> Option<Node<'_>> {
    children(node).pop()
}

/// Whether the keyword or operator `token` stands directly in `node`.
pub(super) fn has_token(node: Node<'_>, token: &str) -> bool {
    let mut cursor = node.walk();
    node.children(&mut cursor).any(|child| child.kind() == token)
}

/// What is spread into an object literal: the `x` of `{ ...x }`.
pub(super) fn spread_values(object: Node<'_>) -> Vec<Node<'_>> {
    children(object).into_iter().filter(|child| child.kind() == "spread_element").filter_map(first_child).collect()
}
