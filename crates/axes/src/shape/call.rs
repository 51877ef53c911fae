//! Calls: what is called, on what, with what.

use super::expression::bare;
use tribunal_syntax::tree::Node;

/// The kinds of node that [`call`] reads.
const CALLS: &[&str] = &["call", "call_expression", "method_invocation"];

/// A call.
#[derive(Clone)]
pub(crate) struct Call<'t> {
    /// What stands before the last dot or `::`.
    pub receiver: Option<Node<'t>>,
    /// The name that is called.
    pub name: &'t str,
    /// Where that name stands.
    pub name_node: Node<'t>,
    /// The arguments, keywords and spreads included.
    pub arguments: Vec<Node<'t>>,
}

impl Call<'_> {
    /// Whether it is `receiver.name`, with a receiver of exactly this text.
    pub fn is(&self, receiver: &str, name: &str) -> bool {
        self.name == name && self.receiver.is_some_and(|node| node.text() == receiver)
    }

    /// The receiver and name as they are written, without white space.
    pub fn path(&self) -> String {
        match self.receiver {
            Some(receiver) => format!("{}.{}", receiver.tokens().concat(), self.name),
            None => self.name.to_owned(),
        }
    }
}

/// The call a node is, if what it calls has a name.
pub(crate) fn call(node: Node<'_>) -> Option<Call<'_>> {
    let arguments = node.field("arguments")?;
    if node.kind() == "method_invocation" {
        let name_node = node.field("name")?;
        return Some(Call {
            receiver: node.field("object"),
            name: name_node.text(),
            name_node,
            arguments: arguments.named_children(),
        });
    }
    if !CALLS.contains(&node.kind()) || !matches!(arguments.kind(), "argument_list" | "arguments") {
        return None;
    }
    let (receiver, name_node) = callee(bare(node.field("function")?))?;
    Some(Call { receiver, name: name_node.text(), name_node, arguments: arguments.named_children() })
}

/// Fields that hold the two halves of a dotted name, grammar by grammar.
const HALVES: &[(&str, &str)] = &[
    ("object", "attribute"),
    ("object", "property"),
    ("value", "field"),
    ("operand", "field"),
    ("argument", "field"),
    ("path", "name"),
    ("scope", "name"),
];

fn callee(function: Node<'_>) -> Option<(Option<Node<'_>>, Node<'_>)> {
    let function = match function.kind() {
        "generic_function" => function.field("function")?,
        _ => function,
    };
    if function.kind() == "identifier" {
        return Some((None, function));
    }
    HALVES.iter().find_map(|(before, after)| Some((Some(function.field(before)?), function.field(after)?)))
}
