//! What an assertion looks like, in any framework: a statement that can fail a test.

use crate::practice_shape::{arguments, callee};
use serde::{Deserialize, Serialize};
use tribunal_domain::Language;
use tribunal_domain::facts::FileFacts;
use tribunal_syntax::tree::{Node, Tree};

/// Which functions of a file can fail a test.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checks {
    /// Indexes into the file's symbols.
    pub asserting: Vec<u32>,
}

/// Parts of names of whatever checks something. Too many make tests look better than they are, too few make a helper of
/// one's own look like nothing.
const WORDS: &[&str] = &[
    "assert",
    "expect",
    "should",
    "verify",
    "fail",
    "raise",
    "throw",
    "check",
    "require",
    "must",
    "ensure",
    "fatal",
    "error",
    "skip",
    "snapshot",
    "compare",
    "equal",
    "unwrap",
    "panic",
    "todo",
    "validate",
    "warns",
    "match",
    "xfail",
    "deny",
    "lint",
    "type",
    "benchmark",
    "eq",
    "roundtrip",
    "round_trip",
];

/// Macros that check nothing.
const PLAIN_MACROS: &[&str] = &["println", "print", "eprintln", "eprint", "format", "vec", "write", "writeln", "dbg"];

/// The functions of a file that hold an assertion.
pub(crate) fn checks(tree: &Tree, facts: &FileFacts) -> Checks {
    let mut asserting = Vec::new();
    for node in tree.root().descendants().filter(|node| is_check(*node)) {
        let span = node.span();
        let holds = facts
            .symbols
            .iter()
            .enumerate()
            .filter(|(_, it)| it.measures.is_some() && it.span.start <= span.start && span.end <= it.span.end);
        asserting.extend(holds.map(|(ix, _)| ix as u32));
    }
    asserting.sort_unstable();
    asserting.dedup();
    Checks { asserting }
}

/// Whether a node can fail a test.
pub(super) fn is_check(node: Node<'_>) -> bool {
    match node.kind() {
        "assert_statement" | "raise_statement" | "throw_statement" | "try_expression" => true,
        // A macro of one's own may hold anything.
        "macro_invocation" => callee(node).is_some_and(|name| !PLAIN_MACROS.contains(&name)),
        "call" | "call_expression" => callee(node).is_some_and(names_a_check) || is_handed_on(node),
        "method_invocation" => node.field("name").is_some_and(|name| names_a_check(name.text())),
        "member_expression" => node.field("property").is_some_and(|it| it.text() == "should"),
        _ => false,
    }
}

/// Go hands its test to a helper; Rust asks the compiler (`is_send::<Row>()`).
fn is_handed_on(call: Node<'_>) -> bool {
    let asks = call.field("function").is_some_and(|it| it.kind() == "generic_function");
    match call.tree().language() {
        Language::Go => arguments(call).iter().any(|it| it.text() == "t"),
        Language::Rust => asks,
        _ => false,
    }
}

/// The last name of what a node calls.
pub(super) fn check_name(node: Node<'_>) -> Option<&str> {
    let whole = match node.kind() {
        "method_invocation" => node.field("name")?.text(),
        _ => callee(node)?,
    };
    let head = whole.split('(').next().unwrap_or(whole);
    if head.starts_with("expect") || head.starts_with("assert") { Some(head) } else { whole.rsplit('.').next() }
}

fn names_a_check(callee: &str) -> bool {
    let head = callee.split(['(', '<', '{', '[']).next().unwrap_or(callee);
    let tail = callee.rsplit(['.', ':']).next().unwrap_or(callee).to_ascii_lowercase();
    let head = head.to_ascii_lowercase();
    WORDS.iter().any(|word| tail.contains(word)) || head.starts_with("expect") || head.starts_with("assert")
}

/// The one value in `expect(…)`, if that is what a matcher is called on.
pub(super) fn expected(receiver: Option<Node<'_>>) -> Option<Node<'_>> {
    let expect = receiver.filter(|it| callee(*it) == Some("expect"))?;
    match arguments(expect)[..] {
        [value] => Some(value),
        _ => None,
    }
}
