//! `broken-pattern`: a regular expression that no engine can read.

use super::error;
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{call, is_string, within};
use tribunal_domain::Language;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = error(
    "broken-pattern",
    &[
        Language::Python,
        Language::TypeScript,
        Language::Tsx,
        Language::JavaScript,
        Language::Go,
        Language::Java,
        Language::Rust,
    ],
    "A regular expression is not closed or has nothing to repeat.",
    "It fails as soon as it is compiled: at the start of the program if it is a constant, else at the worst moment.\n\n\
     ```python\nWORDS = re.compile(r\"(\\\\w+\")       # found: `(` is not closed\n```\n\n\
     Left alone: patterns with comments inside, patterns that are computed, and calls in a `try` or `with`.",
);

pub(crate) const TREE_RULE: TreeRule =
    TreeRule { rule: &RULE, kinds: &["call", "call_expression", "method_invocation", "new_expression"], check };

/// Calls that take a pattern first.
const COMPILERS: &[&str] = &[
    "re.compile",
    "re.match",
    "re.search",
    "re.sub",
    "re.findall",
    "re.fullmatch",
    "re.split",
    "regexp.MustCompile",
    "regexp.Compile",
    "regexp.MatchString",
    "Pattern.compile",
    "Regex.new",
];

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(pattern) = pattern_of(node).filter(|pattern| is_string(*pattern)) else { return };
    let filled =
        pattern.named_children().iter().any(|part| matches!(part.kind(), "interpolation" | "template_substitution"));
    // In a template of a script two backslashes are one; Go's backticks keep both.
    let script = crate::rule::SCRIPTS.contains(&local.tree.language());
    let doubled = script && pattern.text().starts_with('`') && pattern.text().contains("\\\\");
    let Some(text) = unescaped(pattern.text()).filter(|_| !filled && !doubled) else { return };
    let guarded = within(node, &["with_statement", "try_statement"]).is_some();
    let commented = node.text().contains("VERBOSE") || node.text().contains("re.X") || node.text().contains("COMMENTS");
    if let Some(fault) = fault(&text).filter(|_| !guarded && !commented && !crate::shape::is_in_test(node)) {
        local.report(&RULE, pattern, format!("{fault} in `{}`", pattern.text()));
    }
}

fn pattern_of(node: Node<'_>) -> Option<Node<'_>> {
    if node.kind() == "new_expression" {
        let named = node.field("constructor").is_some_and(|name| name.text() == "RegExp");
        return node.field("arguments").filter(|_| named)?.named_children().first().copied();
    }
    let found = call(node).filter(|found| COMPILERS.contains(&found.path().as_str()))?;
    found.arguments.first().copied()
}

/// The text between the quotes, as the program sees it.
fn unescaped(literal: &str) -> Option<String> {
    let raw = literal.starts_with(['r', 'R', '`']) || literal.starts_with("br") || literal.starts_with("rb");
    let text = literal.trim_start_matches(|mark: char| mark.is_alphabetic()).trim_matches('#');
    let quote = text.chars().next()?;
    let long = [quote; 3].iter().collect::<String>();
    let width = if text.len() >= 6 && text.starts_with(&long) { 3 } else { 1 };
    let inner = text.get(width..text.len().checked_sub(width)?)?;
    if raw {
        return Some(inner.to_owned());
    }
    let mut plain = String::new();
    let mut letters = inner.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => match letters.next()? {
                mark @ ('\\' | '"' | '\'' | '/') => plain.push(mark),
                // Python keeps unknown escapes, others turn known ones into a letter: neither opens nor closes anything.
                mark => plain.extend(['\\', mark]),
            },
            other => plain.push(other),
        }
    }
    Some(plain)
}

/// What is wrong with a pattern, as far as all engines agree.
fn fault(pattern: &str) -> Option<&'static str> {
    if pattern.contains("\\Q") || pattern.contains("(?x") || pattern.contains("(?#") || pattern.contains("[[") {
        return None;
    }
    let (mut open, mut in_set, mut set_start) = (0_usize, false, false);
    let mut letters = pattern.chars();
    let mut before = None;
    while let Some(letter) = letters.next() {
        let starts = std::mem::take(&mut set_start);
        match letter {
            '\\' if letters.next().is_none() => return Some("the last `\\` escapes nothing"),
            '\\' => {}
            '^' if in_set && starts => set_start = true,
            ']' if in_set && !starts => in_set = false,
            _ if in_set => {}
            '[' => (in_set, set_start) = (true, true),
            '(' => open += 1,
            ')' if open == 0 => return Some("a `)` closes nothing"),
            ')' => open -= 1,
            '*' if matches!(before, None | Some('|')) => return Some("a `*` repeats nothing"),
            _ => {}
        }
        before = Some(letter);
    }
    match (in_set, open) {
        (true, _) => Some("a `[` is not closed"),
        (_, 1..) => Some("a `(` is not closed"),
        _ => None,
    }
}
