//! `unexplained-skip`: a test that is not run, and nobody says why.

use super::case::is_titled;
use super::{ALL_BUT_RUST, weak};
use crate::local::{Local, TreeRule};
use crate::practice_shape::{arguments, callee, has_modifier};
use crate::rule::Rule;
use tribunal_domain::Language;
use tribunal_domain::finding::Severity;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = weak(
    "unexplained-skip",
    Severity::Low,
    ALL_BUT_RUST,
    "A test is skipped and no reason is given.",
    "Whoever meets it cannot know whether it may run again.\n\n\
     ```python\n@pytest.mark.skip            # found\ndef test_refund(): …\n```\n\n\
     Left alone: skips with a reason or a condition, and those with a comment above, beside or at the head of the test.",
);

pub(crate) const TREE_RULE: TreeRule =
    TreeRule { rule: &RULE, kinds: &["decorator", "call", "call_expression", "marker_annotation"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let skips = match (local.tree.language(), node.kind()) {
        (Language::Python, "decorator") => matches!(
            node.text().trim_end_matches("()"),
            "@pytest.mark.skip" | "@mark.skip" | "@unittest.skip" | "@skip"
        ),
        (Language::Python, _) => callee(node) == Some("pytest.skip") && arguments(node).is_empty(),
        (Language::Java, _) => matches!(node.text(), "@Disabled" | "@Ignore"),
        // What every test calls says by its name when it skips.
        (Language::Go, _) => {
            matches!(callee(node), Some("t.Skip" | "t.SkipNow")) && arguments(node).is_empty() && is_in_test(node)
        }
        _ => is_skipped_case(node),
    };
    if skips && !is_explained(node) {
        local.report(&RULE, node, "this test is skipped and nothing says why");
    }
}

/// Whether the function around is one that the tool runs as a test.
fn is_in_test(node: Node<'_>) -> bool {
    let named = |it: Node<'_>| it.field("name").is_some_and(|name| name.text().starts_with("Test"));
    node.ancestors()
        .find(|it| it.kind() == "function_declaration" || it.kind() == "method_declaration")
        .is_some_and(named)
}

/// Lines in which a file says what is to be known of it.
const TOP: u32 = 40;

/// A remark at the head of the file that says what is switched off.
fn is_said_at_the_top(node: Node<'_>) -> bool {
    let Some(root) = node.ancestors().last() else { return false };
    let says = |it: &Node<'_>| {
        let text = it.text().to_ascii_lowercase();
        ["disabled", "skip", "turned off", "switched off"].iter().any(|word| text.contains(word))
    };
    fn top(of: Node<'_>) -> Vec<Node<'_>> {
        let head = of.children().into_iter().take_while(|it| it.line() <= TOP);
        head.filter(|it| it.is_comment()).collect()
    }
    // What stands at the top of a class is about its tests.
    let class = node.ancestors().find(|it| it.kind() == "class_body");
    let before = |it: Node<'_>| {
        let first = it.named_children().into_iter().find(|it| it.kind() == "method_declaration");
        first.map_or(0, Node::line)
    };
    let of_class = class.is_some_and(|it| top(it).iter().any(|comment| comment.line() <= before(it)));
    of_class || top(root).iter().any(says)
}

/// `it.skip("title", () => …)`, `xit("title", () => …)`.
fn is_skipped_case(node: Node<'_>) -> bool {
    let named = matches!(callee(node), Some("it.skip" | "test.skip" | "describe.skip" | "xit" | "xtest" | "xdescribe"));
    named && is_titled(node) && !is_reasoned(node)
}

/// `it.skip("pages (needs a token)", …)`: the title says why.
fn is_reasoned(node: Node<'_>) -> bool {
    let title = arguments(node).first().map(|it| it.text().to_ascii_lowercase()).unwrap_or_default();
    const REASONS: &[&str] =
        &["requires", "needs", "until", "flaky", "blocked", "not supported", "unsupported", "todo"];
    REASONS.iter().any(|word| title.contains(word))
}

/// Whether a comment stands right above, on the same lines, or at the head of what is skipped; or anything does where the
/// skip depends on something.
fn is_explained(node: Node<'_>) -> bool {
    let holder = node
        .ancestors()
        .find(|it| {
            matches!(
                it.kind(),
                "decorated_definition" | "method_declaration" | "class_declaration" | "expression_statement"
            )
        })
        .unwrap_or(node);
    let conditional = node.ancestors().take_while(|it| !it.kind().contains("function")).any(|it| {
        let kind = it.kind();
        kind.ends_with("switch_statement")
            || matches!(kind, "if_statement" | "except_clause" | "else_clause" | "with_statement" | "case_clause")
    });
    const HEAD: u32 = 3;
    let near = |it: Node<'_>| it.is_comment() && it.line() <= node.line() + HEAD;
    let above =
        |it: Node<'_>| it.previous_named().is_some_and(|it| it.is_comment() && it.end_line() + 1 >= holder.line());
    // One remark may be for a whole row of them.
    let skips =
        |it: &Node<'_>| it.kind() == holder.kind() && it.text().get(..40).is_some_and(|head| head.contains("skip"));
    let row = std::iter::successors(Some(holder), |it| it.previous_named().filter(skips)).last().unwrap_or(holder);
    let above_row = row.previous_named().is_some_and(|it| it.is_comment() && it.end_line() + 1 >= row.line());
    let beside = |it: Node<'_>| it.next_named().is_some_and(|it| it.is_comment() && it.line() <= holder.end_line());
    // There is nothing to run in it.
    let base = holder.kind() == "class_declaration" && has_modifier(holder, "abstract");
    // Go keeps the comment above a first statement outside of the list.
    let above_list = holder.parent().filter(|it| it.kind() == "statement_list").is_some_and(above);
    // `fail("Not yet implemented")` says it.
    let unwritten = holder.text().to_ascii_lowercase().contains("not yet implemented");
    // So does a docstring that speaks of it.
    let said = holder.text().split("\"\"\"").nth(1).is_some_and(|text| text.to_ascii_lowercase().contains("skip"));
    base || unwritten
        || said
        || conditional
        || above_list
        || above_row
        || above(holder)
        || above(node)
        || beside(node)
        || beside(holder)
        || is_said_at_the_top(node)
        || holder.descendants().any(|it| near(it) || it.is_comment() && it.text().to_ascii_lowercase().contains("skip"))
}
