//! The repository at a glance.

use super::{KnowledgeBase, Overview, ReferenceCounts};
use crate::StoreError;
use crate::curated::read::path;
use rusqlite::{Connection, OptionalExtension, Row};

const LANGUAGES: &str = "SELECT coalesce(language, 'other'), count(*) FROM files GROUP BY 1";

/// How many of a list are shown at a glance.
const SHOWN: u32 = 20;

impl KnowledgeBase<'_> {
    /// Files per language, most first.
    pub fn languages(&self) -> Result<Vec<(String, u64)>, StoreError> {
        self.ask(|connection| counted(connection, LANGUAGES))
    }

    /// Counts and the most prominent parts of the repository.
    pub fn overview(&self) -> Result<Overview, StoreError> {
        self.ask(|connection| {
            Ok(Overview {
                name: connection.query_row("SELECT name FROM repos", [], |row| row.get(0)).optional()?,
                files: one(connection, "SELECT count(*) FROM files")?,
                languages: counted(connection, LANGUAGES)?,
                symbols: counted(connection, "SELECT kind, count(*) FROM symbols GROUP BY 1")?,
                references: references(connection)?,
                domains: counted(
                    connection,
                    "SELECT m.domain, count(*) FROM file_metadata m JOIN files f ON f.id = m.file_id
                     WHERE f.content_hash = m.content_hash GROUP BY 1",
                )?,
                most_connected: most_connected(connection)?,
                entry_points: counted(connection, "SELECT kind, count(*) FROM entry_points GROUP BY 1")?,
                co_changes: co_changes(connection)?,
                commits: one(connection, "SELECT count(*) FROM commits")?,
                skipped: counted(
                    connection,
                    "SELECT skipped, count(*) FROM files WHERE skipped IS NOT NULL GROUP BY 1",
                )?,
                problems: one(connection, "SELECT coalesce(sum(problems), 0) FROM files")?,
            })
        })
    }
}

fn number(row: &Row<'_>, column: usize) -> rusqlite::Result<u64> {
    row.get::<_, i64>(column).map(i64::unsigned_abs)
}

fn one(connection: &Connection, sql: &str) -> rusqlite::Result<u64> {
    connection.query_row(sql, [], |row| number(row, 0))
}

fn counted(connection: &Connection, sql: &str) -> rusqlite::Result<Vec<(String, u64)>> {
    let mut statement = connection.prepare(&format!("{sql} ORDER BY 2 DESC, 1"))?;
    statement.query_map([], |row| Ok((row.get(0)?, number(row, 1)?)))?.collect()
}

fn references(connection: &Connection) -> rusqlite::Result<ReferenceCounts> {
    let sql = "SELECT coalesce(sum(local), 0), coalesce(sum(resolved), 0), coalesce(sum(ambiguous), 0),
               coalesce(sum(by_name), 0), coalesce(sum(unresolved), 0), coalesce(sum(external), 0) FROM resolutions";
    connection.query_row(sql, [], |row| {
        Ok(ReferenceCounts {
            local: number(row, 0)?,
            resolved: number(row, 1)?,
            ambiguous: number(row, 2)?,
            by_name: number(row, 3)?,
            unresolved: number(row, 4)?,
            external: number(row, 5)?,
        })
    })
}

fn most_connected(connection: &Connection) -> rusqlite::Result<Vec<(String, u64)>> {
    let sql = "SELECT f.path, count(*) FROM (
                 SELECT from_file AS file FROM dependencies UNION ALL SELECT to_file FROM dependencies) e
               JOIN files f ON f.id = e.file GROUP BY e.file ORDER BY 2 DESC, f.path LIMIT ?1";
    let read = |row: &Row<'_>| Ok((path(row, 0)?.to_string(), number(row, 1)?));
    connection.prepare(sql)?.query_map([SHOWN], read)?.collect()
}

fn co_changes(connection: &Connection) -> rusqlite::Result<Vec<(String, String, u64)>> {
    let sql = "SELECT a.path, b.path, x.count FROM co_changes x JOIN history_paths a ON a.id = x.a
               JOIN history_paths b ON b.id = x.b ORDER BY 3 DESC, 1, 2 LIMIT ?1";
    let read = |row: &Row<'_>| Ok((path(row, 0)?.to_string(), path(row, 1)?.to_string(), number(row, 2)?));
    connection.prepare(sql)?.query_map([SHOWN], read)?.collect()
}
