//! `unused-local`: a local variable that is given a value and never read.

use super::rules::UNUSED_LOCAL;
use crate::code::{Code, CodeFile};
use crate::draft::Draft;
use crate::local::{Local, TreeRule};
use crate::practice_shape::arguments;
use tribunal_domain::Language;
use tribunal_domain::facts::{Binding, BindingKind, Position, Role};
use tribunal_domain::finding::ClaimKind;
use tribunal_syntax::tree::Node;

pub(crate) const TREE_RULE: TreeRule =
    TreeRule { rule: &UNUSED_LOCAL, kinds: &["assignment", "variable_declarator"], check };

/// Functions that look at variables by name.
const BY_NAME: &[&str] = &["locals", "eval", "exec", "vars", "globals"];

/// Options of functions that show a caller's variables.
const SHOWING: &[&str] = &["show_locals", "log_locals", "tracebacks_show_locals"];

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
    // What is let go of is no value, and of a file that is not understood nobody can tell what reads it.
    let let_go = given.is_some_and(|value| matches!(value.text(), "None" | "null" | "undefined"));
    if given.is_none()
        || let_go
        || given.is_some_and(is_handed_over)
        || given.is_some_and(|value| is_added_to(function, value, text))
        || local.tree.root().has_error()
        || is_said_to_be_unused(text)
        || is_suppressed(node)
        || is_to_be_used(local, node)
        || is_declared_elsewhere(local, text)
        || is_named(local, function, text, name)
        || shows_locals(local)
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

/// Names that say that nobody will read them.
fn is_said_to_be_unused(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    ["_", "unused", "ignore", "dummy", "discard"].iter().any(|start| lower.starts_with(start))
}

/// A remark in the next lines that says what is still to be done with it.
fn is_to_be_used(local: &Local<'_>, node: Node<'_>) -> bool {
    let rest = local.tree.text().get(node.bytes().end..).unwrap_or_default();
    rest.lines().skip(1).take(2).any(|line| line.contains("TODO"))
}

/// `@SuppressWarnings("unused")` at it or around it.
fn is_suppressed(node: Node<'_>) -> bool {
    let said = |it: Node<'_>| {
        it.kind() == "modifiers" && it.text().contains("SuppressWarnings") && it.text().contains("unused")
    };
    node.tree().language() == Language::Java
        && node.ancestors().any(|outer| outer.named_children().into_iter().take(1).any(said))
}

/// What was proposed, but in tests and benchmarks: there a value may be kept for its own sake.
pub(super) fn judge(code: &Code) -> Vec<Draft> {
    let measured = |file: &CodeFile| file.path.to_text().contains("bench");
    let files = code.files.iter().filter(|file| file.kind.is_own() && !file.kind.test && !measured(file));
    let drafts = files.flat_map(|file| &file.observations.candidates);
    drafts.filter(|draft| draft.rule == UNUSED_LOCAL.name).cloned().collect()
}

/// The function whose own variable it is.
fn enclosing(node: Node<'_>) -> Option<Node<'_>> {
    let near = node.ancestors().find(|node| FUNCTIONS.contains(&node.kind()) || CLASSES.contains(&node.kind()))?;
    // A variable of a field declaration in Java or of a class in Python is no local.
    FUNCTIONS.contains(&near.kind()).then_some(near)
}

/// `args = self.args` and `args += …`: what is added stands in both.
fn is_added_to(function: Node<'_>, value: Node<'_>, name: &str) -> bool {
    let adds =
        |it: Node<'_>| it.kind() == "augmented_assignment" && it.field("left").is_some_and(|left| left.text() == name);
    matches!(value.kind(), "attribute" | "identifier" | "subscript") && function.descendants().any(adds)
}

/// `Bucket(self, "logs")`, `new Bucket(this, "logs")`: what is made says to somebody else that it is there.
fn is_handed_over(value: Node<'_>) -> bool {
    let made = value.field("function").or_else(|| value.field("constructor"));
    let class = made.is_some_and(|it| it.text().rsplit('.').next().unwrap_or_default().starts_with(char::is_uppercase));
    let to = arguments(value).first().map(|it| it.text()).unwrap_or_default();
    class && matches!(to, "self" | "this" | "scope" | "stack" | "app")
}

/// Whether the file asks somebody to show its variables.
fn shows_locals(local: &mut Local<'_>) -> bool {
    local.once("shows locals", |tree| {
        let mut words = tree.text().split(|c: char| !c.is_alphanumeric() && c != '_');
        words.any(|word| SHOWING.contains(&word))
    })
}

/// `global x` and `nonlocal x`.
fn is_declared_elsewhere(local: &Local<'_>, name: &str) -> bool {
    let declares = |binding: &Binding| matches!(binding.kind, BindingKind::Global | BindingKind::Nonlocal);
    local.facts.bindings.iter().any(|binding| declares(binding) && local.facts.text(binding.name) == name)
}

/// Whether anything in the function but assignments names the variable.
fn is_named(local: &Local<'_>, function: Node<'_>, name: &str, own: Node<'_>) -> bool {
    let span = function.span();
    let inside = |at: Position| span.start <= at && at <= span.end;
    let facts = local.facts;
    let own = own.span().start;
    facts.references.iter().filter(|reference| inside(reference.position)).any(|reference| {
        let text = facts.text(reference.name);
        // `i++` is a write whose value may be used; where that is written otherwise, a write is no use.
        let only_written = reference.role == Role::Write && local.tree.language() == Language::Python;
        text == name && reference.receiver.is_none() && !(only_written || reference.position == own)
            || BY_NAME.contains(&text)
    }) || facts
        .mentions
        .iter()
        .any(|mention| (span.start.line..=span.end.line).contains(&mention.line) && facts.text(mention.name) == name)
}
