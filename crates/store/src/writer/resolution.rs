//! A file's resolution in the tables: the blobs, and the rows that say what it imports and on whom it depends.

use super::prepared::{PreparedResolution, Uses};
use crate::codec::{decode, encode};
use crate::curated::read::blob;
use rusqlite::{Connection, OptionalExtension, params};
use tribunal_domain::SymbolId;

/// Replaces a file's resolution; returns what it used before.
pub(super) fn put(connection: &Connection, file: SymbolId, new: &PreparedResolution) -> rusqlite::Result<Option<Uses>> {
    let old = uses_of(connection, file)?;
    if old.is_some() {
        forget_lists(connection, file)?;
    }
    put_blobs(connection, file, new)?;
    put_imports(connection, file, new)?;
    put_dependencies(connection, file, new)?;
    Ok(old)
}

/// Deletes a file's resolution; returns what it used.
pub(super) fn forget(connection: &Connection, file: SymbolId) -> rusqlite::Result<Option<Uses>> {
    let Some(old) = uses_of(connection, file)? else { return Ok(None) };
    forget_lists(connection, file)?;
    for table in ["resolutions", "resolution_blobs"] {
        connection.prepare_cached(&format!("DELETE FROM {table} WHERE file_id = ?1"))?.execute([file.0])?;
    }
    Ok(Some(old))
}

fn uses_of(connection: &Connection, file: SymbolId) -> rusqlite::Result<Option<Uses>> {
    let mut statement = connection.prepare_cached("SELECT uses FROM resolution_blobs WHERE file_id = ?1")?;
    statement.query_row([file.0], |row| decode(blob(row, 0)?)).optional()
}

fn forget_lists(connection: &Connection, file: SymbolId) -> rusqlite::Result<()> {
    connection.prepare_cached("DELETE FROM imports WHERE file_id = ?1")?.execute([file.0])?;
    connection.prepare_cached("DELETE FROM dependencies WHERE from_file = ?1")?.execute([file.0])?;
    Ok(())
}

fn put_blobs(connection: &Connection, file: SymbolId, new: &PreparedResolution) -> rusqlite::Result<()> {
    let states = new.states;
    let sql = "INSERT OR REPLACE INTO resolutions VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    connection.prepare_cached(sql)?.execute(params![
        file.0,
        states.local,
        states.resolved,
        states.ambiguous,
        states.by_name,
        states.unresolved,
        states.external,
        new.reads,
    ])?;
    let mut blobs = connection.prepare_cached("INSERT OR REPLACE INTO resolution_blobs VALUES (?1, ?2, ?3)")?;
    blobs.execute((file.0, encode(&new.uses), &new.outcomes))?;
    Ok(())
}

fn put_imports(connection: &Connection, file: SymbolId, new: &PreparedResolution) -> rusqlite::Result<()> {
    let sql = "INSERT INTO imports VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)";
    let mut insert = connection.prepare_cached(sql)?;
    for (ordinal, import) in new.imports.iter().enumerate() {
        insert.execute(params![
            file.0,
            ordinal as u32,
            import.specifier,
            import.kind,
            import.names,
            import.star,
            import.type_only,
            import.reexport,
            import.outcome,
            import.line,
        ])?;
    }
    Ok(())
}

fn put_dependencies(connection: &Connection, file: SymbolId, new: &PreparedResolution) -> rusqlite::Result<()> {
    let mut insert = connection.prepare_cached("INSERT OR REPLACE INTO dependencies VALUES (?1, ?2, ?3)")?;
    for (to, kind) in &new.dependencies {
        insert.execute((file.0, to.0, kind.name()))?;
    }
    Ok(())
}
