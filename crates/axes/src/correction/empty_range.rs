//! `empty-range`: a range that starts behind its end has no elements.

use super::error;
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{call, is_in_test, is_loop, number};
use tribunal_domain::Language;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = error(
    "empty-range",
    &[Language::Python, Language::Rust],
    "A range starts behind its end, so the loop never runs.",
    "To count down, Python needs a step of -1 and Rust `(0..10).rev()`.\n\n\
     ```python\nfor left in range(10, 0):      # found: no rounds\n    print(left)\n```\n\n\
     Left alone: ranges with a step, ranges whose ends are not known, and tests.",
);

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: &["for_statement", "for_expression"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let range = node.field("right").or_else(|| node.field("value")).filter(|_| is_loop(node));
    let Some((range, start, end)) = range.and_then(ends) else { return };
    if starts_behind(start, end) && !is_in_test(node) {
        local.report(&RULE, range, format!("`{}` has no elements, so the loop never runs", range.text()));
    }
}

fn ends(range: Node<'_>) -> Option<(Node<'_>, Node<'_>, Node<'_>)> {
    let parts = match range.kind() {
        "range_expression" => range.named_children(),
        _ => call(range).filter(|found| found.receiver.is_none() && found.name == "range")?.arguments,
    };
    let [start, end] = parts[..] else { return None };
    Some((range, start, end))
}

fn starts_behind(start: Node<'_>, end: Node<'_>) -> bool {
    let length = call(start).is_some_and(|found| found.name == "len");
    match (number(start), number(end)) {
        (Some(start), Some(end)) => start > end,
        (None, Some(end)) => length && end <= 0.0,
        _ => false,
    }
}
