//! Facts by content: kept across snapshots, pruned when what is unused outweighs what is used.

use crate::FactsKey;
use crate::curated::read::facts_id;
use rusqlite::types::ToSqlOutput::Borrowed;
use rusqlite::{Connection, params};

/// Unused facts may weigh this many times the used ones: two other branches' worth of a whole repository.
const UNUSED_PER_USED: i64 = 2;

pub(super) fn put(
    connection: &Connection,
    key: &FactsKey,
    interface: &[u8],
    facts: &[u8],
    generation: i64,
) -> rusqlite::Result<()> {
    if facts_id(connection, key)?.is_some() {
        return Ok(());
    }
    let sql = "INSERT INTO facts (content_hash, language, extractor_version, last_used, size, interface)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let hash = key.content_hash.as_bytes();
    let size = (facts.len() + interface.len()) as u32;
    connection.prepare_cached(sql)?.execute(params![
        hash,
        key.language.name(),
        key.extractor_version,
        generation,
        size,
        interface
    ])?;
    let id = connection.last_insert_rowid();
    connection.prepare_cached("INSERT INTO fact_blobs (id, facts) VALUES (?1, ?2)")?.execute((id, facts))?;
    Ok(())
}

/// Copies all facts of one extractor version from an older base.
pub(super) fn copy(from: &Connection, to: &Connection, extractor_version: u32) -> rusqlite::Result<()> {
    let mut old = from.prepare(
        "SELECT k.id, k.content_hash, k.language, k.extractor_version, k.last_used, k.size, k.interface, b.facts
         FROM facts k JOIN fact_blobs b USING (id) WHERE k.extractor_version = ?1 ORDER BY k.id",
    )?;
    let mut keys = to.prepare("INSERT INTO facts VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")?;
    let mut blobs = to.prepare("INSERT INTO fact_blobs VALUES (?1, ?2)")?;
    let mut rows = old.query([extractor_version])?;
    while let Some(row) = rows.next()? {
        for column in 0..7 {
            keys.raw_bind_parameter(column + 1, Borrowed(row.get_ref(column)?))?;
        }
        keys.raw_execute()?;
        blobs.execute((Borrowed(row.get_ref(0)?), Borrowed(row.get_ref(7)?)))?;
    }
    Ok(())
}

pub(super) fn prune(connection: &Connection) -> rusqlite::Result<usize> {
    let used: i64 = connection.query_row(
        "SELECT coalesce(sum(size), 0) FROM facts WHERE id IN (SELECT facts_id FROM files)",
        [],
        |row| row.get(0),
    )?;
    let mut statement = connection.prepare(
        "SELECT id, size FROM facts WHERE id NOT IN (SELECT facts_id FROM files WHERE facts_id IS NOT NULL)
         ORDER BY last_used DESC, id DESC",
    )?;
    let unused: Vec<(i64, i64)> =
        statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<rusqlite::Result<_>>()?;
    let mut weight = 0;
    let mut pruned = 0;
    for (id, size) in unused {
        weight += size;
        if weight > used * UNUSED_PER_USED {
            connection.prepare_cached("DELETE FROM facts WHERE id = ?1")?.execute([id])?;
            connection.prepare_cached("DELETE FROM fact_blobs WHERE id = ?1")?.execute([id])?;
            pruned += 1;
        }
    }
    Ok(pruned)
}
