//! `focused-test`: a test that keeps the others of its file from running.

use super::case::is_titled;
use super::weak;
use crate::local::{Local, TreeRule};
use crate::practice_shape::callee;
use crate::rule::{Rule, SCRIPTS};
use tribunal_domain::finding::Severity;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = weak(
    "focused-test",
    Severity::Medium,
    SCRIPTS,
    "A test is marked to run alone, so the others of its file do not run.",
    "It is of use while one works at it, and hides failures once it is committed.\n\n\
     ```js\nit.only('adds', () => { … }); // found\n```",
);

pub(crate) const TREE_RULE: TreeRule = TreeRule { rule: &RULE, kinds: &["call_expression"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let Some(name @ ("it.only" | "test.only" | "describe.only" | "fit" | "fdescribe")) = callee(node) else { return };
    // Inside of what is skipped it keeps nothing from running.
    let skipped =
        node.ancestors().any(|it| callee(it).is_some_and(|name| name.ends_with(".skip") || name.starts_with("xd")));
    if !skipped && is_titled(node) {
        let draft = local.report(&RULE, node, format!("`{name}` keeps the other tests of this file from running"));
        (draft.end_line, draft.columns) = (node.line(), None);
    }
}
