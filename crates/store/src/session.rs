//! The working memory of one running task: texts by key, archived and deleted when the task ends.

use crate::database::{Access, Database, remove_if_there, side_files};
use crate::runs::check_name;
use crate::state_dir::make_folder;
use crate::{StateDir, StoreError};
use rusqlite::OptionalExtension;

/// An open session.
#[derive(Debug)]
pub struct Session {
    database: Database,
}

impl Session {
    /// Opens the session of `task`, or starts it.
    pub fn open(state: &StateDir, task: &str) -> Result<Self, StoreError> {
        check_name(task)?;
        make_folder(&state.sessions_dir())?;
        let path = state.sessions_dir().join(format!("{task}.sqlite"));
        let database = Database::open(&path, Access::Create)?;
        database.run(|connection| {
            connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
            connection.execute_batch(
                "PRAGMA synchronous = FULL;
                 CREATE TABLE IF NOT EXISTS entries (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;",
            )
        })?;
        Ok(Self { database })
    }

    /// Keeps a text under a key.
    pub fn set(&self, key: &str, value: &str) -> Result<(), StoreError> {
        self.database.run(|connection| {
            connection.execute("INSERT OR REPLACE INTO entries VALUES (?1, ?2)", [key, value])?;
            Ok(())
        })
    }

    /// The text under a key.
    pub fn get(&self, key: &str) -> Result<Option<String>, StoreError> {
        self.database.run(|connection| {
            connection.query_row("SELECT value FROM entries WHERE key = ?1", [key], |row| row.get(0)).optional()
        })
    }

    /// All keys that start with `prefix`, sorted.
    pub fn keys(&self, prefix: &str) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT key FROM entries WHERE substr(key, 1, length(?1)) = ?1 ORDER BY key";
        self.database.run(|connection| connection.prepare(sql)?.query_map([prefix], |row| row.get(0))?.collect())
    }

    /// Ends the session and deletes its files.
    pub fn delete(self) -> Result<(), StoreError> {
        let Database { connection, path } = self.database;
        connection.close().map_err(|(_, error)| StoreError::sql(&path, &error))?;
        let [log, index] = side_files(&path);
        [&path, &log, &index].iter().try_for_each(|file| remove_if_there(file))
    }
}
