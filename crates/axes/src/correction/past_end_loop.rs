//! `past-end-loop`: a loop counts up to the length of what it indexes, one too far.

use super::{needs_fix, unsure};
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{BINARIES, COUNTED, Call, binary, call, counted, is_name, number};
use tribunal_domain::Language;
use tribunal_domain::finding::Severity;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = Rule {
    severity: Severity::High,
    ..unsure(needs_fix(
        "past-end-loop",
        &[],
        "A loop reads one element beyond the end.",
        "Elements are numbered from zero, so the length itself is no element's number.\n\n\
         ```js\nfor (let i = 0; i <= items.length; i++) {  // found: meant <\n  show(items[i]);\n}\n```\n\n\
         Left alone: loops that do not index the thing by the counter alone, or that ask for the end once more inside.",
    ))
};

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: &["for_statement", "for_expression"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some((counter, things, body)) = counts_too_far(node) else { return };
    let indexes = body.descendants().any(|inner| is_element(inner, things, counter));
    // A map has keys up to any number.
    let is_map = node.tree().text().lines().any(|line| line.contains("Map<") && line.contains(things));
    if indexes && !is_map && !asks_again(body, counter) {
        let message = format!("the loop reads `{things}[{counter}]` with `{counter}` up to its length, one too far");
        local.report(&RULE, node, message);
    }
}

/// The counter, what it indexes, and the body of a loop that goes up to the length.
fn counts_too_far(node: Node<'_>) -> Option<(&str, &str, Node<'_>)> {
    let body = node.field("body")?;
    if COUNTED.contains(&node.kind())
        && let Some(found) = counted(node)
    {
        let fits = found.condition.operator == "<=" && is_name(found.condition.left) && found.up == Some(true);
        return fits.then_some((found.condition.left.text(), length_of(found.condition.right)?, body));
    }
    let counter = node.field("left").or_else(|| node.field("pattern")).filter(|name| is_name(*name))?;
    let range = node.field("right").or_else(|| node.field("value"))?;
    Some((counter.text(), range_past(range)?, body))
}

/// Python's `range(len(x) + 1)` and Rust's `0..=x.len()`.
fn range_past(range: Node<'_>) -> Option<&str> {
    if range.kind() == "range_expression" {
        let [from, to] = range.named_children()[..] else { return None };
        return (range.text().contains("..=") && number(from) == Some(0.0)).then(|| length_of(to))?;
    }
    let Call { name: "range", receiver: None, arguments, .. } = call(range)? else { return None };
    let [end] = arguments[..] else { return None };
    let sum = binary(end).filter(|sum| sum.operator == "+" && number(sum.right) == Some(1.0))?;
    length_of(sum.left)
}

/// What an expression gives the length of.
fn length_of(node: Node<'_>) -> Option<&str> {
    if let Some(found) = call(node) {
        return match (found.receiver, found.name, &found.arguments[..]) {
            (None, "len", [things]) => Some(things.text()),
            (Some(things), "len" | "size" | "length", []) => Some(things.text()),
            _ => None,
        };
    }
    let language = node.tree().language();
    let has_field = !matches!(language, Language::Python | Language::Rust | Language::Go);
    node.text().strip_suffix(".length").filter(|_| has_field)
}

fn is_element(node: Node<'_>, things: &str, counter: &str) -> bool {
    if let Some(found) = call(node) {
        let [at] = found.arguments[..] else { return false };
        let reads = matches!(found.name, "get" | "charAt" | "elementAt");
        return reads && at.text() == counter && found.receiver.is_some_and(|of| of.text() == things);
    }
    if !matches!(node.kind(), "subscript" | "subscript_expression" | "index_expression" | "array_access") {
        return false;
    }
    let [of, at] = node.named_children()[..] else { return false };
    of.text() == things && at.text().trim_matches(['[', ']']) == counter
}

/// Whether the body compares the counter with anything: it then knows where the end is.
fn asks_again(body: Node<'_>, counter: &str) -> bool {
    let comparisons = body.descendants().filter(|node| BINARIES.contains(&node.kind())).filter_map(binary);
    let mut comparisons =
        comparisons.filter(|found| found.is_equal() || found.is_unequal() || found.operator.contains(['<', '>']));
    comparisons.any(|found| found.left.text() == counter || found.right.text() == counter)
}
