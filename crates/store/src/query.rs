//! Asking the knowledge base: one typed method per question, over a connection that cannot write.
//!
//! Answers are plain data, sorted by bytes, with paths and ids as text when serialised. Nothing known is an empty
//! answer, not an error. Uses are decoded from the facts and resolutions of just the files that have them.

mod answers;
mod context;
mod dependencies;
mod files;
mod history;
pub(crate) mod loaded;
mod overview;
mod references;
mod symbols;
mod texts;

pub use answers::{
    CoChangeNeighbor, CommentInfo, CommitInfo, Definition, Definitions, Dependency, DependencyGraph, Direction,
    DocInfo, Enclosing, EntryPointInfo, FileContext, FileInfo, ImportInfo, MentionInfo, Neighbor, Overview,
    ReferenceAt, ReferenceCounts, References, SymbolInfo, SymbolMatches, Use, UseState,
};

use crate::database::{Database, on_one_state};
use crate::{Curated, StoreError};
use rusqlite::Connection;

/// The questions.
#[derive(Debug, Clone, Copy)]
pub struct KnowledgeBase<'c> {
    database: &'c Database,
}

impl<'c> KnowledgeBase<'c> {
    /// Asks this base.
    pub fn new(curated: &'c Curated) -> Self {
        Self { database: &curated.database }
    }

    fn ask<T>(self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        self.database.run(|connection| on_one_state(connection, work))
    }
}
