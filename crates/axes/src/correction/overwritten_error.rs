//! `overwritten-error`: Go code that assigns an error and replaces it before anybody looked.

use super::{GO, needs_fix};
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{Assignment, FUNCTIONS, assignment, mentions, statements};
use tribunal_domain::finding::{Category, Severity};
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = Rule {
    category: Category::Error,
    severity: Severity::High,
    ..needs_fix(
        "overwritten-error",
        GO,
        "An error is replaced by the next one before it was looked at.",
        "The first failure is lost, and the code goes on with a value that may not be there.\n\n\
         ```go\nin, err := os.Open(from)    // found: never checked\nout, err := os.Create(to)\nif err != nil {\n\treturn err\n}\n```\n\n\
         Left alone: errors that are thrown away with `_`, and functions that look at the error in a deferred call.",
    )
};

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: &["statement_list"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let statements = statements(node);
    for (at, statement) in statements.iter().enumerate() {
        let Some((name, _)) = error_of(*statement).filter(|(_, found)| is_call(found.value)) else { continue };
        let Some(later) = overwriting(&statements[at + 1..], name) else { continue };
        if !is_seen_later(node, name) {
            let message = format!("`{name}` is replaced on line {} before it was looked at", later.line());
            local.report(&RULE, *statement, message).shows(later.span(), later.text(), "replaced here");
        }
    }
}

/// The error a statement assigns: the last name on its left.
fn error_of(statement: Node<'_>) -> Option<(&str, Assignment<'_>)> {
    let found = assignment(statement).filter(Assignment::replaces)?;
    let last = found.target.named_children().last().copied()?;
    let name = last.text();
    (last.kind() == "identifier" && (name == "err" || name.ends_with("Err"))).then_some((name, found))
}

fn is_call(value: Node<'_>) -> bool {
    value.only_child().is_some_and(|only| only.kind() == "call_expression")
}

/// The statement that replaces the error, if nothing before it and nothing in it reads the error.
fn overwriting<'t>(rest: &[Node<'t>], name: &str) -> Option<Node<'t>> {
    let next = rest.iter().find(|statement| mentions(**statement, name) || has_jump(**statement))?;
    let (assigned, found) = error_of(*next)?;
    (assigned == name && !mentions(found.value, name) && !has_jump(*next)).then_some(*next)
}

/// A bare `return` gives back named results.
fn has_jump(statement: Node<'_>) -> bool {
    statement.descendants().any(|inner| inner.kind() == "return_statement" || inner.kind().starts_with("label"))
}

/// Whether a function inside of this one looks at the error: it may run between the two.
fn is_seen_later(list: Node<'_>, name: &str) -> bool {
    let outer = list.ancestors().filter(|node| FUNCTIONS.contains(&node.kind())).last();
    let inner = outer.into_iter().flat_map(|node| node.descendants().skip(1));
    inner.filter(|node| node.kind() == "func_literal").any(|inner| mentions(inner, name) && !holds(inner, list))
}

fn holds(function: Node<'_>, list: Node<'_>) -> bool {
    let (outer, inner) = (function.bytes(), list.bytes());
    outer.start <= inner.start && inner.end <= outer.end
}
