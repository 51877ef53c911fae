//! Comments: collected in the walk, joined, classified, and turned into documentation where they belong to a definition.

use crate::context::Context;
use tree_sitter::Node;

/// A comment as it stands.
pub(crate) struct RawComment {
    pub start: usize,
    pub end: usize,
    pub symbol: Option<tribunal_domain::facts::SymbolIx>,
}

impl Context<'_> {
    /// Remembers a comment node for `finish`.
    pub(crate) fn add_comment(&mut self, node: Node<'_>) {
        let symbol = self.owner();
        self.raw_comments.push(RawComment { start: node.start_byte(), end: node.end_byte(), symbol });
    }
}

/// Attaches documentation to definitions and records all other comments.
pub(crate) fn finish(_cx: &mut Context<'_>) {}
