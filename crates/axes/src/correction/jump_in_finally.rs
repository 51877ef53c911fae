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
         Left alone: jumps of loops and functions inside of the `finally`, and `throw`.",
    )
};

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: &["finally_clause"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(body) = body_of(node) else { return };
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

fn leaves_finally(jump: Node<'_>, body: Node<'_>) -> bool {
    let inside = || jump.ancestors().take_while(|above| *above != body);
    match jump_word(jump) {
        Some("return") => true,
        Some("break") => !inside().any(|above| is_loop(above) || above.kind().contains("switch")),
        Some("continue") => !inside().any(is_loop),
        _ => false,
    }
}
