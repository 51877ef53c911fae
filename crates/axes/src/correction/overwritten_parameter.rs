//! `overwritten-parameter`: a function replaces a parameter before it has read it.

use super::{needs_fix, unsure};
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{Assignment, FUNCTIONS, assignment, mentions, parameters, statements};
use tribunal_domain::Language;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = unsure(needs_fix(
    "overwritten-parameter",
    &[
        Language::Python,
        Language::TypeScript,
        Language::Tsx,
        Language::JavaScript,
        Language::Java,
        Language::Go,
        Language::C,
        Language::Cpp,
    ],
    "A parameter is replaced before it is read, so callers pass it for nothing.",
    "What the caller passes never matters.\n\n\
     ```go\nfunc load(ctx context.Context) error {\n\tctx = context.Background() // found: the caller's deadline is lost\n\treturn fetch(ctx)\n}\n```\n\n\
     Left alone: parameters with a default, parameters that any statement before mentions, and replacements that depend on a condition.",
));

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: FUNCTIONS, check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(body) = node.field("body") else { return };
    let statements = statements(body);
    // `_` is no variable: whatever is written to it goes nowhere.
    let names = parameters(node).into_iter().filter(|name| is_required(*name) && name.text() != "_");
    let declared = node.field("parameters").map_or(0, |list| list.named_children().len());
    for name in names {
        let Some(first) = statements.iter().find(|statement| mentions(**statement, name.text())) else { continue };
        // A default of another parameter may read it.
        let read_in_head = declared > 1 && node.field("parameters").is_some_and(|list| count(list, name.text()) > 1);
        let explained = first.previous_named().is_some_and(Node::is_comment);
        if !read_in_head && !explained && replaces(*first, name.text()) && !is_returned_by_name(node, name) {
            let message = format!("the parameter `{}` is replaced before it is read", name.text());
            local.report(&RULE, *first, message).shows(name.span(), name.text(), "the parameter");
        }
    }
}

/// A parameter with a default, or one that takes the rest, may be there for the sake of a signature.
fn is_required(name: Node<'_>) -> bool {
    let optional = |kind: &str| kind.contains("default") || kind.contains("splat") || kind.contains("optional");
    let Some(parameter) = name.parent() else { return false };
    !optional(parameter.kind()) && parameter.field("value").is_none() && !parameter.kind().contains("rest")
}

fn replaces(statement: Node<'_>, name: &str) -> bool {
    let statement = match statement.kind() {
        "expression_statement" => statement.only_child().unwrap_or(statement),
        _ => statement,
    };
    let found = assignment(statement).filter(|found| !found.declares && Assignment::replaces(found));
    found.is_some_and(|found| found.target.text() == name && !mentions(found.value, name))
}

fn count(list: Node<'_>, name: &str) -> usize {
    list.descendants().filter(|node| node.kind() == "identifier" && node.text() == name).count()
}

/// Go's receivers and C's pointers are what they are; a name that is also a result is written on purpose.
fn is_returned_by_name(function: Node<'_>, name: Node<'_>) -> bool {
    function.field("result").is_some_and(|result| mentions(result, name.text()))
}
