//! Small questions about tree nodes that rules of several axes ask.

use tribunal_domain::Language;
use tribunal_syntax::tree::Node;

/// Nodes that open a function of their own.
const FUNCTIONS: &[&str] = &[
    "function_definition",
    "lambda",
    "function_item",
    "closure_expression",
    "method_declaration",
    "constructor_declaration",
    "lambda_expression",
    "function_declaration",
    "func_literal",
    "method_definition",
    "function_expression",
    "arrow_function",
    "generator_function",
    "generator_function_declaration",
    "class_definition",
    "class_declaration",
    "class",
];

/// Whether a node is a function, a lambda or a class.
pub(crate) fn opens_function(node: Node<'_>) -> bool {
    node.is_named() && FUNCTIONS.contains(&node.kind())
}

/// All nodes below one that are not in functions or classes nested in it.
pub(crate) fn own_nodes(node: Node<'_>) -> Vec<Node<'_>> {
    let mut walk = node.descendants();
    let mut nodes = Vec::new();
    walk.next();
    while let Some(inner) = walk.next() {
        nodes.push(inner);
        if opens_function(inner) {
            walk.leave_out();
        }
    }
    nodes
}

/// The function around a node.
pub(crate) fn function_around(node: Node<'_>) -> Option<Node<'_>> {
    node.ancestors().find(|node| opens_function(*node))
}

/// The name of a function's node.
pub(crate) fn function_name(node: Node<'_>) -> Option<&str> {
    node.field("name").map(Node::text)
}

/// What a call calls, as written; `None` if the node is no call.
pub(crate) fn callee(call: Node<'_>) -> Option<&str> {
    let part = match call.kind() {
        "call" | "call_expression" => call.field("function")?,
        "new_expression" => call.field("constructor")?,
        "object_creation_expression" => call.field("type")?,
        "macro_invocation" => call.field("macro")?,
        _ => return None,
    };
    Some(part.text())
}

/// The arguments of a call.
pub(crate) fn arguments(call: Node<'_>) -> Vec<Node<'_>> {
    call.field("arguments").map(Node::named_children).unwrap_or_default()
}

/// The value of a keyword argument (Python).
pub(crate) fn keyword<'t>(call: Node<'t>, name: &str) -> Option<Node<'t>> {
    arguments(call)
        .into_iter()
        .filter(|argument| argument.kind() == "keyword_argument")
        .find(|argument| argument.field("name").is_some_and(|it| it.text() == name))?
        .field("value")
}

/// Whether a value is written out: a literal without anything put into it.
pub(crate) fn is_literal(node: Node<'_>) -> bool {
    let literal = node.kind().contains("string")
        || node.kind().ends_with("literal")
        || matches!(
            node.kind(),
            "integer"
                | "float"
                | "number"
                | "true"
                | "false"
                | "none"
                | "null"
                | "nil"
                | "undefined"
                | "concatenated_string"
        );
    literal && !node.descendants().any(|inner| matches!(inner.kind(), "interpolation" | "template_substitution"))
}

/// Whether a value is a text that is written out, also in parts joined by `+`.
pub(crate) fn is_plain_text(node: Node<'_>) -> bool {
    match node.kind() {
        "binary_operator" | "binary_expression" => {
            let sides = [node.field("left"), node.field("right")];
            sides.iter().all(|side| side.is_some_and(is_literal))
        }
        "parenthesized_expression" => node.only_child().is_some_and(is_literal),
        _ => is_literal(node),
    }
}

/// Whether a Rust node stands in a test: below `#[test]` or `#[cfg(test)]`.
pub(crate) fn in_rust_test(node: Node<'_>) -> bool {
    node.tree().language() == Language::Rust
        && std::iter::once(node).chain(node.ancestors()).any(|outer| {
            matches!(outer.kind(), "function_item" | "mod_item" | "impl_item" | "macro_definition")
                && attributes(outer).iter().any(|text| text.contains("test") && !text.contains("not(test"))
        })
}

/// The attributes that stand before a Rust item.
pub(crate) fn attributes(item: Node<'_>) -> Vec<&str> {
    let before = std::iter::successors(item.previous_named(), |node| node.previous_named());
    before
        .take_while(|node| node.kind() == "attribute_item" || node.is_comment())
        .filter(|node| node.kind() == "attribute_item")
        .map(Node::text)
        .collect()
}

/// Whether a comment stands on the line before a node or after it.
pub(crate) fn has_remark_beside(node: Node<'_>) -> bool {
    let beside =
        |other: Option<Node<'_>>| other.is_some_and(|it| it.is_comment() && it.line().abs_diff(node.line()) <= 1);
    beside(node.previous_named()) || beside(node.next_named())
}

/// Whether a declaration of Java has a modifier or annotation that holds a word.
pub(crate) fn has_modifier(declaration: Node<'_>, word: &str) -> bool {
    declaration.named_children().first().is_some_and(|it| it.kind() == "modifiers" && it.text().contains(word))
}
