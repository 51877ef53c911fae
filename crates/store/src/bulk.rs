//! What a review reads of the whole base at once: all facts, all settled names, all entry points, and what was seen in
//! each content before. Blobs are handed out as they are kept, so that they can be decoded on several threads.

use crate::codec::{damaged, decode};
use crate::curated::read::{StoredOutcomes, blob};
use crate::{Curated, StoreError};
use rusqlite::Connection;
use rustc_hash::FxHashSet;
use std::sync::Arc;
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
            let sql =
                "SELECT symbol_id, file_id, kind, reason FROM entry_points ORDER BY symbol_id, file_id, kind, reason";
            let mut statement = connection.prepare_cached(sql)?;
            let mut rows = statement.query([])?;
            let (mut entries, mut words) = (Vec::new(), Shared::default());
            while let Some(row) = rows.next()? {
                let (symbol, file) = (SymbolId(row.get(0)?), SymbolId(row.get(1)?));
                let (kind, reason) = (words.get(row, 2)?, words.get(row, 3)?);
                entries.push(EntryPoint { symbol, file, kind, reason });
            }
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

/// Texts that many rows share.
#[derive(Default)]
struct Shared(FxHashSet<Arc<str>>);

impl Shared {
    fn get(&mut self, row: &rusqlite::Row<'_>, column: usize) -> rusqlite::Result<Arc<str>> {
        let text = row.get_ref(column)?.as_str().map_err(damaged)?;
        if let Some(known) = self.0.get(text) {
            return Ok(Arc::clone(known));
        }
        let text: Arc<str> = text.into();
        self.0.insert(Arc::clone(&text));
        Ok(text)
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
