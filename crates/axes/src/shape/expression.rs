//! Operations and what is known of an expression without running it.

use super::literal::is_string;
use tribunal_syntax::tree::Node;

/// The kinds of node that [`binary`] reads.
pub(crate) const BINARIES: &[&str] =
    &["binary_expression", "binary_operator", "boolean_operator", "comparison_operator"];

/// Nodes that may give something else the second time, or change something.
const LIVELY: &[&str] = &[
    "call",
    "call_expression",
    "method_invocation",
    "macro_invocation",
    "new_expression",
    "object_creation_expression",
    "update_expression",
    "assignment_expression",
    "augmented_assignment_expression",
    "compound_assignment_expr",
    "named_expression",
    "await",
    "await_expression",
    "yield",
    "yield_expression",
    "template_substitution",
];

/// A tree of operators is not followed further than this: no condition a person writes is longer.
const OPERAND_CAP: usize = 64;

/// Two operands and what stands between them.
#[derive(Clone, Copy)]
pub(crate) struct Binary<'t> {
    /// The first operand.
    pub left: Node<'t>,
    /// The operator as written.
    pub operator: &'t str,
    /// The second operand.
    pub right: Node<'t>,
}

impl<'t> Binary<'t> {
    /// The operand that is not the one for which `is` holds, and that one.
    pub fn other_than(self, is: impl Fn(Node<'t>) -> bool) -> Option<(Node<'t>, Node<'t>)> {
        match (is(self.left), is(self.right)) {
            (false, true) => Some((self.left, self.right)),
            (true, false) => Some((self.right, self.left)),
            _ => None,
        }
    }

    /// The same comparison read from right to left.
    pub fn flipped(self) -> Self {
        let operator = match self.operator {
            "<" => ">",
            ">" => "<",
            "<=" => ">=",
            ">=" => "<=",
            same => same,
        };
        Self { left: self.right, operator, right: self.left }
    }

    /// Whether it asks if both are equal.
    pub fn is_equal(self) -> bool {
        matches!(self.operator, "==" | "===" | "is")
    }

    /// Whether it asks if both differ.
    pub fn is_unequal(self) -> bool {
        matches!(self.operator, "!=" | "!==" | "is not" | "<>")
    }

    /// Whether it holds only if both operands do.
    pub fn is_and(self) -> bool {
        matches!(self.operator, "&&" | "and")
    }

    /// Whether it holds if one of its operands does.
    pub fn is_or(self) -> bool {
        matches!(self.operator, "||" | "or")
    }
}

/// The operation a node is; chains of comparisons (`a < b < c`) are none.
pub(crate) fn binary(node: Node<'_>) -> Option<Binary<'_>> {
    if !BINARIES.contains(&node.kind()) {
        return None;
    }
    if let (Some(left), Some(operator), Some(right)) = (node.field("left"), node.field("operator"), node.field("right"))
    {
        return Some(Binary { left, operator: operator.text(), right });
    }
    let parts: Vec<_> = node.children().into_iter().filter(|child| !child.is_comment()).collect();
    let [left, operator, right] = parts[..] else { return None };
    Some(Binary { left, operator: operator.text(), right })
}

/// The node without the parentheses around it.
pub(crate) fn bare(node: Node<'_>) -> Node<'_> {
    let mut node = node;
    while matches!(node.kind(), "parenthesized_expression" | "condition_clause") {
        let Some(inner) = node.only_child() else { break };
        node = inner;
    }
    node
}

/// The operands of a chain of one operator (`a && b && c`), in order.
pub(crate) fn operands<'t>(node: Node<'t>, is: impl Fn(Binary<'t>) -> bool) -> Vec<Node<'t>> {
    let (mut open, mut found) = (vec![node], Vec::new());
    while let Some(node) = open.pop() {
        match binary(bare(node)).filter(|operation| is(*operation)) {
            Some(operation) if found.len() + open.len() < OPERAND_CAP => {
                open.push(operation.right);
                open.push(operation.left);
            }
            _ => found.push(bare(node)),
        }
    }
    found
}

/// What a negation negates.
pub(crate) fn negated(node: Node<'_>) -> Option<Node<'_>> {
    match node.kind() {
        "not_operator" => node.field("argument"),
        "unary_expression" if node.text().starts_with('!') => {
            node.field("argument").or_else(|| node.field("operand")).or_else(|| node.only_child())
        }
        _ => None,
    }
}

/// Whether it may give something else the second time, or change something.
pub(crate) fn is_lively(node: Node<'_>) -> bool {
    node.descendants().any(|node| LIVELY.contains(&node.kind()))
}

/// How the names of calls begin that ask without changing anything.
const QUESTIONS: &[&str] =
    &["is", "has", "equals", "eq", "contains", "includes", "starts", "ends", "len", "size", "to_lower", "toLower"];

/// Whether it gives the same the second time: nothing lively, or only calls whose name is a question.
pub(crate) fn is_steady(node: Node<'_>) -> bool {
    let lively = node.descendants().filter(|node| LIVELY.contains(&node.kind()));
    lively.into_iter().all(|node| super::call(node).is_some_and(|call| asks(call.name)))
}

fn asks(name: &str) -> bool {
    QUESTIONS.iter().any(|question| {
        let rest = name.strip_prefix(question);
        rest.is_some_and(|rest| !rest.starts_with(|next: char| next.is_ascii_lowercase()) || question.len() > 3)
    })
}

/// Whether it is a bare name.
pub(crate) fn is_name(node: Node<'_>) -> bool {
    node.kind() == "identifier"
}

/// Whether a name stands in a part of the code: as a name of any kind, or inside of a string that is filled in.
pub(crate) fn mentions(node: Node<'_>, name: &str) -> bool {
    node.descendants().any(|node| is_word(node) && node.text() == name || fills_in(node, name))
}

fn is_word(node: Node<'_>) -> bool {
    node.is_named() && node.kind().ends_with("identifier")
}

/// Rust's `"{name}"` names a variable inside of a string.
fn fills_in(node: Node<'_>, name: &str) -> bool {
    is_string(node) && node.text().contains('{') && node.text().contains(name)
}
