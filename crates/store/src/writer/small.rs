//! The small tables: values by key, entry points, metadata of files and adapters.

use super::file::json;
use crate::{AdapterMetadata, FileMetadata};
use rusqlite::{Connection, params};
use std::collections::BTreeSet;
use tribunal_domain::{EntryPoint, SymbolId};

pub(super) fn set_meta(connection: &Connection, key: &str, value: &str) -> rusqlite::Result<()> {
    let sql = "INSERT INTO meta VALUES (?1, ?2)
               ON CONFLICT (key) DO UPDATE SET value = excluded.value WHERE value <> excluded.value";
    connection.prepare_cached(sql)?.execute((key, value))?;
    Ok(())
}

pub(super) fn set_entry_points(connection: &Connection, entries: &[EntryPoint]) -> rusqlite::Result<()> {
    let new: BTreeSet<&EntryPoint> = entries.iter().collect();
    let old = entry_points(connection)?;
    let mut delete = connection.prepare_cached(
        "DELETE FROM entry_points WHERE symbol_id = ?1 AND file_id = ?2 AND kind = ?3 AND reason = ?4",
    )?;
    for entry in old.iter().filter(|entry| !new.contains(entry)) {
        delete.execute((entry.symbol.0, entry.file.0, &entry.kind, &entry.reason))?;
    }
    let mut insert = connection.prepare_cached("INSERT INTO entry_points VALUES (?1, ?2, ?3, ?4)")?;
    for entry in new.iter().filter(|entry| !old.contains(**entry)) {
        insert.execute((entry.symbol.0, entry.file.0, &entry.kind, &entry.reason))?;
    }
    Ok(())
}

pub(super) fn set_file_entry_points(
    connection: &Connection,
    file: SymbolId,
    entries: &[EntryPoint],
) -> rusqlite::Result<()> {
    connection.prepare_cached("DELETE FROM entry_points WHERE file_id = ?1")?.execute([file.0])?;
    let mut insert = connection.prepare_cached("INSERT INTO entry_points VALUES (?1, ?2, ?3, ?4)")?;
    for entry in entries {
        insert.execute((entry.symbol.0, entry.file.0, &entry.kind, &entry.reason))?;
    }
    Ok(())
}

fn entry_points(connection: &Connection) -> rusqlite::Result<BTreeSet<EntryPoint>> {
    let mut statement = connection.prepare_cached("SELECT symbol_id, file_id, kind, reason FROM entry_points")?;
    let entries = statement.query_map([], |row| {
        Ok(EntryPoint {
            symbol: SymbolId(row.get(0)?),
            file: SymbolId(row.get(1)?),
            kind: row.get(2)?,
            reason: row.get(3)?,
        })
    })?;
    entries.collect()
}

pub(super) fn put_file_metadata(
    connection: &Connection,
    file: SymbolId,
    metadata: &FileMetadata,
) -> rusqlite::Result<()> {
    let sql = "INSERT OR REPLACE INTO file_metadata
               SELECT id, content_hash, ?2, ?3, ?4, ?5, ?6, ?7, ?8 FROM files WHERE id = ?1";
    connection.prepare_cached(sql)?.execute(params![
        file.0,
        metadata.prompt_version,
        metadata.purpose,
        metadata.module,
        metadata.domain,
        json(&metadata.concepts),
        json(&metadata.public_api_surface),
        metadata.complexity_notes,
    ])?;
    Ok(())
}

pub(super) fn put_adapter(connection: &Connection, adapter: &AdapterMetadata) -> rusqlite::Result<()> {
    let sql = "INSERT OR REPLACE INTO adapter_metadata VALUES (?1, ?2, ?3, ?4)";
    connection.prepare_cached(sql)?.execute((&adapter.stage, &adapter.name, &adapter.base_model, &adapter.details))?;
    Ok(())
}
