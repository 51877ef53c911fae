//! Which bytes are comments, documentation and the texts of strings: noted in the walk, and below what it leaves out.

use crate::languages::{KindFlags, Row};
use tree_sitter::Node;
use tribunal_domain::Language;
use tribunal_domain::facts::{Marked, Zone};

/// The zones of a file while it is walked.
pub(crate) struct Zones<'r> {
    row: &'r Row,
    marked: Vec<Marked>,
}

impl<'r> Zones<'r> {
    pub(crate) fn new(row: &'r Row) -> Self {
        Self { row, marked: Vec::new() }
    }

    /// A comment.
    pub(crate) fn comment(&mut self, text: &str, node: Node<'_>) {
        let written = &text[node.byte_range()];
        let is_doc = ["///", "//!", "/**", "/*!"].iter().any(|mark| written.starts_with(mark));
        self.mark(node.start_byte(), node.end_byte(), if is_doc { Zone::Doc } else { Zone::Comment });
    }

    /// A string's text; `above` is what stands above the string.
    pub(crate) fn string(&mut self, node: Node<'_>, above: Option<Node<'_>>) {
        let zone = if self.row.language == Language::Python && above.is_some_and(is_statement) {
            Zone::Doc
        } else {
            Zone::Text
        };
        let mut from = node.start_byte();
        if node.named_child_count() > 0 {
            // What is put into a string is code again.
            let mut cursor = node.walk();
            for inner in node.named_children(&mut cursor).filter(|inner| is_inserted(inner.kind())) {
                self.mark(from, inner.start_byte(), zone);
                from = inner.end_byte();
            }
        }
        self.mark(from, node.end_byte(), zone);
    }

    /// All of a node and what is below it; `above` are the nodes above, the nearest last.
    pub(crate) fn below<'t>(&mut self, text: &str, node: Node<'t>, mut above: Vec<Node<'t>>) {
        let mut cursor = node.walk();
        loop {
            let at = cursor.node();
            let is_comment = self.one(text, at, above.len().checked_sub(2).map(|ix| above[ix]));
            if !is_comment && cursor.goto_first_child() {
                above.push(at);
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return;
                }
                above.pop();
            }
        }
    }

    /// Marks one node if it is a comment or a string; says whether it is a comment.
    fn one(&mut self, text: &str, node: Node<'_>, above: Option<Node<'_>>) -> bool {
        let flags = self.row.kind_flags(node.kind_id());
        if flags.has(KindFlags::COMMENT) {
            self.comment(text, node);
            return true;
        }
        if flags.has(KindFlags::STRING) {
            self.string(node, above);
        }
        false
    }

    fn mark(&mut self, start: usize, end: usize, zone: Zone) {
        if start < end {
            self.marked.push(Marked { start: start as u32, end: end as u32, zone });
        }
    }

    /// In order, each once.
    pub(crate) fn finish(mut self) -> Vec<Marked> {
        self.marked.sort_unstable();
        self.marked.dedup();
        self.marked
    }
}

/// The zones of a whole tree.
pub(crate) fn zones_of(row: &Row, text: &str, root: Node<'_>) -> Vec<Marked> {
    let mut zones = Zones::new(row);
    zones.below(text, root, Vec::new());
    zones.finish()
}

/// A string that is a statement of its own is documentation where the language writes it so.
fn is_statement(node: Node<'_>) -> bool {
    node.kind() == "expression_statement"
}

/// The nodes of code within strings, as the grammars call them.
fn is_inserted(kind: &str) -> bool {
    (kind.contains("interpolat") || kind.contains("substitution") || kind.contains("expansion"))
        && !kind.starts_with("escape")
}
