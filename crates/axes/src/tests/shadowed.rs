//! `shadowed-test`: a test that another one of the same name takes the place of.

use super::weak;
use crate::local::{Local, TreeRule};
use crate::practice_shape::function_name;
use crate::rule::Rule;
use crate::shape::{mentions, statements};
use rustc_hash::FxHashMap;
use tribunal_domain::Language;
use tribunal_domain::finding::Severity;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = weak(
    "shadowed-test",
    Severity::Medium,
    &[Language::Python],
    "A later test of the same name takes the place of this one, which never runs.",
    "The second definition replaces the first when the file is loaded; no runner ever sees the first.\n\n\
     ```python\ndef test_empty(): …   # found\ndef test_empty(): …\n```\n\n\
     Left alone: definitions in branches, what a decorator may keep, and what is used before it is replaced.",
);

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: &["module", "block"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let of_class = || node.parent().is_some_and(|it| it.kind() == "class_definition");
    if node.kind() == "block" && !of_class() {
        return;
    }
    let parts = statements(node);
    let mut last: FxHashMap<&str, usize> = FxHashMap::default();
    for (at, statement) in parts.iter().enumerate().rev() {
        let (definition, marks) = defined(*statement);
        let Some(name) = definition.and_then(function_name).filter(|it| is_test(it)) else { continue };
        if marks.iter().any(|it| keeps(it)) {
            continue;
        }
        let Some(definition) = definition else { continue };
        let Some(next) = last.insert(name, at) else { continue };
        if !is_used(&parts[at + 1..=next], name) {
            let line = defined(parts[next]).0.unwrap_or(parts[next]).line();
            let message = format!("`{name}` is defined again in line {line}, so this one never runs");
            let draft = local.report(&RULE, definition, message);
            (draft.end_line, draft.columns) = (definition.line(), None);
        }
    }
}

/// Whether something names the first one before the second takes its place, or the second is made of it.
fn is_used(until: &[Node<'_>], name: &str) -> bool {
    until.iter().any(|it| match defined(*it).0 {
        Some(definition) => definition.field("superclasses").is_some_and(|it| mentions(it, name)),
        None => mentions(*it, name),
    })
}

/// The function or class a statement defines, and its decorators.
fn defined(statement: Node<'_>) -> (Option<Node<'_>>, Vec<&str>) {
    match statement.kind() {
        "decorated_definition" => {
            let marks = statement.named_children().into_iter().filter(|it| it.kind() == "decorator").map(Node::text);
            (statement.field("definition"), marks.collect())
        }
        "function_definition" | "class_definition" => (Some(statement), Vec::new()),
        _ => (None, Vec::new()),
    }
}

fn is_test(name: &str) -> bool {
    name.starts_with("test_") || name.starts_with("Test") && name.len() > "Test".len()
}

/// Decorators that put a function somewhere, where it stays.
fn keeps(mark: &str) -> bool {
    let harmless = ["@pytest.mark", "@patch", "@mock.patch", "@unittest.", "@override_settings"];
    !harmless.iter().any(|it| mark.starts_with(it))
}
