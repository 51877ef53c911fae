//! `unused-local`: a local variable that is given a value and never read.

use super::rules::UNUSED_LOCAL;
use crate::local::{Local, TreeRule};
use tribunal_domain::facts::{Position, Role};
use tribunal_domain::finding::ClaimKind;
use tribunal_syntax::tree::Node;

pub(crate) const TREE_RULE: TreeRule =
    TreeRule { rule: &UNUSED_LOCAL, kinds: &["assignment", "variable_declarator"], check };

/// Functions that look at variables by name.
const BY_NAME: &[&str] = &["locals", "eval", "exec", "vars", "globals"];

const FUNCTIONS: &[&str] = &[
    "function_definition",
    "function_declaration",
    "method_definition",
    "arrow_function",
    "function_expression",
    "function",
    "generator_function_declaration",
    "method_declaration",
    "constructor_declaration",
    "lambda_expression",
];

/// Outside of a function a variable may be used by other files.
const CLASSES: &[&str] = &["class_definition", "class_body", "class_declaration", "lambda"];

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(name) = node.field("left").or_else(|| node.field("name")).filter(|name| name.kind() == "identifier")
    else {
        return;
    };
    let given = node.field("right").or_else(|| node.field("value"));
    let Some(function) = enclosing(node) else { return };
    let text = name.text();
    if given.is_none()
        || text.starts_with('_')
        || is_declared_elsewhere(function, text)
        || is_named(local, function, text, name)
    {
        return;
    }
    let draft = local.report(&UNUSED_LOCAL, name, format!("`{text}` is given a value that nothing reads"));
    "local".clone_into(&mut draft.kind);
    draft.claims.clear();
    let claim = draft.claims(ClaimKind::SymbolUnused);
    text.clone_into(&mut claim.pattern);
    "local".clone_into(&mut claim.value);
}

/// The function whose own variable it is.
fn enclosing(node: Node<'_>) -> Option<Node<'_>> {
    let near = node.ancestors().find(|node| FUNCTIONS.contains(&node.kind()) || CLASSES.contains(&node.kind()))?;
    // A variable of a field declaration in Java or of a class in Python is no local.
    FUNCTIONS.contains(&near.kind()).then_some(near)
}

/// `global x` and `nonlocal x`.
fn is_declared_elsewhere(function: Node<'_>, name: &str) -> bool {
    let declares = |node: &Node<'_>| matches!(node.kind(), "global_statement" | "nonlocal_statement");
    function.descendants().filter(declares).any(|node| node.named_children().iter().any(|child| child.text() == name))
}

/// Whether anything in the function but assignments names the variable.
fn is_named(local: &Local<'_>, function: Node<'_>, name: &str, own: Node<'_>) -> bool {
    let span = function.span();
    let inside = |at: Position| span.start <= at && at <= span.end;
    let facts = local.facts;
    let own = own.span().start;
    facts.references.iter().filter(|reference| inside(reference.position)).any(|reference| {
        let text = facts.text(reference.name);
        text == name && reference.receiver.is_none() && !(reference.role == Role::Write || reference.position == own)
            || BY_NAME.contains(&text)
    }) || facts
        .mentions
        .iter()
        .any(|mention| (span.start.line..=span.end.line).contains(&mention.line) && facts.text(mention.name) == name)
}
