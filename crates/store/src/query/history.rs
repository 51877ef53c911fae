//! Questions about history: a file's commits and what changed together with it.

use super::{CoChangeNeighbor, CommitInfo, KnowledgeBase};
use crate::StoreError;
use crate::curated::read::path;
use rusqlite::Row;
use tribunal_domain::{ChangeKind, SymbolId};

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

    /// The commit that added a file, if no other has changed it; its number is for [`Self::added_by`] and
    /// [`Self::commits_after`].
    pub fn only_commit(&self, file: SymbolId) -> Result<Option<i64>, StoreError> {
        self.ask(|connection| {
            let sql = "SELECT commit_ordinal, kind FROM file_commits WHERE file_id = ?1 LIMIT 2";
            let mut rows = connection.prepare_cached(sql)?;
            let changes: Vec<(i64, String)> =
                rows.query_map([file.0], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<rusqlite::Result<_>>()?;
            let only = <[_; 1]>::try_from(changes).ok().map(|[change]| change);
            Ok(only.filter(|(_, kind)| kind == ChangeKind::Added.name()).map(|(commit, _)| commit))
        })
    }

    /// The files that a commit added.
    pub fn added_by(&self, commit: i64) -> Result<Vec<SymbolId>, StoreError> {
        self.ask(|connection| {
            let sql = "SELECT file_id FROM file_commits WHERE commit_ordinal = ?1 AND kind = ?2";
            let rows = (commit, ChangeKind::Added.name());
            connection.prepare_cached(sql)?.query_map(rows, |row| row.get(0).map(SymbolId))?.collect()
        })
    }

    /// How many files a commit deleted: one that moves a folder deletes as many as it adds.
    pub fn deleted_by(&self, commit: i64) -> Result<u32, StoreError> {
        self.ask(|connection| {
            let sql = "SELECT COUNT(*) FROM file_commits WHERE commit_ordinal = ?1 AND kind = ?2";
            let rows = (commit, ChangeKind::Deleted.name());
            connection.prepare_cached(sql)?.query_row(rows, |row| row.get(0))
        })
    }

    /// How many commits are younger than a commit, and by how many seconds the youngest is.
    pub fn commits_after(&self, commit: i64) -> Result<(u32, i64), StoreError> {
        self.ask(|connection| {
            let sql = "SELECT COUNT(*), COALESCE(MAX(y.committed) - c.committed, 0) FROM commits c
                       JOIN commits y ON y.committed > c.committed WHERE c.ordinal = ?1";
            connection.prepare_cached(sql)?.query_row([commit], |row| Ok((row.get(0)?, row.get(1)?)))
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
