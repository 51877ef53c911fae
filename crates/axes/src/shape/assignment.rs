//! Assignments and declarations with a value.

use tribunal_syntax::tree::Node;

/// The kinds of node that [`assignment`] reads.
pub(crate) const ASSIGNMENTS: &[&str] = &[
    "assignment",
    "augmented_assignment",
    "assignment_expression",
    "augmented_assignment_expression",
    "compound_assignment_expr",
    "assignment_statement",
    "short_var_declaration",
    "variable_declarator",
    "let_declaration",
    "init_declarator",
];

/// A value that goes somewhere.
#[derive(Clone, Copy)]
pub(crate) struct Assignment<'t> {
    /// Where to: a name, a member, a pattern, a list.
    pub target: Node<'t>,
    /// `=`, `:=`, `+=` …
    pub operator: &'t str,
    /// What.
    pub value: Node<'t>,
    /// Whether the target is made by it.
    pub declares: bool,
}

impl Assignment<'_> {
    /// Whether the old value is replaced, not changed.
    pub fn replaces(&self) -> bool {
        matches!(self.operator, "=" | ":=")
    }
}

/// The assignment a node is.
pub(crate) fn assignment(node: Node<'_>) -> Option<Assignment<'_>> {
    if !ASSIGNMENTS.contains(&node.kind()) {
        return None;
    }
    let target = ["left", "name", "pattern", "declarator"].iter().find_map(|name| node.field(name))?;
    let value = node.field("right").or_else(|| node.field("value"))?;
    let declares =
        matches!(node.kind(), "short_var_declaration" | "variable_declarator" | "let_declaration" | "init_declarator");
    let operator = match node.field("operator") {
        Some(operator) => operator.text(),
        None if node.kind() == "short_var_declaration" => ":=",
        None => "=",
    };
    Some(Assignment { target, operator, value, declares })
}
