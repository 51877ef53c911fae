//! Commits as they were handed in.

use super::{blob, damaged};
use rusqlite::{Connection, Row};
use std::collections::HashMap;
use tribunal_domain::{ChangeKind, Commit, FileChange, RepoPath};

/// All commits with their files, in the order they were added.
pub(super) fn commits(connection: &Connection) -> rusqlite::Result<Vec<Commit>> {
    let mut changes = changes(connection)?;
    let sql = "SELECT id, author, time, committed, parents, message, detailed, ordinal FROM commits ORDER BY ordinal";
    let mut statement = connection.prepare(sql)?;
    let read = |row: &Row<'_>| {
        let parents = row.get_ref(4)?.as_str().map_err(damaged)?;
        Ok(Commit {
            id: row.get(0)?,
            author: row.get(1)?,
            time: row.get(2)?,
            committed: row.get(3)?,
            parents: parents.split_whitespace().map(str::to_owned).collect(),
            message: row.get(5)?,
            detailed: row.get(6)?,
            files: in_order(changes.remove(&row.get(7)?).unwrap_or_default()),
        })
    };
    statement.query_map([], read)?.collect()
}

/// A change and its place among those of its commit.
type Placed = (u32, FileChange);

fn in_order(mut changes: Vec<Placed>) -> Vec<FileChange> {
    changes.sort_unstable_by_key(|(position, _)| *position);
    changes.into_iter().map(|(_, change)| change).collect()
}

/// The changes by the ordinal of their commit.
fn changes(connection: &Connection) -> rusqlite::Result<HashMap<i64, Vec<Placed>>> {
    let paths = paths(connection)?;
    let path = |id: i64| paths.get(&id).cloned().ok_or_else(|| damaged("a commit names a file that is not listed"));
    let mut changes: HashMap<i64, Vec<Placed>> = HashMap::new();
    let sql = "SELECT commit_ordinal, position, file_id, old_file_id, kind, insertions, deletions FROM file_commits";
    let mut statement = connection.prepare(sql)?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let kind = row.get_ref(4)?.as_str().map_err(damaged)?;
        let change = FileChange {
            path: path(row.get(2)?)?,
            old_path: row.get::<_, Option<i64>>(3)?.map(path).transpose()?,
            kind: ChangeKind::from_name(kind).ok_or_else(|| damaged(format!("no change {kind:?}")))?,
            insertions: row.get(5)?,
            deletions: row.get(6)?,
        };
        changes.entry(row.get(0)?).or_default().push((row.get(1)?, change));
    }
    Ok(changes)
}

fn paths(connection: &Connection) -> rusqlite::Result<HashMap<i64, RepoPath>> {
    let mut statement = connection.prepare("SELECT id, path FROM history_paths")?;
    let read = |row: &Row<'_>| Ok((row.get(0)?, RepoPath::new(blob(row, 1)?).map_err(damaged)?));
    statement.query_map([], read)?.collect()
}
