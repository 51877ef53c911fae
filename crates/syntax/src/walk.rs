//! One iterative pass over a syntax tree. Depth costs memory on the heap, never on the stack.

use crate::context::Context;
use crate::languages::{Extraction, Row};
use crate::parse::{self, Stopped};
use crate::source::Source;
use crate::{Limits, comments, queries};
use tree_sitter::{Node, Tree, TreeCursor};
use tribunal_domain::RepoPath;
use tribunal_domain::facts::{FileFacts, ProblemKind};

/// What the walk does below the node just entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Visit {
    /// Enter its children.
    Children,
    /// Leave it out with everything below.
    Skip,
}

/// A language's part of the walk. One value lives for one file.
pub(crate) trait Extractor {
    /// Called once for each node (anonymous ones too), parents first, in source order.
    fn enter<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) -> Visit;

    /// Called when all children were visited. Most languages do not need it.
    fn leave<'t>(&mut self, _cx: &mut Context<'t>, _node: Node<'t>) {}

    /// Called after the last node, before docs are attached.
    fn finish(&mut self, _cx: &mut Context<'_>) {}
}

/// Parses and walks; see `crate::extract_with_tree`.
pub(crate) fn extract(row: &Row, path: &RepoPath, bytes: &[u8], limits: Limits) -> (FileFacts, Option<(Source, Tree)>) {
    let mut facts = FileFacts::empty(row.language);
    if bytes.len() > limits.bytes {
        let text = format!("{} bytes, more than the cap of {}", bytes.len(), limits.bytes);
        return (with_problem(facts, ProblemKind::TooLarge, &text), None);
    }
    let source = Source::decode(bytes);
    facts.lines = source.lines();
    let tree = match parse::parse(row, source.text(), limits) {
        Ok(tree) => tree,
        Err(Stopped::Budget) => {
            return (with_problem(facts, ProblemKind::TooSlow, "parsing costs more than the cap"), None);
        }
        Err(Stopped::Stack) => return (with_problem(facts, ProblemKind::TooDeep, "no stack to parse it on"), None),
    };
    let mut cx = Context::new(row, path, &source, facts);
    match row.extraction {
        Extraction::Walk(extractor) => walk(&mut cx, &tree, extractor().as_mut()),
        Extraction::Queries(query) => {
            let mut measuring = queries::run(&mut cx, &tree, query());
            walk(&mut cx, &tree, &mut measuring);
        }
    }
    comments::finish(&mut cx);
    let facts = cx.into_facts();
    (facts, Some((source, tree)))
}

fn with_problem(mut facts: FileFacts, kind: ProblemKind, text: &str) -> FileFacts {
    let message = tribunal_domain::facts::Interner::default().intern(&mut facts.strings, text);
    facts.problems.push(tribunal_domain::facts::Problem { kind, line: None, message });
    facts
}

fn walk<'t>(cx: &mut Context<'t>, tree: &'t Tree, extractor: &mut dyn Extractor) {
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        // Half of all nodes are punctuation and keywords: no language needs to be asked about them.
        let down = if !node.is_named() && !node.is_error() {
            cx.pass_token(node);
            if !cursor.goto_next_sibling() && !climb(cx, &mut cursor, extractor) {
                return;
            }
            continue;
        } else if cx.arrive(node, cursor.field_name()) == Visit::Skip {
            Visit::Skip
        } else if cx.is_comment(node) {
            cx.add_comment(node);
            Visit::Skip
        } else {
            extractor.enter(cx, node)
        };
        if down == Visit::Skip && !cx.is_comment(node) {
            cx.pass_over(node);
        }
        if down == Visit::Children && cursor.goto_first_child() {
            cx.descend(node);
            continue;
        }
        extractor.leave(cx, node);
        cx.depart(node);
        if !cursor.goto_next_sibling() && !climb(cx, &mut cursor, extractor) {
            return;
        }
    }
}

/// Leaves finished parents until one has a next sibling; `false` when the whole tree is done.
fn climb<'t>(cx: &mut Context<'t>, cursor: &mut TreeCursor<'t>, extractor: &mut dyn Extractor) -> bool {
    loop {
        if !cursor.goto_parent() {
            extractor.finish(cx);
            return false;
        }
        let node = cursor.node();
        cx.ascend();
        extractor.leave(cx, node);
        cx.depart(node);
        if cursor.goto_next_sibling() {
            return true;
        }
    }
}
