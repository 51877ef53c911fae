//! Sums over the knowledge base, as the indexer reports them.

use crate::curated::read::number as meta_number;
use crate::{Curated, StoreError, Writer};
use rusqlite::Connection;

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
    /// How often the base was written.
    pub fn generation(&self) -> Result<i64, StoreError> {
        self.database.run(|connection| meta_number(connection, "generation"))
    }
}

fn totals(connection: &Connection) -> rusqlite::Result<Totals> {
    let count = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0)).map(i64::unsigned_abs);
    let mut totals = Totals {
        symbols: count("SELECT count(*) FROM symbols")?,
        commits: count("SELECT count(*) FROM commits")?,
        co_changes: count("SELECT count(*) FROM co_changes")?,
        ..Totals::default()
    };
    let sums =
        "SELECT total(resolved), total(ambiguous), total(by_name), total(unresolved), total(external), total(local)
                FROM resolutions";
    connection.query_row(sums, [], |row| {
        let sum = |column: usize| row.get::<_, f64>(column).map(|sum| sum as u64);
        totals.resolved = sum(0)?;
        totals.ambiguous = sum(1)?;
        totals.by_name = sum(2)?;
        totals.unresolved = sum(3)?;
        totals.external = sum(4)?;
        totals.local = sum(5)?;
        Ok(())
    })?;
    let imports = "SELECT count(*) FILTER (WHERE outcome = 'internal'), count(*) FILTER (WHERE outcome = 'external'),
                          count(*) FROM imports";
    connection.query_row(imports, [], |row| {
        let count = |column: usize| row.get::<_, i64>(column).map(i64::unsigned_abs);
        (totals.imports_internal, totals.imports_external) = (count(0)?, count(1)?);
        totals.imports_unresolved = count(2)? - totals.imports_internal - totals.imports_external;
        Ok(())
    })?;
    Ok(totals)
}
