//! `erased-operand`: an operation with a constant that makes the other operand vanish.

use super::{needs_fix, unsure};
use crate::local::{Local, TreeRule};
use crate::rule::{Rule, SYMBOL_LANGUAGES};
use crate::shape::{BINARIES, Binary, bare, binary, is_in_test, is_literal, number};
use tribunal_domain::Language;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = unsure(needs_fix(
    "erased-operand",
    SYMBOL_LANGUAGES,
    "An operation has the same result for every operand.",
    "`x * 0` and `x & 0` are zero, `x % 1` is zero for whole numbers; another constant was meant.\n\n\
     ```go\nif i%1 == 0 { // found: always\n\tflush()\n}\n```\n\n\
     Left alone: `% 1` where it may take the part after the point (all but Go and Rust), `* 0` in Python, which makes a \
     list empty, units (`0 * time.Second`), sums of constants, and tests.",
));

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: BINARIES, check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(found) = binary(node).filter(|found| erases(*found)) else { return };
    let other = if number(found.right).is_some() { found.left } else { found.right };
    if !is_literal(bare(other)) && !is_unit(other) && !is_in_test(node) && !is_in_row(node, other) {
        local.report(&RULE, node, format!("`{}` is the same whatever `{}` is", node.text(), other.text()));
    }
}

fn erases(found: Binary<'_>) -> bool {
    let is = |node: Node<'_>, wanted: f64| {
        node.text().bytes().all(|byte| byte.is_ascii_digit()) && number(node) == Some(wanted)
    };
    let language = found.left.tree().language();
    let broken = matches!(language, Language::Python | Language::Java) || crate::rule::SCRIPTS.contains(&language);
    match found.operator {
        "*" => language != Language::Python && (is(found.left, 0.0) || is(found.right, 0.0)),
        "&" => is(found.left, 0.0) || is(found.right, 0.0),
        "%" => !broken && is(found.right, 1.0),
        _ => false,
    }
}

/// One of several lines in a row that take so much of the same: `n * 1`, `n * 0`.
fn is_in_row(node: Node<'_>, other: Node<'_>) -> bool {
    let text = node.tree().text();
    let near = |line: &&str| line.contains(other.text()) && line.contains('*');
    let first = node.line().saturating_sub(4) as usize;
    text.lines().skip(first).take(7).filter(near).count() > 1
}

/// `0 * time.Second` and `0 * HOUR` say in which unit nothing is meant.
fn is_unit(node: Node<'_>) -> bool {
    let last = node.text().rsplit(['.', ':']).next().unwrap_or_default();
    last.starts_with(char::is_uppercase)
}
