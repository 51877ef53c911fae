//! Functions: their own code without that of functions inside of them, and the names of their parameters.

use tribunal_syntax::tree::Node;

/// The kinds of node that are functions.
pub(crate) const FUNCTIONS: &[&str] = &[
    "function_definition",
    "lambda",
    "function_declaration",
    "function_expression",
    "generator_function",
    "generator_function_declaration",
    "arrow_function",
    "method_definition",
    "function_item",
    "closure_expression",
    "async_block",
    "method_declaration",
    "func_literal",
    "constructor_declaration",
    "lambda_expression",
];

/// Whether a node is a function.
pub(crate) fn is_function(node: Node<'_>) -> bool {
    FUNCTIONS.contains(&node.kind())
}

/// Everything below a node that runs with it: functions inside are given, what is in them is not.
pub(crate) fn own(node: Node<'_>) -> Vec<Node<'_>> {
    let mut walk = node.descendants();
    let mut found = Vec::new();
    while let Some(inner) = walk.next() {
        found.push(inner);
        if inner != node && (is_function(inner) || inner.kind().contains("class_")) {
            walk.leave_out();
        }
    }
    found
}

/// The names of the parameters that are plain names, without the receiver.
pub(crate) fn parameters(function: Node<'_>) -> Vec<Node<'_>> {
    if let Some(single) = function.field("parameter") {
        return vec![single];
    }
    let Some(list) = function.field("parameters") else { return Vec::new() };
    list.named_children().into_iter().flat_map(parameter_names).collect()
}

fn parameter_names(parameter: Node<'_>) -> Vec<Node<'_>> {
    match parameter.kind() {
        "identifier" => vec![parameter],
        "parameter_declaration" => parameter.fields("name"),
        _ => {
            let found = ["name", "pattern", "left"].iter().find_map(|name| parameter.field(name));
            let first = || parameter.named_children().into_iter().next();
            found.or_else(first).filter(|name| name.kind() == "identifier").into_iter().collect()
        }
    }
}

/// Calls that hold tests, in the usual frameworks of JavaScript.
const TEST_CALLS: &[&str] = &["it", "test", "describe", "beforeEach", "afterEach", "beforeAll", "afterAll", "bench"];

/// Whether a node stands in a test, by the name or mark of a function around it.
pub(crate) fn is_in_test(node: Node<'_>) -> bool {
    node.ancestors().any(|above| match above.kind() {
        "call_expression" => above.field("function").is_some_and(|callee| {
            let name = callee.text().split(['.', '(']).next().unwrap_or_default();
            TEST_CALLS.contains(&name)
        }),
        kind if FUNCTIONS.contains(&kind) => {
            above.field("name").is_some_and(|name| {
                let name = name.text();
                name.starts_with("test") || name.starts_with("Test") || name == "setUp" || name == "tearDown"
            }) || has_test_mark(above)
        }
        "mod_item" => has_test_mark(above),
        _ => false,
    })
}

/// `@Test`, `#[test]`, `#[cfg(test)]`.
fn has_test_mark(node: Node<'_>) -> bool {
    let mark = |node: Node<'_>| node.text().contains("Test") || node.text().contains("test");
    let before = node.previous_named().filter(|before| before.kind() == "attribute_item");
    let inside = node.named_children().into_iter().find(|child| child.kind() == "modifiers");
    before.is_some_and(mark) || inside.is_some_and(mark)
}
