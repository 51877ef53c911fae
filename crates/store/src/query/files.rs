//! Questions about files: by path, by language, by what models said of them.

use super::{FileInfo, KnowledgeBase};
use crate::codec::damaged;
use crate::curated::read::{FILE_COLUMNS, file_record};
use crate::{AdapterMetadata, FileMetadata, FileRecord, StoreError};
use rusqlite::{Connection, OptionalExtension, Row};
use tribunal_domain::{Language, RepoPath, SymbolId, file_id};

impl KnowledgeBase<'_> {
    /// All files, or those of one language, sorted by path.
    pub fn files(&self, language: Option<Language>) -> Result<Vec<FileInfo>, StoreError> {
        self.ask(|connection| {
            let sql = format!("SELECT {FILE_COLUMNS} FROM files f WHERE ?1 IS NULL OR f.language = ?1 ORDER BY f.path");
            let mut statement = connection.prepare_cached(&sql)?;
            statement.query_map([language.map(Language::name)], |row| file_record(row).map(info))?.collect()
        })
    }

    /// The file at a path.
    pub fn file_by_path(&self, path: &RepoPath) -> Result<Option<FileInfo>, StoreError> {
        self.file(file_id(path))
    }

    /// The file with an id.
    pub fn file(&self, file: SymbolId) -> Result<Option<FileInfo>, StoreError> {
        self.ask(|connection| file_of(connection, file))
    }

    /// Files whose metadata matches all that is given; a concept matches if the file has any of those asked for.
    pub fn search_files_by_metadata(
        &self,
        domain: Option<&str>,
        module: Option<&str>,
        concepts: &[&str],
    ) -> Result<Vec<(FileInfo, FileMetadata)>, StoreError> {
        let found: Vec<(FileInfo, FileMetadata)> = self.ask(|connection| {
            let sql = format!(
                "SELECT {FILE_COLUMNS}, {METADATA_COLUMNS} FROM file_metadata m JOIN files f ON f.id = m.file_id
                 WHERE f.content_hash = m.content_hash AND (?1 IS NULL OR m.domain = ?1) AND (?2 IS NULL OR m.module = ?2)
                 ORDER BY f.path"
            );
            let mut statement = connection.prepare_cached(&sql)?;
            let rows = statement.query_map([domain, module], |row| Ok((info(file_record(row)?), metadata(row, 10)?)))?;
            rows.collect()
        })?;
        let matches = |metadata: &FileMetadata| {
            concepts.is_empty() || metadata.concepts.iter().any(|concept| concepts.contains(&concept.as_str()))
        };
        Ok(found.into_iter().filter(|(_, metadata)| matches(metadata)).collect())
    }

    /// What a model said of a file, if that still is about its content.
    pub fn file_metadata(&self, file: SymbolId) -> Result<Option<FileMetadata>, StoreError> {
        self.ask(|connection| {
            let sql = format!(
                "SELECT {METADATA_COLUMNS} FROM file_metadata m JOIN files f ON f.id = m.file_id
                 WHERE f.id = ?1 AND f.content_hash = m.content_hash"
            );
            connection.prepare_cached(&sql)?.query_row([file.0], |row| metadata(row, 0)).optional()
        })
    }

    /// The adapter that is active for a stage.
    pub fn adapter_for_stage(&self, stage: &str) -> Result<Option<AdapterMetadata>, StoreError> {
        self.ask(|connection| {
            let sql = "SELECT stage, name, base_model, details FROM adapter_metadata WHERE stage = ?1";
            let read = |row: &Row<'_>| {
                let (stage, name) = (row.get(0)?, row.get(1)?);
                Ok(AdapterMetadata { stage, name, base_model: row.get(2)?, details: row.get(3)? })
            };
            connection.prepare_cached(sql)?.query_row([stage], read).optional()
        })
    }
}

const METADATA_COLUMNS: &str = "m.purpose, m.module, m.domain, m.concepts, m.public_api_surface, m.complexity_notes,
    m.prompt_version";

pub(super) fn file_of(connection: &Connection, file: SymbolId) -> rusqlite::Result<Option<FileInfo>> {
    let sql = format!("SELECT {FILE_COLUMNS} FROM files f WHERE f.id = ?1");
    connection.prepare_cached(&sql)?.query_row([file.0], |row| file_record(row).map(info)).optional()
}

fn info(file: FileRecord) -> FileInfo {
    FileInfo {
        id: file.id,
        path: file.path,
        language: file.language,
        content_hash: file.content_hash,
        size: file.size,
        lines: file.lines,
        flags: file.flags,
        skipped: file.skipped,
        problems: file.problems,
    }
}

fn metadata(row: &Row<'_>, first: usize) -> rusqlite::Result<FileMetadata> {
    let list = |column: usize| -> rusqlite::Result<Vec<String>> {
        serde_json::from_str(row.get_ref(column)?.as_str()?).map_err(damaged)
    };
    Ok(FileMetadata {
        purpose: row.get(first)?,
        module: row.get(first + 1)?,
        domain: row.get(first + 2)?,
        concepts: list(first + 3)?,
        public_api_surface: list(first + 4)?,
        complexity_notes: row.get(first + 5)?,
        prompt_version: row.get(first + 6)?,
    })
}
