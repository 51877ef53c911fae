//! Commits, which files they changed, and what changed together.

use rusqlite::{Connection, Row, params};
use std::collections::{HashMap, HashSet};
use tribunal_domain::{CoChange, Commit, RepoPath, SymbolId, file_id};

pub(super) fn add_commits(connection: &Connection, commits: &[Commit]) -> rusqlite::Result<()> {
    let mut paths = Paths::new(connection);
    let mut insert = connection.prepare_cached(
        "INSERT OR IGNORE INTO commits (id, author, time, message, committed, parents, detailed)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?;
    for commit in commits {
        let Commit { id, author, time, committed, parents, message, detailed, .. } = commit;
        if insert.execute(params![id, author, time, message, committed, parents.join(" "), detailed])? == 1 {
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
            change.kind.name(),
            old.map(|old| old.0),
            change.insertions,
            change.deletions,
        ])?;
    }
    Ok(())
}

/// Their names in `history_paths` stay: nobody asks for a name that no commit has, and a rebuild drops them.
pub(super) fn remove_commits(connection: &Connection, ids: &[String]) -> rusqlite::Result<()> {
    let mut changes = connection.prepare_cached(
        "DELETE FROM file_commits WHERE commit_ordinal = (SELECT ordinal FROM commits WHERE id = ?1)",
    )?;
    let mut commit = connection.prepare_cached("DELETE FROM commits WHERE id = ?1")?;
    for id in ids {
        changes.execute([id])?;
        commit.execute([id])?;
    }
    Ok(())
}

pub(super) fn replace_co_changes(connection: &Connection, pairs: &[CoChange]) -> rusqlite::Result<()> {
    let mut old = known_pairs(connection)?;
    let mut paths = Paths::new(connection);
    let mut insert = connection.prepare_cached("INSERT OR REPLACE INTO co_changes VALUES (?1, ?2, ?3, ?4)")?;
    for pair in pairs {
        let key = (paths.id(&pair.a)?.0, paths.id(&pair.b)?.0);
        let known = old.remove(&key);
        if known.is_none_or(|(count, last)| count != pair.count || last != pair.last_commit) {
            insert.execute((key.0, key.1, pair.count, &pair.last_commit))?;
        }
    }
    let mut delete = connection.prepare_cached("DELETE FROM co_changes WHERE a = ?1 AND b = ?2")?;
    old.into_keys().try_for_each(|key| delete.execute(key).map(|_| ()))
}

/// The count and last commit of each pair.
fn known_pairs(connection: &Connection) -> rusqlite::Result<HashMap<(i64, i64), (u32, String)>> {
    let mut statement = connection.prepare_cached("SELECT a, b, count, last_commit FROM co_changes")?;
    let read = |row: &Row<'_>| Ok(((row.get(0)?, row.get(1)?), (row.get(2)?, row.get(3)?)));
    statement.query_map([], read)?.collect()
}

pub(super) fn clear(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(
        "DELETE FROM commits; DELETE FROM file_commits; DELETE FROM co_changes; DELETE FROM history_paths;",
    )
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
