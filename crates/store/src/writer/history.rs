//! Commits, which files they changed, and what changed together.

use rusqlite::{Connection, params};
use std::collections::HashSet;
use tribunal_domain::{ChangeKind, CoChange, Commit, RepoPath, SymbolId, file_id};

pub(super) fn add_commits(connection: &Connection, commits: &[Commit]) -> rusqlite::Result<()> {
    let mut paths = Paths::new(connection);
    let mut insert = connection
        .prepare_cached("INSERT OR IGNORE INTO commits (id, author, time, message) VALUES (?1, ?2, ?3, ?4)")?;
    for commit in commits {
        if insert.execute((&commit.id, &commit.author, commit.time, &commit.message))? == 1 {
            add_changes(connection, commit, connection.last_insert_rowid(), &mut paths)?;
        }
    }
    Ok(())
}

fn add_changes(connection: &Connection, commit: &Commit, ordinal: i64, paths: &mut Paths<'_>) -> rusqlite::Result<()> {
    let mut insert = connection.prepare_cached("INSERT INTO file_commits VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")?;
    for (position, change) in commit.files.iter().enumerate() {
        let file = paths.id(&change.path)?;
        let old = change.old_path.as_ref().map(|path| paths.id(path)).transpose()?;
        insert.execute(params![
            file.0,
            ordinal,
            position as u32,
            change_name(change.kind),
            old.map(|old| old.0),
            change.insertions,
            change.deletions,
        ])?;
    }
    Ok(())
}

pub(super) fn upsert_co_changes(connection: &Connection, pairs: &[CoChange]) -> rusqlite::Result<()> {
    let mut paths = Paths::new(connection);
    let mut insert = connection.prepare_cached("INSERT OR REPLACE INTO co_changes VALUES (?1, ?2, ?3, ?4)")?;
    for pair in pairs {
        insert.execute((paths.id(&pair.a)?.0, paths.id(&pair.b)?.0, pair.count, &pair.last_commit))?;
    }
    Ok(())
}

pub(super) fn clear(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(
        "DELETE FROM commits; DELETE FROM file_commits; DELETE FROM co_changes; DELETE FROM history_paths;",
    )
}

/// The name of a change in the database.
fn change_name(kind: ChangeKind) -> &'static str {
    match kind {
        ChangeKind::Added => "added",
        ChangeKind::Modified => "modified",
        ChangeKind::Deleted => "deleted",
        ChangeKind::Renamed => "renamed",
        ChangeKind::Mode => "mode",
    }
}

/// Names of files in the history, each written once.
struct Paths<'c> {
    connection: &'c Connection,
    known: HashSet<SymbolId>,
}

impl<'c> Paths<'c> {
    fn new(connection: &'c Connection) -> Self {
        Self { connection, known: HashSet::new() }
    }

    fn id(&mut self, path: &RepoPath) -> rusqlite::Result<SymbolId> {
        let id = file_id(path);
        if self.known.insert(id) {
            let mut insert = self.connection.prepare_cached("INSERT OR IGNORE INTO history_paths VALUES (?1, ?2)")?;
            insert.execute((id.0, path.as_bytes()))?;
        }
        Ok(id)
    }
}
