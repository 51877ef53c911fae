//! What a test is, in the usual frameworks of each language.

use crate::practice_shape::{arguments, attributes, callee, function_name};
use crate::shape::is_string;
use tribunal_domain::Language;
use tribunal_syntax::tree::Node;

/// Whether a call of a script's framework has a title and a function: `it.only("adds", () => …)`.
pub(super) fn is_titled(call: Node<'_>) -> bool {
    let function = |it: Node<'_>| matches!(it.kind(), "arrow_function" | "function_expression");
    matches!(arguments(call)[..], [title, body, ..] if is_string(title) && function(body))
}

/// The name and body of a test.
pub(super) fn test_of(language: Language, node: Node<'_>) -> Option<(String, Node<'_>)> {
    let named =
        |prefix: &str| function_name(node).filter(|name| name.starts_with(prefix)).map(|name| format!("`{name}`"));
    let body = node.field("body");
    match (language, node.kind()) {
        (Language::Python, "function_definition") => Some((named("test_")?, body?)),
        (Language::Go, "function_declaration") => {
            let testing = node.field("parameters").is_some_and(|it| it.text().contains("*testing.T)"));
            Some((named("Test").filter(|_| testing)?, body?))
        }
        (Language::Rust, "function_item") => {
            let marks = attributes(node);
            let test =
                marks.iter().any(|it| it.contains("test]")) && !marks.iter().any(|it| it.contains("should_panic"));
            Some((named("").filter(|_| test)?, body?))
        }
        (Language::Java, "method_declaration") => {
            let marks = node.named_children().into_iter().find(|it| it.kind() == "modifiers")?;
            let test = marks.text().split_whitespace().any(|it| it == "@Test");
            Some((named("").filter(|_| test)?, body?))
        }
        (_, "call_expression") => {
            let called = matches!(callee(node)?, "it" | "test");
            let [title, function] = arguments(node)[..] else { return None };
            let function = matches!(function.kind(), "arrow_function" | "function_expression").then_some(function)?;
            (called && title.kind() == "string").then_some((title.text().to_owned(), function))
        }
        _ => None,
    }
}
