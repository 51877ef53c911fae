//! Facts by tree-sitter queries, for languages read at the level of definitions and imports.

use crate::context::Context;
use tree_sitter::{Query, Tree};

/// Runs `query` over the tree and records what it captures.
pub(crate) fn run<'t>(_cx: &mut Context<'t>, _tree: &'t Tree, _query: &'static Query) {}
