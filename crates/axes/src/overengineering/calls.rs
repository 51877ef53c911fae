//! Calls of a file's own functions with their arguments, as far as those are literals.

use crate::practice_shape::is_literal;
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use tribunal_domain::facts::{FileFacts, Position};
use tribunal_syntax::tree::{Node, Tree};

/// One call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    /// Where the name of what is called stands.
    pub at: Position,
    /// The arguments: the keyword, if there is one, and the text, if it is a literal.
    pub arguments: Vec<(Option<String>, Option<String>)>,
    /// An unknown number of arguments is handed over (`*args`, `...rest`).
    pub open: bool,
}

/// Calls of functions that the file defines.
pub(crate) fn calls(tree: &Tree, facts: &FileFacts) -> Vec<Call> {
    let functions = facts.symbols.iter().filter(|it| it.measures.is_some());
    let own: FxHashSet<&str> = functions.map(|it| facts.text(it.name)).collect();
    let mut found = Vec::new();
    for node in tree.root().descendants() {
        if !matches!(node.kind(), "call" | "call_expression" | "method_invocation") {
            continue;
        }
        if let Some(name) = called_name(node).filter(|name| own.contains(name.text())) {
            found.push(call(node, name));
        }
    }
    found
}

fn called_name(call: Node<'_>) -> Option<Node<'_>> {
    let callee = call.field("function").or_else(|| call.field("name"))?;
    match callee.kind() {
        "identifier" => Some(callee),
        "attribute" => callee.field("attribute"),
        "member_expression" => callee.field("property"),
        "field_expression" | "selector_expression" => callee.field("field"),
        "scoped_identifier" => callee.field("name"),
        _ => None,
    }
}

fn call(node: Node<'_>, name: Node<'_>) -> Call {
    let arguments = node.field("arguments").map(Node::named_children).unwrap_or_default();
    let open = arguments.iter().any(|it| {
        matches!(
            it.kind(),
            "list_splat" | "dictionary_splat" | "spread_element" | "generator_expression" | "variadic_argument"
        )
    });
    let literal = |it: Node<'_>| is_literal(it).then(|| it.text().to_owned());
    let read = |it: &Node<'_>| match it.kind() {
        "keyword_argument" => {
            (it.field("name").map(|name| name.text().to_owned()), it.field("value").and_then(literal))
        }
        _ => (None, literal(*it)),
    };
    Call { at: name.span().start, arguments: arguments.iter().map(read).collect(), open }
}
