//! What the indexer reads back: files with their stamps, facts by content, what a resolution looked up.

mod history;

use crate::codec::{damaged, decode, decode_first, stored_facts, words};
use crate::database::on_one_state;
use crate::{Curated, FactsKey, FileFlags, FileRecord, StoreError};
use rusqlite::{Connection, OptionalExtension, Row};
use tribunal_domain::facts::{FileFacts, Marked, SymbolIx};
use tribunal_domain::{
    Commit, ContentHash, DependencyKind, FileResolution, ImportOutcome, Language, Outcome, RepoPath, SymbolId,
};

/// The columns of `files` in the order [`file_record`] reads them.
pub(crate) const FILE_COLUMNS: &str =
    "f.id, f.path, f.language, f.content_hash, f.size, f.lines, f.stamp, f.flags, f.skipped, f.problems";

/// The parts of a resolution that are kept as one blob: all but `reads`.
pub(crate) type StoredOutcomes =
    (Vec<SymbolId>, Vec<Outcome>, Vec<ImportOutcome>, Vec<(SymbolId, DependencyKind)>, Vec<(SymbolIx, SymbolId)>);

impl Curated {
    /// All files, sorted by path.
    pub fn file_rows(&self) -> Result<Vec<FileRecord>, StoreError> {
        self.database.run(|connection| {
            let mut statement = connection.prepare_cached(&format!("SELECT {FILE_COLUMNS} FROM files f"))?;
            let mut files = statement.query_map([], file_record)?.collect::<rusqlite::Result<Vec<_>>>()?;
            files.sort_unstable_by(|a, b| a.path.cmp(&b.path));
            Ok(files)
        })
    }

    /// A value kept with [`crate::Writer::set_meta`].
    pub fn meta(&self, key: &str) -> Result<Option<String>, StoreError> {
        self.database.run(|connection| meta(connection, key))
    }

    /// The version of the extractor whose facts the files refer to.
    pub fn extractor_version(&self) -> Result<u32, StoreError> {
        self.database.run(extractor_version)
    }

    /// Whether facts are kept for this content.
    pub fn has_facts(&self, key: &FactsKey) -> Result<bool, StoreError> {
        self.database.run(|connection| facts_id(connection, key)).map(|id| id.is_some())
    }

    /// The interface that was kept with the facts of this content.
    pub fn interface(&self, key: &FactsKey) -> Result<Option<Vec<u8>>, StoreError> {
        self.database.run(|connection| {
            let sql =
                "SELECT interface FROM facts WHERE content_hash = ?1 AND language = ?2 AND extractor_version = ?3";
            let mut statement = connection.prepare_cached(sql)?;
            statement.query_row(key_parameters(key), |row| row.get(0)).optional()
        })
    }

    /// Calls `visit` with every file that has facts and its interface, in no particular order.
    pub fn visit_interfaces(&self, visit: &mut dyn FnMut(SymbolId, &[u8])) -> Result<(), StoreError> {
        self.visit("SELECT f.id, i.interface FROM files f JOIN facts i ON i.id = f.facts_id", visit)
    }

    /// The facts of this content.
    pub fn facts(&self, key: &FactsKey) -> Result<Option<FileFacts>, StoreError> {
        self.database.run(|connection| match facts_id(connection, key)? {
            Some(id) => facts_of(connection, id).map(Some),
            None => Ok(None),
        })
    }

    /// What of this content is no code: the first part of its facts, without the others.
    pub fn zones(&self, key: &FactsKey) -> Result<Option<Vec<Marked>>, StoreError> {
        self.database.run(|connection| match facts_id(connection, key)? {
            Some(id) => connection
                .prepare_cached("SELECT facts FROM fact_blobs WHERE id = ?1")?
                .query_row([id], |row| decode_first(blob(row, 0)?))
                .optional(),
            None => Ok(None),
        })
    }

    /// The facts of this content as [`crate::encode_facts`] made them, to be decoded on another thread.
    pub fn facts_bytes(&self, key: &FactsKey) -> Result<Option<Vec<u8>>, StoreError> {
        self.database.run(|connection| match facts_id(connection, key)? {
            Some(id) => connection
                .prepare_cached("SELECT facts FROM fact_blobs WHERE id = ?1")?
                .query_row([id], |row| row.get(0))
                .optional(),
            None => Ok(None),
        })
    }

    /// What each file's resolution looked up in other files.
    pub fn all_reads(&self) -> Result<Vec<(SymbolId, Vec<u32>)>, StoreError> {
        let mut all = Vec::new();
        self.visit_reads(&mut |file, reads| all.push((file, words(reads).collect())))?;
        Ok(all)
    }

    /// The files whose resolution looked up any of `changed`, which must be sorted; sorted by id.
    pub fn files_reading(&self, changed: &[u32]) -> Result<Vec<SymbolId>, StoreError> {
        let mut files = Vec::new();
        self.visit_reads(&mut |file, reads| {
            if words(reads).any(|read| changed.binary_search(&read).is_ok()) {
                files.push(file);
            }
        })?;
        files.sort_unstable();
        Ok(files)
    }

    /// What was said of one file's references and imports.
    pub fn resolution(&self, file: SymbolId) -> Result<Option<FileResolution>, StoreError> {
        self.database.run(|connection| resolution(connection, file))
    }

    /// The ids of all commits that are kept, sorted.
    pub fn known_commits(&self) -> Result<Vec<String>, StoreError> {
        self.database.run(|connection| {
            let mut statement = connection.prepare_cached("SELECT id FROM commits ORDER BY id")?;
            statement.query_map([], |row| row.get(0))?.collect()
        })
    }

    /// All commits that are kept, with their files, in the order they were added.
    pub fn commits(&self) -> Result<Vec<Commit>, StoreError> {
        self.database.run(|connection| on_one_state(connection, history::commits))
    }

    fn visit_reads(&self, visit: &mut dyn FnMut(SymbolId, &[u8])) -> Result<(), StoreError> {
        self.visit("SELECT file_id, reads FROM resolutions", visit)
    }
}

/// The value of `key` in `meta`.
pub(crate) fn meta(connection: &Connection, key: &str) -> rusqlite::Result<Option<String>> {
    let mut statement = connection.prepare_cached("SELECT value FROM meta WHERE key = ?1")?;
    statement.query_row([key], |row| row.get(0)).optional()
}

/// The value of `key` in `meta` as a number; 0 if it is absent.
pub(crate) fn number(connection: &Connection, key: &str) -> rusqlite::Result<i64> {
    let value = meta(connection, key)?;
    value.map_or(Ok(0), |text| text.parse().map_err(|_| damaged(format!("{key} is not a number: {text:?}"))))
}

/// The version of the extractor whose facts the files refer to.
pub(crate) fn extractor_version(connection: &Connection) -> rusqlite::Result<u32> {
    u32::try_from(number(connection, "extractor_version")?).map_err(damaged)
}

/// The row of the facts of this content.
pub(crate) fn facts_id(connection: &Connection, key: &FactsKey) -> rusqlite::Result<Option<i64>> {
    let sql = "SELECT id FROM facts WHERE content_hash = ?1 AND language = ?2 AND extractor_version = ?3";
    connection.prepare_cached(sql)?.query_row(key_parameters(key), |row| row.get(0)).optional()
}

/// The facts in a row of `fact_blobs`.
pub(crate) fn facts_of(connection: &Connection, id: i64) -> rusqlite::Result<FileFacts> {
    let mut statement = connection.prepare_cached("SELECT facts FROM fact_blobs WHERE id = ?1")?;
    statement.query_row([id], |row| stored_facts(blob(row, 0)?))
}

/// The resolution of a file with its `reads`.
pub(crate) fn resolution(connection: &Connection, file: SymbolId) -> rusqlite::Result<Option<FileResolution>> {
    let sql =
        "SELECT b.outcomes, r.reads FROM resolution_blobs b JOIN resolutions r USING (file_id) WHERE file_id = ?1";
    let mut statement = connection.prepare_cached(sql)?;
    let read = |row: &Row<'_>| {
        let (symbols, references, imports, dependencies, overrides): StoredOutcomes = decode(blob(row, 0)?)?;
        let reads = words(blob(row, 1)?).collect();
        Ok(FileResolution { symbols, references, imports, dependencies, overrides, reads })
    };
    statement.query_row([file.0], read).optional()
}

/// Reads the columns of [`FILE_COLUMNS`].
pub(crate) fn file_record(row: &Row<'_>) -> rusqlite::Result<FileRecord> {
    Ok(FileRecord {
        id: SymbolId(row.get(0)?),
        path: path(row, 1)?,
        language: language(row, 2)?,
        content_hash: ContentHash::from_bytes(row.get(3)?),
        size: row.get::<_, i64>(4)?.unsigned_abs(),
        lines: row.get(5)?,
        stamp: row.get(6)?,
        flags: FileFlags::from_bits(row.get(7)?),
        skipped: row.get(8)?,
        problems: row.get(9)?,
    })
}

/// A path column.
pub(crate) fn path(row: &Row<'_>, column: usize) -> rusqlite::Result<RepoPath> {
    RepoPath::new(blob(row, column)?).map_err(damaged)
}

/// A language column.
pub(crate) fn language(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<Language>> {
    match row.get_ref(column)?.as_str_or_null()? {
        Some(name) => Language::from_name(name).map(Some).ok_or_else(|| damaged(format!("no language {name:?}"))),
        None => Ok(None),
    }
}

/// A blob column without copying it.
pub(crate) fn blob<'r>(row: &'r Row<'_>, column: usize) -> rusqlite::Result<&'r [u8]> {
    row.get_ref(column)?.as_blob().map_err(damaged)
}

fn key_parameters(key: &FactsKey) -> (&[u8; 32], &'static str, u32) {
    (key.content_hash.as_bytes(), key.language.name(), key.extractor_version)
}
