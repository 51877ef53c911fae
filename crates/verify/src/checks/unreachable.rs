//! `unreachable`: code behind a jump.

use super::Outcome;
use crate::scene::{Look, Scene, Side};
use crate::subject::evidence;
use tribunal_domain::finding::Claim;
use tribunal_syntax::tree::Node;

/// How deep branches are followed.
const DEPTH: usize = 8;

/// Checks whether a statement of the same block before the line always leaves.
pub fn check(scene: &dyn Scene, claim: &Claim) -> Outcome {
    let path = scene.renamed(&claim.path).unwrap_or_else(|| claim.path.clone());
    let Look::File(file) = scene.look(Side::Head, &path) else { return Outcome::open("the file cannot be read") };
    let (Some(tree), Some(line)) = (file.tree(), claim.line) else { return Outcome::open("the language is not known") };
    let last = claim.end_line.unwrap_or(line).max(line);
    let statements: Vec<Node<'_>> = tree
        .root()
        .descendants()
        .filter(|node| node.is_named() && line <= node.line() && node.line() <= last)
        .collect();
    if statements.is_empty() {
        return Outcome::open("no statement starts at the line");
    }
    for statement in &statements {
        if let Some(leaver) = leaver_before(*statement) {
            let shown = vec![
                evidence(&file, leaver.line(), leaver.end_line(), "always leaves"),
                evidence(&file, statement.line(), statement.line(), "never reached"),
            ];
            return Outcome::holds("a statement before it always leaves", shown);
        }
    }
    if claim.value == "after a jump" && !statements.iter().any(|node| node.has_error()) {
        // The place may be the jump itself, or a line off.
        let near = tree
            .root()
            .descendants()
            .any(|node| node.is_named() && is_jump(node.kind()) && node.line().abs_diff(line) <= 3);
        if !near {
            return Outcome::refuted(
                "no statement before it leaves",
                vec![evidence(&file, line, last, "what stands there")],
            );
        }
    }
    Outcome::open("why it should not be reached cannot be told")
}

fn leaver_before(statement: Node<'_>) -> Option<Node<'_>> {
    let parent = statement.parent()?;
    let block = parent.kind().contains("block")
        || parent.kind().contains("body")
        || parent.kind().contains("statement_list")
        || parent.kind() == "statement_block";
    if !block {
        return None;
    }
    let mut at = statement.previous_named();
    while let Some(before) = at {
        if !before.is_comment() && leaves(before, 0) {
            return Some(before);
        }
        at = before.previous_named();
    }
    None
}

fn is_jump(kind: &str) -> bool {
    [
        "return_statement",
        "raise_statement",
        "throw_statement",
        "break_statement",
        "continue_statement",
        "return_expression",
        "break_expression",
        "continue_expression",
        "throw_expression",
    ]
    .contains(&kind)
}

/// Whether a statement leaves whatever happens: a jump, or an `if` with an `else` that both do.
fn leaves(node: Node<'_>, depth: usize) -> bool {
    if is_jump(node.kind()) {
        return true;
    }
    if depth > DEPTH {
        return false;
    }
    if node.kind() == "expression_statement" {
        return node.only_child().is_some_and(|inner| leaves(inner, depth + 1));
    }
    if !node.kind().starts_with("if") {
        return false;
    }
    let ends = |block: Node<'_>| {
        block.named_children().last().is_some_and(|last| leaves(*last, depth + 1)) || leaves(block, depth + 1)
    };
    let then = node.field("consequence").is_some_and(ends);
    let alternatives = node.fields("alternative");
    let otherwise = alternatives.last().is_some_and(|last| {
        let inner = if last.kind().contains("else") {
            last.field("body").or_else(|| last.named_children().last().copied())
        } else {
            Some(*last)
        };
        !last.kind().contains("elif") && inner.is_some_and(ends)
    });
    let all = alternatives.iter().all(|one| !one.kind().contains("elif") || one.field("consequence").is_some_and(ends));
    then && otherwise && all
}
