//! Questions about file edges: one file's, and the graph around several.

use super::files::file_of;
use super::{Dependency, DependencyGraph, Direction, EntryPointInfo, ImportInfo, KnowledgeBase};
use crate::StoreError;
use crate::curated::read::path;
use rusqlite::{Connection, OptionalExtension, Row};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use tribunal_domain::SymbolId;

/// An edge as it is stored.
type Edge = (SymbolId, SymbolId, String);

impl KnowledgeBase<'_> {
    /// The edges of a file: `Out` to what it depends on, `In` from its dependents.
    pub fn dependencies(&self, file: SymbolId, direction: Direction) -> Result<Vec<Dependency>, StoreError> {
        self.ask(|connection| {
            let edges: BTreeSet<Edge> = edges_of(connection, file, direction)?.into_iter().collect();
            named(connection, edges)
        })
    }

    /// The files at most `depth` edges away from `files`, and the edges that were followed.
    pub fn dependency_subgraph(
        &self,
        files: &[SymbolId],
        depth: u32,
        direction: Direction,
    ) -> Result<DependencyGraph, StoreError> {
        self.ask(|connection| {
            let (distances, edges) = walk(connection, files, depth, direction)?;
            let mut found = Vec::new();
            for (file, distance) in distances {
                found.extend(file_of(connection, file)?.map(|info| (distance, info)));
            }
            found.sort_by(|a, b| (a.0, &a.1.path).cmp(&(b.0, &b.1.path)));
            Ok(DependencyGraph { files: found, edges: named(connection, edges)? })
        })
    }

    /// The imports of a file in source order.
    pub fn imports_for_file(&self, file: SymbolId) -> Result<Vec<ImportInfo>, StoreError> {
        self.ask(|connection| {
            let sql = "SELECT specifier, kind, outcome, line FROM imports WHERE file_id = ?1 ORDER BY ordinal";
            let read = |row: &Row<'_>| {
                let (specifier, kind) = (row.get(0)?, row.get(1)?);
                Ok(ImportInfo { specifier, kind, outcome: row.get(2)?, line: row.get(3)? })
            };
            connection.prepare_cached(sql)?.query_map([file.0], read)?.collect()
        })
    }

    /// The entry points of a file, or of all files, sorted by place.
    pub fn entry_points(&self, file: Option<SymbolId>) -> Result<Vec<EntryPointInfo>, StoreError> {
        self.ask(|connection| {
            let sql = "SELECT symbol_id, kind, reason FROM entry_points WHERE ?1 IS NULL OR file_id = ?1";
            let mut statement = connection.prepare_cached(sql)?;
            let mut rows = statement.query([file.map(|file| file.0)])?;
            let mut entries = Vec::new();
            while let Some(row) = rows.next()? {
                if let Some(definition) = super::symbols::definition_of(connection, SymbolId(row.get(0)?))? {
                    entries.push(EntryPointInfo { definition, kind: row.get(1)?, reason: row.get(2)? });
                }
            }
            entries.sort_by(|a, b| {
                let key = |entry: &EntryPointInfo| (entry.definition.path.clone(), entry.definition.line);
                (key(a), &a.definition.symbol, &a.kind, &a.reason).cmp(&(
                    key(b),
                    &b.definition.symbol,
                    &b.kind,
                    &b.reason,
                ))
            });
            Ok(entries)
        })
    }
}

type Walk = (BTreeMap<SymbolId, u32>, BTreeSet<Edge>);

fn walk(connection: &Connection, files: &[SymbolId], depth: u32, direction: Direction) -> rusqlite::Result<Walk> {
    let mut distances: BTreeMap<SymbolId, u32> = files.iter().map(|&file| (file, 0)).collect();
    let mut edges = BTreeSet::new();
    let mut front: Vec<SymbolId> = distances.keys().copied().collect();
    for distance in 1..=depth {
        let mut next = Vec::new();
        for file in front {
            for edge in edges_of(connection, file, direction)? {
                let other = if edge.0 == file { edge.1 } else { edge.0 };
                if let Entry::Vacant(place) = distances.entry(other) {
                    place.insert(distance);
                    next.push(other);
                }
                edges.insert(edge);
            }
        }
        front = next;
    }
    Ok((distances, edges))
}

fn edges_of(connection: &Connection, file: SymbolId, direction: Direction) -> rusqlite::Result<Vec<Edge>> {
    let read = |row: &Row<'_>| Ok((SymbolId(row.get(0)?), SymbolId(row.get(1)?), row.get(2)?));
    let mut edges = Vec::new();
    for (wanted, column) in [(direction.outward(), "from_file"), (direction.inward(), "to_file")] {
        if wanted {
            let sql = format!("SELECT from_file, to_file, kind FROM dependencies WHERE {column} = ?1");
            let mut statement = connection.prepare_cached(&sql)?;
            for edge in statement.query_map([file.0], read)? {
                edges.push(edge?);
            }
        }
    }
    Ok(edges)
}

fn named(connection: &Connection, edges: BTreeSet<Edge>) -> rusqlite::Result<Vec<Dependency>> {
    let mut name = connection.prepare_cached("SELECT path FROM files WHERE id = ?1")?;
    let mut path_of = |file: SymbolId| name.query_row([file.0], |row| path(row, 0)).optional();
    let mut list = Vec::new();
    for (from, to, kind) in edges {
        if let (Some(from), Some(to)) = (path_of(from)?, path_of(to)?) {
            list.push(Dependency { from, to, kind });
        }
    }
    list.sort_by(|a, b| (&a.from, &a.to, &a.kind).cmp(&(&b.from, &b.to, &b.kind)));
    Ok(list)
}
