//! What a review reads of the whole base at once: all facts, all settled names, all entry points, and what was seen in
//! each content before. Blobs are handed out as they are kept, so that they can be decoded on several threads.

use crate::codec::{damaged, decode};
use crate::curated::read::{StoredOutcomes, blob};
use crate::{Curated, StoreError};
use rusqlite::Connection;
use tribunal_domain::{ContentHash, EntryPoint, FileResolution, Language, SymbolId};

impl Curated {
    /// Calls `visit` with every file that has facts, in no particular order.
    pub fn visit_facts(&self, visit: &mut dyn FnMut(SymbolId, &[u8])) -> Result<(), StoreError> {
        self.visit("SELECT f.id, b.facts FROM files f JOIN fact_blobs b ON b.id = f.facts_id", visit)
    }

    /// Calls `visit` with every file whose names are settled, in no particular order; see [`decode_resolution`].
    pub fn visit_resolutions(&self, visit: &mut dyn FnMut(SymbolId, &[u8])) -> Result<(), StoreError> {
        self.visit("SELECT file_id, outcomes FROM resolution_blobs", visit)
    }

    /// Calls `visit` with every content in which something was seen by this version, and with that, in no particular
    /// order; only what is `wanted` is read.
    pub fn visit_observations(
        &self,
        version: u32,
        wanted: &mut dyn FnMut(ContentHash, Language) -> bool,
        visit: &mut dyn FnMut(ContentHash, Language, &[u8]),
    ) -> Result<(), StoreError> {
        self.database.run(|connection| {
            let sql = "SELECT content_hash, language, seen FROM observations WHERE version = ?1";
            let mut statement = connection.prepare_cached(sql)?;
            let mut rows = statement.query([version])?;
            while let Some(row) = rows.next()? {
                let hash = <[u8; 32]>::try_from(blob(row, 0)?).map_err(damaged)?;
                let Some(language) = Language::from_name(row.get_ref(1)?.as_str().map_err(damaged)?) else { continue };
                let hash = ContentHash::from_bytes(hash);
                if wanted(hash, language) {
                    visit(hash, language, blob(row, 2)?);
                }
            }
            Ok(())
        })
    }

    /// Keeps what was seen in contents.
    pub fn put_observations(&self, version: u32, seen: &[(ContentHash, Language, Vec<u8>)]) -> Result<(), StoreError> {
        self.in_one_transaction(|connection| {
            seen.iter()
                .try_for_each(|(hash, language, bytes)| put_observation(connection, version, *hash, *language, bytes))
        })
    }

    /// All entry points, sorted.
    pub fn all_entry_points(&self) -> Result<Vec<EntryPoint>, StoreError> {
        self.database.run(|connection| {
            let mut statement =
                connection.prepare_cached("SELECT symbol_id, file_id, kind, reason FROM entry_points")?;
            let read = |row: &rusqlite::Row<'_>| {
                let (symbol, file) = (SymbolId(row.get(0)?), SymbolId(row.get(1)?));
                Ok(EntryPoint { symbol, file, kind: row.get(2)?, reason: row.get(3)? })
            };
            let mut entries = statement.query_map([], read)?.collect::<rusqlite::Result<Vec<_>>>()?;
            entries.sort_unstable();
            Ok(entries)
        })
    }

    /// Calls `visit` with the id and the blob of every row.
    pub(crate) fn visit(&self, sql: &str, visit: &mut dyn FnMut(SymbolId, &[u8])) -> Result<(), StoreError> {
        self.database.run(|connection| {
            let mut statement = connection.prepare_cached(sql)?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                visit(SymbolId(row.get(0)?), blob(row, 1)?);
            }
            Ok(())
        })
    }
}

/// Keeps what was seen in a content.
pub(crate) fn put_observation(
    connection: &Connection,
    version: u32,
    hash: ContentHash,
    language: Language,
    bytes: &[u8],
) -> rusqlite::Result<()> {
    let sql = "INSERT OR REPLACE INTO observations VALUES (?1, ?2, ?3, ?4)";
    connection.prepare_cached(sql)?.execute((hash.as_bytes(), language.name(), version, bytes)).map(|_| ())
}

/// What [`Curated::visit_resolutions`] hands out, without `reads`; `None` if it is damaged.
pub fn decode_resolution(bytes: &[u8]) -> Option<FileResolution> {
    let (symbols, references, imports, dependencies, overrides): StoredOutcomes = decode(bytes).ok()?;
    Some(FileResolution { symbols, references, imports, dependencies, overrides, reads: Vec::new() })
}
