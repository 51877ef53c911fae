//! The composite answer: everything about one file.

use super::{Direction, FileContext, KnowledgeBase};
use crate::StoreError;
use tribunal_domain::SymbolId;

/// As many commits as a reader looks at.
const COMMITS: u32 = 10;

/// Pairs of files that changed together only once are noise and not even kept.
const MIN_CO_CHANGES: u32 = 2;

impl KnowledgeBase<'_> {
    /// Everything about one file; `None` if it is not in the snapshot.
    pub fn file_context(&self, file: SymbolId) -> Result<Option<FileContext>, StoreError> {
        let Some(info) = self.file(file)? else { return Ok(None) };
        Ok(Some(FileContext {
            file: info,
            metadata: self.file_metadata(file)?,
            symbols: self.symbols_for_file(file, None)?,
            docstrings: self.docstrings_for_file(file)?,
            rationale: self.rationale_comments(file)?,
            imports: self.imports_for_file(file)?,
            dependencies: self.dependencies(file, Direction::Out)?,
            dependents: self.dependencies(file, Direction::In)?,
            co_changes: self.co_change_neighbors(file, MIN_CO_CHANGES)?,
            commits: self.recent_commits(file, COMMITS)?,
            entry_points: self.entry_points(Some(file))?,
        }))
    }
}
