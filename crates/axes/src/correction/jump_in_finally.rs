//! `jump-in-finally`: a `finally` that leaves, and with it forgets the error or the result.

use super::needs_fix;
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{body_of, is_function, is_jump, is_loop, jump_word};
use tribunal_domain::Language;
use tribunal_domain::finding::{Category, Severity};
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = Rule {
    category: Category::Error,
    severity: Severity::High,
    ..needs_fix(
        "jump-in-finally",
        &[Language::Python, Language::TypeScript, Language::Tsx, Language::JavaScript, Language::Java],
        "A `finally` leaves by itself, so the error or the result is forgotten.",
        "`return`, `break` and `continue` in a `finally` replace the exception that is on its way, and the value that was \
         returned.\n\n\
         ```java\ntry {\n    return load();\n} finally {\n    return fallback;    // found: load's result and its exception are lost\n}\n```\n\n\
         Left alone: jumps of loops and functions inside of the `finally`, `throw`, and a `finally` behind a handler that \
         takes every error, or one with a remark right before it.",
    )
};

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: &["finally_clause"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(body) = body_of(node).filter(|_| !is_settled(node) && !is_explained(node)) else { return };
    let mut walk = body.descendants();
    while let Some(inner) = walk.next() {
        if is_function(inner) || inner.kind().contains("class_") || inner.kind() == "try_statement" {
            walk.leave_out();
        } else if is_jump(inner) && leaves_finally(inner, body) {
            let word = jump_word(inner).unwrap_or("jump");
            local.report(&RULE, inner, format!("`{word}` in a `finally` forgets the error that is on its way"));
            walk.leave_out();
        }
    }
}

/// Whether a remark stands right before it, on a line of its own: who writes one there has thought of the error.
fn is_explained(node: Node<'_>) -> bool {
    let alone = |it: Node<'_>| {
        let before = &node.tree().text()[..it.bytes().start];
        before[before.rfind('\n').map_or(0, |at| at + 1)..].trim().is_empty()
    };
    let comments = node.parent().into_iter().flat_map(Node::descendants).filter(|it| it.is_comment());
    comments.into_iter().any(|it| it.end_line() + 1 == node.line() && alone(it))
}

/// Whether a handler takes every error and throws none: then nothing is on its way.
fn is_settled(node: Node<'_>) -> bool {
    let handlers = node.parent().map(Node::named_children).unwrap_or_default();
    let takes_all = |it: &Node<'_>| {
        let head = it.text().lines().next().unwrap_or_default();
        let all = match it.kind() {
            "catch_clause" => it.tree().language() != Language::Java || head.contains("Throwable"),
            "except_clause" => head.starts_with("except:") || head.contains("BaseException"),
            _ => false,
        };
        all && !it.descendants().any(|it| matches!(it.kind(), "throw_statement" | "raise_statement"))
    };
    handlers.iter().any(takes_all)
}

fn leaves_finally(jump: Node<'_>, body: Node<'_>) -> bool {
    let inside = || jump.ancestors().take_while(|above| *above != body);
    match jump_word(jump) {
        Some("return") => true,
        Some("break") => !inside().any(|above| is_loop(above) || above.kind().contains("switch")),
        Some("continue") => !inside().any(is_loop),
        _ => false,
    }
}
