//! `contradicted-constant`: a comment says a number for a constant, and the constant has another.

use super::needs_fix;
use crate::local::{Local, TreeRule};
use crate::rule::{Rule, UNSURE};
use crate::shape::number;
use tribunal_domain::finding::Category;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = Rule {
    category: Category::Doc,
    confidence: UNSURE,
    ..needs_fix(
        "contradicted-constant",
        &[],
        "A comment says a number for a constant, and the constant has another.",
        "One of the two was changed without the other.\n\n\
         ```rust\n/// How often to try; at most 3.\nconst TRIES: u32 = 5; // found\n```\n\n\
         Left alone: comments with more than one number, numbers with a unit into which the value can be converted, and \
         values that are computed.",
    )
};

pub(crate) const TREE_RULE: TreeRule = TreeRule {
    rule: &RULE,
    kinds: &["const_item", "static_item", "const_spec", "assignment", "lexical_declaration", "field_declaration"],
    check,
};

/// Words after which a comment says the value.
const PHRASES: &[&str] = &[
    "defaults to ",
    "default is ",
    "default: ",
    "default of ",
    "maximum of ",
    "maximum is ",
    "at most ",
    "minimum of ",
    "at least ",
    "limit of ",
    "limited to ",
    "set to ",
    "equal to ",
];

/// How much larger one unit is than another: a value in the smaller one does not contradict.
const FACTORS: &[f64] = &[
    60.0,
    3600.0,
    86400.0,
    24.0,
    7.0,
    10.0,
    100.0,
    1000.0,
    1e6,
    1e9,
    1024.0,
    1_048_576.0,
    1_073_741_824.0,
    8.0,
    60_000.0,
    3_600_000.0,
    86_400_000.0,
];

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some((name, value)) = constant(node) else { return };
    let statement = if node.parent().is_some_and(|above| above.kind() == "expression_statement") {
        node.parent()
    } else {
        Some(node)
    };
    let comments = statement.map(comments_of).unwrap_or_default();
    let Some((comment, said)) = comments.into_iter().find_map(|comment| Some((comment, said(comment.text())?))) else {
        return;
    };
    let Some(held) = number(value) else { return };
    let ratio = if said.abs() > held.abs() { said / held } else { held / said };
    let converted = FACTORS.iter().any(|factor| (ratio - factor).abs() < f64::EPSILON * factor);
    if (said - held).abs() > 0.0 && said != 0.0 && held != 0.0 && !converted {
        let message = format!("the comment says {said}, and `{}` is {}", name.text(), value.text());
        local.report(&RULE, node, message).shows(comment.span(), comment.text(), "the comment");
    }
}

/// The name and value of a constant: a declaration of one name in capitals, or one that cannot change.
fn constant(node: Node<'_>) -> Option<(Node<'_>, Node<'_>)> {
    let holder = match node.kind() {
        "lexical_declaration" => node.only_child()?,
        "field_declaration" => node.field("declarator")?,
        _ => node,
    };
    let name = holder.field("name").or_else(|| holder.field("left"))?;
    let value = holder.field("value").or_else(|| holder.field("right"))?;
    let value = if value.kind() == "expression_list" { value.only_child()? } else { value };
    let capital =
        name.text().chars().all(|letter| letter.is_ascii_uppercase() || letter == '_' || letter.is_ascii_digit());
    (capital || matches!(node.kind(), "const_item" | "static_item" | "const_spec")).then_some((name, value))
}

/// The comments right above and at the end of the line.
fn comments_of(node: Node<'_>) -> Vec<Node<'_>> {
    let above = node
        .previous_named()
        .filter(|before| before.is_comment() && before.end_line() + 1 >= node.line() && before.line() != node.line());
    // A comment at the end of the line above belongs to what stands on that line.
    let own = |comment: &Node<'_>| comment.previous_named().is_none_or(|before| before.end_line() < comment.line());
    let beside = node.next_named().filter(|next| next.is_comment() && next.line() == node.end_line());
    beside.into_iter().chain(above.filter(own)).collect()
}

/// The one number a comment says after one of the phrases.
fn said(comment: &str) -> Option<f64> {
    let comment = comment.to_lowercase();
    let numbers = comment
        .split(|mark: char| !mark.is_ascii_digit() && mark != '.')
        .filter(|word| word.starts_with(|first: char| first.is_ascii_digit()));
    if numbers.count() != 1 {
        return None;
    }
    let after = PHRASES.iter().find_map(|phrase| comment.split(phrase).nth(1))?;
    let digits: String = after.chars().take_while(|mark| mark.is_ascii_digit() || *mark == '.').collect();
    // A word behind the number says of what there are so many, which need not be what the constant counts.
    let next = after[digits.len()..].trim_start_matches([' ', '\t']).chars().next();
    let whole = next.is_none_or(|next| matches!(next, '\n' | ',' | ';' | ')' | '*'));
    digits.trim_end_matches('.').parse().ok().filter(|_| whole)
}
