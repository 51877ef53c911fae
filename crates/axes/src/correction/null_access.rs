//! `null-access`: a member of a value is used where the value has just been found to be nothing.

use super::error;
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{Binary, IFS, assignment, bare, binary, call, chain, is_lively, is_name, is_nothing, statements};
use tribunal_domain::Language;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = error(
    "null-access",
    &[Language::Python, Language::TypeScript, Language::Tsx, Language::JavaScript, Language::Java],
    "A member is used of a value that is nothing at this place.",
    "The condition asks for the opposite of what was meant, or `and` stands where `or` was meant.\n\n\
     ```java\nif (user == null && user.isActive()) greet();   // found: fails whenever it is reached\n```\n\n\
     Left alone: accesses with `?.`, values that are assigned in between, and code after the first statement of a branch.",
);

pub(crate) const TREE_RULE: TreeRule =
    TreeRule { rule: &RULE, kinds: &["binary_expression", "boolean_operator", "if_statement"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let found = if IFS.contains(&node.kind()) { in_branch(node) } else { in_condition(node) };
    if let Some((value, access)) = found {
        let message = format!("`{}` is nothing here, and `{}` needs it", value.text(), access.text());
        local.report(&RULE, access, message).shows(value.span(), value.text(), "asked here");
    }
}

/// `x == null && x.y`, `x != null || x.y`.
fn in_condition(node: Node<'_>) -> Option<(Node<'_>, Node<'_>)> {
    let whole = binary(node)?;
    let asked = binary(bare(whole.left))?;
    let value = nothing(asked)?;
    let fits = whole.is_and() && asked.is_equal() || whole.is_or() && asked.is_unequal();
    fits.then(|| Some((value, access(whole.right, value)?)))?
}

/// `if x is None: x.y()`.
fn in_branch(node: Node<'_>) -> Option<(Node<'_>, Node<'_>)> {
    let chain = chain(node)?;
    let (condition, body) = chain.arms.first()?;
    let asked = binary(*condition).filter(|asked| asked.is_equal())?;
    let value = nothing(asked)?;
    let first = statements(*body).first().copied()?;
    let inner = if first.kind() == "expression_statement" { first.only_child()? } else { first };
    let target = assignment(inner).map(|found| found.target);
    let simple = matches!(first.kind(), "expression_statement" | "return_statement");
    let part = match target {
        Some(target) if target.same_as(value) => return None,
        Some(_) => assignment(inner)?.value,
        None => inner,
    };
    simple.then(|| Some((value, access(part, value)?)))?
}

/// The value that a comparison compares with nothing.
fn nothing(asked: Binary<'_>) -> Option<Node<'_>> {
    let (value, nothing) = asked.other_than(is_nothing)?;
    // `x === undefined` leaves null, and both fail alike; only a plain value is sure to be the same again.
    let plain = matches!(value.kind(), "identifier" | "member_expression" | "attribute" | "field_access");
    (plain && !is_lively(value) && nothing != value).then_some(value)
}

/// The first place where a member of `value` is used for certain: not behind a function, condition or `?.`.
fn access<'t>(part: Node<'t>, value: Node<'t>) -> Option<Node<'t>> {
    let mut walk = part.descendants();
    while let Some(node) = walk.next() {
        if node.kind().contains("function") || node.kind() == "lambda" || is_decision(node) {
            walk.leave_out();
            continue;
        }
        let of = node.field("object").filter(|of| of.same_as(value));
        let member = matches!(node.kind(), "member_expression" | "attribute" | "field_access" | "method_invocation");
        if member && of.is_some() && node.field("optional_chain").is_none() {
            return (is_name(value) || !is_prepared(part, node)).then_some(node);
        }
        if assignment(node).is_some() || node.kind() == "named_expression" {
            return None;
        }
    }
    None
}

fn is_decision(node: Node<'_>) -> bool {
    node.kind().contains("conditional")
        || node.kind().contains("ternary")
        || node.kind() == "lambda_expression"
        || node.kind().contains("comprehension")
        || node.kind().contains("generator")
}

/// Whether a call before the access may have given a field its value.
fn is_prepared(part: Node<'_>, access: Node<'_>) -> bool {
    part.descendants().any(|node| call(node).is_some() && node.bytes().end <= access.bytes().start)
}
