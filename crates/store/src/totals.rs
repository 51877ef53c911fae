//! Sums over the knowledge base, as the indexer reports them, and the entry points it carries over.

use crate::curated::read::number as meta_number;
use crate::{Curated, StoreError, Writer};
use rusqlite::Connection;
use tribunal_domain::{EntryPoint, SymbolId};

/// Sums over all files.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Totals {
    /// Definitions.
    pub symbols: u64,
    /// References to exactly one definition.
    pub resolved: u64,
    /// References to one of several.
    pub ambiguous: u64,
    /// Members of unknown receivers.
    pub by_name: u64,
    /// References to nothing known.
    pub unresolved: u64,
    /// References out of the repository.
    pub external: u64,
    /// References to locals.
    pub local: u64,
    /// Imports that lead into the repository.
    pub imports_internal: u64,
    /// Imports that lead out of it.
    pub imports_external: u64,
    /// Imports that lead nowhere.
    pub imports_unresolved: u64,
    /// Commits.
    pub commits: u64,
    /// Pairs of files that change together.
    pub co_changes: u64,
}

impl Writer<'_> {
    /// The sums as they are now, changes of this run included.
    pub fn totals(&self) -> Result<Totals, StoreError> {
        self.run(totals)
    }
}

impl Curated {
    /// All entry points, sorted.
    pub fn entry_points(&self) -> Result<Vec<EntryPoint>, StoreError> {
        self.database.run(|connection| {
            let sql = "SELECT symbol_id, file_id, kind, reason FROM entry_points ORDER BY 1, 2, 3, 4";
            let mut statement = connection.prepare_cached(sql)?;
            let rows = statement.query_map([], |row| {
                Ok(EntryPoint {
                    symbol: SymbolId(row.get(0)?),
                    file: SymbolId(row.get(1)?),
                    kind: row.get(2)?,
                    reason: row.get(3)?,
                })
            })?;
            rows.collect()
        })
    }

    /// How often the base was written.
    pub fn generation(&self) -> Result<i64, StoreError> {
        self.database.run(|connection| meta_number(connection, "generation"))
    }
}

fn totals(connection: &Connection) -> rusqlite::Result<Totals> {
    let count = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0)).map(i64::unsigned_abs);
    let sum = |column: &str| count(&format!("SELECT coalesce(sum({column}), 0) FROM resolutions"));
    let imports = |outcome: &str| count(&format!("SELECT count(*) FROM imports WHERE outcome = '{outcome}'"));
    Ok(Totals {
        symbols: count("SELECT count(*) FROM symbols")?,
        resolved: sum("resolved")?,
        ambiguous: sum("ambiguous")?,
        by_name: sum("by_name")?,
        unresolved: sum("unresolved")?,
        external: sum("external")?,
        local: sum("local")?,
        imports_internal: imports("internal")?,
        imports_external: imports("external")?,
        imports_unresolved: imports("unresolved")?,
        commits: count("SELECT count(*) FROM commits")?,
        co_changes: count("SELECT count(*) FROM co_changes")?,
    })
}
