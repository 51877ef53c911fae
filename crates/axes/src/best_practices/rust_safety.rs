//! Practices of Rust where the compiler's guarantees end.

use super::practice::{Practice, RUST, practice};
use crate::local::{Local, TreeRule};
use crate::practice_shape::in_rust_test;
use crate::rule::Rule;
use tribunal_domain::finding::{Category, Severity};
use tribunal_syntax::tree::Node;

/// Lines above an unsafe block in which its reason may stand.
const REASON_LINES: u32 = 12;

/// So few can be explained whatever the habit is.
const FEW_BLOCKS: usize = 2;

pub(crate) const MISSING_SAFETY_COMMENT: Rule = practice(&Practice {
    name: "missing-safety-comment",
    languages: RUST,
    severity: Severity::Low,
    category: Category::Security,
    confidence: 85,
    summary: "An unsafe block does not say why it is sound.",
    doc: "The compiler does not check it, so the next reader has to, and needs the argument.\n\n\
          ```rust\nlet first = unsafe { *bytes.as_ptr() };     // found\n\n\
          // SAFETY: `bytes` is not empty, checked above.\nlet first = unsafe { *bytes.as_ptr() };\n```\n\n\
          Left alone: blocks with any comment that speaks of safety in them, right above them or above their statement, \
          files that explain fewer than half of many, and tests.",
});

pub(crate) const MISSING_SAFETY_COMMENT_TREE: TreeRule =
    TreeRule { rule: &MISSING_SAFETY_COMMENT, kinds: &["unsafe_block"], check: missing_safety_comment };

fn missing_safety_comment(local: &mut Local<'_>, node: Node<'_>) {
    let generated = node.ancestors().any(|it| it.kind() == "macro_definition");
    if is_explained(local, node) || generated || in_rust_test(node) || !is_habit(local) {
        return;
    }
    let draft = local.report(&MISSING_SAFETY_COMMENT, node, "unsafe block gives no reason why it is sound");
    draft.end_line = draft.start_line;
}

/// Whether the file explains its unsafe blocks: a binding to another language that never does has made its choice.
fn is_habit(local: &Local<'_>) -> bool {
    let blocks = local.tree.root().descendants().filter(|it| it.kind() == "unsafe_block");
    let (explained, silent): (Vec<_>, Vec<_>) = blocks.partition(|it| is_explained(local, *it));
    silent.len() <= FEW_BLOCKS || explained.len() >= silent.len()
}

/// A comment that speaks of safety, in the block or a little above.
fn is_explained(local: &Local<'_>, node: Node<'_>) -> bool {
    let from = node.line().saturating_sub(REASON_LINES);
    let near = |line: u32| from <= line && line <= node.end_line();
    let speaks = |text: &str| {
        let text = text.to_ascii_lowercase();
        ["safe", "sound", "guarantee", "invariant", "valid"].iter().any(|word| text.contains(word))
    };
    let facts = local.facts;
    facts.comments.iter().any(|it| near(it.line) && speaks(facts.text(it.text)))
        || facts.docs.iter().any(|it| near(it.span.end.line) && speaks(facts.text(it.text)))
}

pub(crate) const MUTABLE_STATIC: Rule = practice(&Practice {
    name: "mutable-static",
    languages: RUST,
    severity: Severity::Low,
    category: Category::Security,
    confidence: 90,
    summary: "A `static mut` can be changed by two threads at once.",
    doc: "Every use of it is unsafe. Atomics, `Mutex` and `OnceLock` are not.\n\n\
          ```rust\nstatic mut COUNT: u32 = 0;     // found: `static COUNT: AtomicU32`\n```\n\n\
          Left alone: statics that are not mutable, and those of other languages (`extern`).",
});

pub(crate) const MUTABLE_STATIC_TREE: TreeRule =
    TreeRule { rule: &MUTABLE_STATIC, kinds: &["static_item"], check: mutable_static };

fn mutable_static(local: &mut Local<'_>, node: Node<'_>) {
    let mutable = node.named_children().iter().any(|it| it.kind() == "mutable_specifier");
    let foreign = node.ancestors().any(|it| it.kind() == "foreign_mod_item");
    if mutable && !foreign && !in_rust_test(node) {
        let name = node.field("name").map(Node::text).unwrap_or_default();
        local.report(&MUTABLE_STATIC, node, format!("`{name}` is a `static mut`"));
    }
}
