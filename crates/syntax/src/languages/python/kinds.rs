//! The node kinds and fields of the grammar that matter here, looked up once by number instead of by name each time.

use std::sync::OnceLock;
use tree_sitter::Node;

macro_rules! named {
    ($(#[$doc:meta])* $enum:ident { $($variant:ident = $name:literal,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(super) enum $enum { $($variant,)* }

        impl $enum {
            const ALL: &'static [(&'static str, Self)] = &[$(($name, Self::$variant)),*];
        }
    };
}

named! {
    /// A named node kind; everything else is `Other`.
    Kind {
        Other = "",
        AsPattern = "as_pattern",
        AsPatternTarget = "as_pattern_target",
        Assignment = "assignment",
        Attribute = "attribute",
        AugmentedAssignment = "augmented_assignment",
        Await = "await",
        BinaryOperator = "binary_operator",
        BooleanOperator = "boolean_operator",
        Call = "call",
        CaseClause = "case_clause",
        CasePattern = "case_pattern",
        ClassDefinition = "class_definition",
        ClassPattern = "class_pattern",
        Comment = "comment",
        Comparison = "comparison_operator",
        ConcatenatedString = "concatenated_string",
        Conditional = "conditional_expression",
        ConstrainedType = "constrained_type",
        DecoratedDefinition = "decorated_definition",
        Decorator = "decorator",
        DefaultParameter = "default_parameter",
        DeleteStatement = "delete_statement",
        DictPattern = "dict_pattern",
        Dictionary = "dictionary",
        DictionaryComprehension = "dictionary_comprehension",
        DictionarySplatPattern = "dictionary_splat_pattern",
        DottedName = "dotted_name",
        ElifClause = "elif_clause",
        Ellipsis = "ellipsis",
        ExceptClause = "except_clause",
        ExpressionList = "expression_list",
        ExpressionStatement = "expression_statement",
        False = "false",
        Float = "float",
        ForInClause = "for_in_clause",
        ForStatement = "for_statement",
        FunctionDefinition = "function_definition",
        FutureImport = "future_import_statement",
        GeneratorExpression = "generator_expression",
        GenericType = "generic_type",
        GlobalStatement = "global_statement",
        Identifier = "identifier",
        IfStatement = "if_statement",
        ImportFrom = "import_from_statement",
        ImportStatement = "import_statement",
        Integer = "integer",
        KeywordArgument = "keyword_argument",
        KeywordPattern = "keyword_pattern",
        KeywordSeparator = "keyword_separator",
        Lambda = "lambda",
        List = "list",
        ListComprehension = "list_comprehension",
        ListPattern = "list_pattern",
        ListSplat = "list_splat",
        ListSplatPattern = "list_splat_pattern",
        MemberType = "member_type",
        Module = "module",
        NamedExpression = "named_expression",
        None = "none",
        NonlocalStatement = "nonlocal_statement",
        NotOperator = "not_operator",
        Parenthesized = "parenthesized_expression",
        PatternList = "pattern_list",
        ReturnStatement = "return_statement",
        Set = "set",
        SetComprehension = "set_comprehension",
        Slice = "slice",
        SplatPattern = "splat_pattern",
        SplatType = "splat_type",
        String = "string",
        StringContent = "string_content",
        Subscript = "subscript",
        True = "true",
        Tuple = "tuple",
        TuplePattern = "tuple_pattern",
        Type = "type",
        TypeAliasStatement = "type_alias_statement",
        TypeParameter = "type_parameter",
        TypedDefaultParameter = "typed_default_parameter",
        TypedParameter = "typed_parameter",
        UnaryOperator = "unary_operator",
        UnionPattern = "union_pattern",
        UnionType = "union_type",
        WildcardImport = "wildcard_import",
        WithItem = "with_item",
        Yield = "yield",
    }
}

named! {
    /// A field of a node.
    Field {
        Alias = "alias",
        Arguments = "arguments",
        Attribute = "attribute",
        Body = "body",
        Condition = "condition",
        Consequence = "consequence",
        Function = "function",
        Left = "left",
        ModuleName = "module_name",
        Name = "name",
        Object = "object",
        Operator = "operator",
        Parameters = "parameters",
        ReturnType = "return_type",
        Right = "right",
        Subject = "subject",
        Superclasses = "superclasses",
        Type = "type",
        TypeParameters = "type_parameters",
        Value = "value",
    }
}

struct Tables {
    kinds: Vec<Kind>,
    fields: Vec<u16>,
}

fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| {
        let grammar = tree_sitter::Language::from(tree_sitter_python::LANGUAGE);
        let kind_of = |id: u16| {
            let name = grammar.node_kind_for_id(id).filter(|_| grammar.node_kind_is_named(id));
            Kind::ALL.iter().find(|(known, _)| Some(*known) == name).map_or(Kind::Other, |&(_, kind)| kind)
        };
        let field_of = |name: &str| grammar.field_id_for_name(name).map_or(u16::MAX, std::num::NonZero::get);
        Tables {
            kinds: (0..grammar.node_kind_count() as u16).map(kind_of).collect(),
            fields: Field::ALL.iter().map(|(name, _)| field_of(name)).collect(),
        }
    })
}

/// The kind of a node.
pub(super) fn kind(node: Node<'_>) -> Kind {
    tables().kinds.get(node.kind_id() as usize).copied().unwrap_or(Kind::Other)
}

/// The first child of `node` in this field.
pub(super) fn child(node: Node<'_>, field: Field) -> Option<Node<'_>> {
    node.child_by_field_id(tables().fields[field as usize])
}

/// The named children of a node without comments.
pub(super) fn parts(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).filter(|part| kind(*part) != Kind::Comment).collect()
}

/// The first named child that is not a comment.
pub(super) fn first_part(node: Node<'_>) -> Option<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).find(|part| kind(*part) != Kind::Comment)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_and_field_is_in_the_grammar() {
        let grammar = tree_sitter::Language::from(tree_sitter_python::LANGUAGE);
        for (name, _) in Kind::ALL.iter().skip(1) {
            assert_ne!(grammar.id_for_node_kind(name, true), 0, "{name}");
        }
        for (name, _) in Field::ALL {
            assert!(grammar.field_id_for_name(name).is_some(), "{name}");
        }
    }
}
