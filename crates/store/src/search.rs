//! What context packing reads in bulk: search documents by content, all commits, all edges.
//!
//! Documents and token counts are caches of what a content alone decides. Whoever finds one missing computes it and puts it
//! here; the terms' encoding belongs to the caller, who raises `version` when it changes.

use crate::codec::damaged;
use crate::curated::read::blob;
use crate::{Curated, StoreError};
use rusqlite::{Connection, Row};
use std::collections::{HashMap, HashSet};
use tribunal_domain::{ContentHash, SymbolId};

/// A commit without its files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommitHead {
    /// Its row, by which changes name it; not stable between bases.
    pub ordinal: i64,
    /// Its id.
    pub id: String,
    /// When it was committed, in seconds.
    pub time: i64,
    /// Its message.
    pub message: String,
}

impl Curated {
    /// The contents whose documents are kept in this version.
    pub fn document_hashes(&self, version: u32) -> Result<HashSet<ContentHash>, StoreError> {
        self.database.run(|connection| {
            let mut statement = connection.prepare_cached("SELECT content_hash FROM documents WHERE version = ?1")?;
            statement.query_map([version], |row| content_hash(row, 0))?.collect()
        })
    }

    /// Calls `visit` with every file that has a document of this version, in no particular order.
    pub fn visit_documents(&self, version: u32, visit: &mut dyn FnMut(SymbolId, &[u8])) -> Result<(), StoreError> {
        let sql = "SELECT f.id, d.terms FROM files f JOIN documents d USING (content_hash) WHERE d.version = ";
        self.visit(&format!("{sql}{version}"), visit)
    }

    /// Keeps documents.
    pub fn put_documents(&self, version: u32, documents: &[(ContentHash, Vec<u8>)]) -> Result<(), StoreError> {
        self.in_one_transaction(|connection| {
            let sql = "INSERT OR REPLACE INTO documents VALUES (?1, ?2, ?3)";
            let mut insert = connection.prepare_cached(sql)?;
            documents.iter().try_for_each(|(hash, terms)| insert.execute((hash.as_bytes(), version, terms)).map(|_| ()))
        })
    }

    /// How many tokens each content has that was counted in this vocabulary.
    pub fn token_counts(&self, vocabulary: &str) -> Result<HashMap<ContentHash, u32>, StoreError> {
        self.database.run(|connection| {
            let sql = "SELECT content_hash, tokens FROM token_counts WHERE vocabulary = ?1";
            let read = |row: &Row<'_>| Ok((content_hash(row, 0)?, row.get::<_, u32>(1)?));
            connection.prepare_cached(sql)?.query_map([vocabulary], read)?.collect()
        })
    }

    /// Keeps counts.
    pub fn put_token_counts(&self, vocabulary: &str, counts: &[(ContentHash, u32)]) -> Result<(), StoreError> {
        self.in_one_transaction(|connection| {
            let sql = "INSERT OR REPLACE INTO token_counts VALUES (?1, ?2, ?3)";
            let mut insert = connection.prepare_cached(sql)?;
            counts
                .iter()
                .try_for_each(|(hash, tokens)| insert.execute((hash.as_bytes(), vocabulary, tokens)).map(|_| ()))
        })
    }

    /// All commits, newest first; of equal times by id.
    pub fn commit_heads(&self) -> Result<Vec<CommitHead>, StoreError> {
        self.database.run(|connection| {
            let sql = "SELECT ordinal, id, committed, message FROM commits";
            let read = |row: &Row<'_>| {
                let (ordinal, id, time, message) = (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
                Ok(CommitHead { ordinal, id, time, message })
            };
            let mut statement = connection.prepare_cached(sql)?;
            let mut heads = statement.query_map([], read)?.collect::<rusqlite::Result<Vec<_>>>()?;
            heads.sort_by(|one, two| two.time.cmp(&one.time).then_with(|| one.id.cmp(&two.id)));
            Ok(heads)
        })
    }

    /// Which commit (by ordinal) changed which file; a renamed file counts under both names. Sorted, without repeats.
    pub fn all_changes(&self) -> Result<Vec<(i64, SymbolId)>, StoreError> {
        self.database.run(|connection| {
            let mut statement =
                connection.prepare_cached("SELECT commit_ordinal, file_id, old_file_id FROM file_commits")?;
            let mut rows = statement.query([])?;
            let mut changes = Vec::new();
            while let Some(row) = rows.next()? {
                let ordinal: i64 = row.get(0)?;
                changes.push((ordinal, SymbolId(row.get(1)?)));
                changes.extend(row.get::<_, Option<i64>>(2)?.map(|old| (ordinal, SymbolId(old))));
            }
            changes.sort_unstable();
            changes.dedup();
            Ok(changes)
        })
    }

    /// Which file was renamed to which, by commit (its ordinal); known for commits read in detail alone.
    pub fn all_renames(&self) -> Result<Vec<(i64, SymbolId, SymbolId)>, StoreError> {
        self.database.run(|connection| {
            let sql = "SELECT commit_ordinal, old_file_id, file_id FROM file_commits WHERE old_file_id IS NOT NULL";
            let read = |row: &Row<'_>| Ok((row.get(0)?, SymbolId(row.get(1)?), SymbolId(row.get(2)?)));
            let mut statement = connection.prepare_cached(sql)?;
            let mut renames = statement.query_map([], read)?.collect::<rusqlite::Result<Vec<_>>>()?;
            renames.sort_unstable();
            Ok(renames)
        })
    }

    /// All edges between files, from a dependent to what it depends on, sorted.
    pub fn all_edges(&self) -> Result<Vec<(SymbolId, SymbolId)>, StoreError> {
        self.database.run(|connection| {
            let mut statement = connection.prepare_cached("SELECT DISTINCT from_file, to_file FROM dependencies")?;
            let read = |row: &Row<'_>| Ok((SymbolId(row.get(0)?), SymbolId(row.get(1)?)));
            let mut edges = statement.query_map([], read)?.collect::<rusqlite::Result<Vec<_>>>()?;
            edges.sort_unstable();
            Ok(edges)
        })
    }

    pub(crate) fn in_one_transaction(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<()>,
    ) -> Result<(), StoreError> {
        self.check_current()?;
        self.database.run(|connection| {
            connection.execute_batch("BEGIN IMMEDIATE")?;
            let done = work(connection).and_then(|()| connection.execute_batch("COMMIT"));
            if done.is_err() {
                let _ = connection.execute_batch("ROLLBACK");
            }
            done
        })
    }
}

pub(crate) fn content_hash(row: &Row<'_>, column: usize) -> rusqlite::Result<ContentHash> {
    let bytes = blob(row, column)?;
    bytes
        .try_into()
        .map(ContentHash::from_bytes)
        .map_err(|_| damaged(format!("a content hash of {} bytes", bytes.len())))
}
