//! Node kinds of all grammars, as far as duplication has to tell them apart.

use tribunal_domain::facts::{FileFacts, Symbol, SymbolFlags};
use tribunal_syntax::tree::Node;

/// Kinds that are statements wherever they stand, beside those whose names say so.
const UNITS: &[&str] = &[
    "let_declaration",
    "local_variable_declaration",
    "short_var_declaration",
    "lexical_declaration",
    "jsx_element",
    "jsx_self_closing_element",
];

/// Kinds that are one way of a statement that has several; units too.
const BRANCHES: &[&str] = &[
    "match_arm",
    "switch_case",
    "switch_default",
    "case_clause",
    "expression_case",
    "default_case",
    "type_case",
    "communication_case",
    "switch_block_statement_group",
    "switch_rule",
    "when_entry",
    "when",
    "else_clause",
    "elif_clause",
    "else_if_clause",
    "except_clause",
    "except_group_clause",
    "finally_clause",
    "catch_clause",
    "elsif",
    "rescue",
];

/// Kinds whose children are statements or members, beside those whose names say so.
const BLOCKS: &[&str] = &[
    "block",
    "body",
    "compound_statement",
    "statement_block",
    "statement_list",
    "statements",
    "then",
    "else",
    "do",
    "do_group",
    "ensure",
    "subshell",
    "module",
    "program",
    "source_file",
    "translation_unit",
    "compilation_unit",
    "chunk",
];

/// Literals; a string with code inside of it is read like any other node.
const LITERALS: &[&str] = &[
    "string",
    "integer",
    "float",
    "number",
    "string_literal",
    "raw_string_literal",
    "verbatim_string_literal",
    "interpreted_string_literal",
    "char_literal",
    "integer_literal",
    "float_literal",
    "decimal_integer_literal",
    "hex_integer_literal",
    "decimal_floating_point_literal",
    "character_literal",
    "rune_literal",
    "int_literal",
    "imaginary_literal",
    "real_literal",
    "number_literal",
    "encapsed_string",
    "template_string",
    "concatenated_string",
    "regex",
    "raw_string",
    "string_content",
    "string_fragment",
    "heredoc_body",
    "jsx_text",
    "simple_symbol",
    "true",
    "false",
    "boolean_literal",
    "boolean",
];

/// What stands in a string and is code.
const INTERPOLATIONS: &[&str] = &[
    "interpolation",
    "template_substitution",
    "simple_expansion",
    "expansion",
    "command_substitution",
    "interpolated_expression",
    "interpolated_identifier",
];

/// Nodes of a literal that are looked at for code inside of it.
const LOOK: usize = 400;

/// Whether a node is a unit of its own.
pub(super) fn is_unit(node: Node<'_>, kind: &str, parent: &str) -> bool {
    is_block(parent)
        || kind.ends_with("_statement")
        || UNITS.contains(&kind)
        || is_branch(kind, parent)
        || (parent == "arrow_function" && node.next().is_none())
}

/// Whether a node of this kind below that one is one way of a statement that has several: `case`, `else`, `else if`.
pub(super) fn is_branch(kind: &str, parent: &str) -> bool {
    BRANCHES.contains(&kind) || (kind.starts_with("if_") && (kind == parent || BRANCHES.contains(&parent)))
}

/// Whether a node makes an element of a page: a call in other words.
pub(super) fn is_element(kind: &str) -> bool {
    kind.starts_with("jsx_") && kind.ends_with("element")
}

/// Whether the children of a node are units.
pub(super) fn is_block(kind: &str) -> bool {
    BLOCKS.contains(&kind)
        || kind.ends_with("_block")
        || kind.ends_with("_body")
        || kind.ends_with("body_statement")
        || kind.ends_with("declaration_list")
}

/// Whether a node only brings names in.
pub(super) fn is_import(kind: &str) -> bool {
    kind.starts_with("import_")
        || matches!(
            kind,
            "import"
                | "future_import_statement"
                | "use_declaration"
                | "preproc_include"
                | "using_directive"
                | "namespace_use_declaration"
                | "package_clause"
                | "package_declaration"
                | "package_header"
                | "extern_crate_declaration"
                | "mod_item_declaration"
        )
}

/// Whether a node is a literal, or a string without code in it.
pub(super) fn is_literal(node: Node<'_>, kind: &str) -> bool {
    node.is_named()
        && LITERALS.contains(&kind)
        && (node.is_leaf() || !node.descendants().take(LOOK).any(|below| INTERPOLATIONS.contains(&below.kind())))
}

/// Whether a definition is a test, or holds tests.
pub(super) fn is_test(facts: &FileFacts, symbol: &Symbol) -> bool {
    symbol.flags.has(SymbolFlags::TEST)
        || symbol.attributes.iter().any(|attribute| facts.text(*attribute).replace(' ', "").contains("cfg(test)"))
}

/// Tokens of a unit, as they are hashed, that are punctuation.
pub(super) fn punctuation(hashed: &[u8]) -> usize {
    let mut tokens = hashed.split(|byte| *byte == 0).skip(1);
    let signs = tokens.by_ref().filter(|token| !token.is_empty() && token.iter().all(u8::is_ascii_punctuation));
    signs.count()
}

/// `break` and `continue`.
pub(super) fn is_loop_jump(kind: &str) -> bool {
    matches!(kind, "break_statement" | "continue_statement" | "break_expression" | "continue_expression")
}

/// What such a jump may leave or go on with.
pub(super) fn is_loop(kind: &str) -> bool {
    ["for_", "while_", "do_", "loop_", "switch_", "enhanced_for", "expression_switch", "type_switch", "select_"]
        .iter()
        .any(|start| kind.starts_with(start))
}
