//! `needless-constructor`: a constructor that does what happens without it.

use super::reuse::over;
use crate::local::{Local, TreeRule};
use crate::practice_shape::function_name;
use crate::rule::Rule;
use crate::shape::{call, is_string, statements};
use tribunal_domain::Language;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = over(
    "needless-constructor",
    &[Language::Python, Language::TypeScript, Language::Tsx, Language::JavaScript],
    90,
    "A constructor does nothing but what happens without it.",
    "A class without one is made in the same way.\n\n\
     ```python\nclass Reader(Base):\n    def __init__(self):      # found\n        super().__init__()\n```\n\n\
     Left alone: constructors with a comment or documentation, with parameters of their own, with a visibility or an \
     injected property, and those that keep a base's from running.",
);

pub(crate) const TREE_RULE: TreeRule =
    TreeRule { rule: &RULE, kinds: &["function_definition", "method_definition"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    if !matches!(function_name(node), Some("__init__" | "constructor")) {
        return;
    }
    let Some(body) = node.field("body").filter(|_| !node.descendants().any(Node::is_comment)) else { return };
    let decorated = node.parent().is_some_and(|it| it.kind() == "decorated_definition")
        || node.children().iter().any(|it| matches!(it.kind(), "accessibility_modifier" | "decorator"));
    let parameters = node.field("parameters").map(Node::named_children).unwrap_or_default();
    let own = usize::from(node.kind() == "function_definition");
    let based = has_base(node);
    let parts = statements(body);
    let documented = parts.iter().any(|it| it.only_child().is_some_and(is_string));
    let needless = match parts[..] {
        [only] if based => parameters.len() == own && calls_base(only),
        [only] => parameters.len() == own && only.kind() == "pass_statement",
        [] => parameters.is_empty() && !based && node.kind() == "method_definition",
        _ => false,
    };
    if needless && !decorated && !documented {
        let draft = local.report(&RULE, node, "without this constructor the same happens");
        draft.columns = None;
    }
}

fn has_base(node: Node<'_>) -> bool {
    let class = node.ancestors().find(|it| matches!(it.kind(), "class_definition" | "class_declaration" | "class"));
    class.is_some_and(|it| {
        it.field("superclasses").is_some_and(|it| !it.named_children().is_empty())
            || it.named_children().iter().any(|it| it.kind() == "class_heritage" && it.text().contains("extends"))
    })
}

/// `super().__init__()`, `super()`.
fn calls_base(statement: Node<'_>) -> bool {
    let Some(made) = statement.only_child().and_then(call) else {
        return statement.text().trim_end_matches(';') == "super()";
    };
    let python = made.name == "__init__" && made.receiver.is_some_and(|it| it.text().starts_with("super("));
    made.arguments.is_empty() && (python || made.name == "super" && made.receiver.is_none())
}
