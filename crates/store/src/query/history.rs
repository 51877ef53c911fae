//! Questions about history: a file's commits and what changed together with it.

use super::{CoChangeNeighbor, CommitInfo, KnowledgeBase};
use crate::StoreError;
use crate::curated::read::path;
use rusqlite::Row;
use tribunal_domain::SymbolId;

impl KnowledgeBase<'_> {
    /// The newest commits that changed a file, newest first.
    pub fn recent_commits(&self, file: SymbolId, limit: u32) -> Result<Vec<CommitInfo>, StoreError> {
        self.ask(|connection| {
            let sql = "SELECT c.id, c.author, c.time, c.message, x.kind, x.insertions, x.deletions
                       FROM file_commits x JOIN commits c ON c.ordinal = x.commit_ordinal
                       WHERE x.file_id = ?1 ORDER BY c.time DESC, c.id, x.position LIMIT ?2";
            connection.prepare_cached(sql)?.query_map((file.0, limit), commit)?.collect()
        })
    }

    /// Files that changed together with a file at least `min_count` times, most often first.
    pub fn co_change_neighbors(&self, file: SymbolId, min_count: u32) -> Result<Vec<CoChangeNeighbor>, StoreError> {
        self.ask(|connection| {
            let sql = "SELECT p.path, x.count, x.last_commit FROM (
                         SELECT b AS other, count, last_commit FROM co_changes WHERE a = ?1
                         UNION ALL SELECT a, count, last_commit FROM co_changes WHERE b = ?1) x
                       JOIN history_paths p ON p.id = x.other WHERE x.count >= ?2 ORDER BY x.count DESC, p.path";
            let read = |row: &Row<'_>| {
                Ok(CoChangeNeighbor { path: path(row, 0)?, count: row.get(1)?, last_commit: row.get(2)? })
            };
            connection.prepare_cached(sql)?.query_map((file.0, min_count), read)?.collect()
        })
    }
}

fn commit(row: &Row<'_>) -> rusqlite::Result<CommitInfo> {
    Ok(CommitInfo {
        id: row.get(0)?,
        author: row.get(1)?,
        time: row.get(2)?,
        message: row.get(3)?,
        change: row.get(4)?,
        insertions: row.get(5)?,
        deletions: row.get(6)?,
    })
}
