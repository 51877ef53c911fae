//! The knowledge base `curated.sqlite`: opening it, telling a good file from a bad one, putting a bad one aside.
//!
//! What it answers is in `read.rs` (for the indexer) and in `crate::query` (for everybody else).

pub(crate) mod read;

use crate::atomic::sync_folder;
use crate::database::{Access, Database, has_log, side_files};
use crate::lock::SwapLock;
use crate::{StateDir, StoreError};
use rusqlite::config::DbConfig;
use std::fs;
use std::path::Path;

/// Marks the file as ours ("trib"), so that another program's database is recognised.
pub(crate) const APPLICATION_ID: i64 = 0x7472_6962;

/// Raised with every change of the tables or of what their blobs hold.
pub(crate) const SCHEMA_VERSION: i64 = 6;

/// How many damaged knowledge bases are kept for whoever wants to look; they can be rebuilt, so few.
const DAMAGED_KEPT: u32 = 3;

/// An open knowledge base.
#[derive(Debug)]
pub struct Curated {
    pub(crate) database: Database,
    identity: Option<(u64, u64)>,
}

/// What was found where the knowledge base should be.
#[derive(Debug)]
pub enum Opened {
    /// A usable knowledge base.
    Ready(Curated),
    /// Nothing.
    Missing,
    /// One of another schema version that cannot be migrated: rebuild.
    Stale {
        /// The version it has.
        found_version: i64,
    },
    /// Something that is not a usable database: quarantine and rebuild.
    Damaged {
        /// What was noticed.
        reason: String,
    },
}

/// A damaged file that was put aside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quarantined {
    /// Its new name in the same folder.
    pub name: String,
    /// Why it was put aside.
    pub reason: String,
}

impl Curated {
    /// Opens for reading and updating.
    pub fn open(state: &StateDir) -> Result<Opened, StoreError> {
        open(state, Access::Write)
    }

    /// Opens for reading alone; works in a place that cannot be written.
    pub fn open_read_only(state: &StateDir) -> Result<Opened, StoreError> {
        open(state, Access::Read)
    }

    /// Lets the file grow by at most `pages` pages, as a nearly full disk would.
    pub fn limit_pages(&self, pages: u32) -> Result<(), StoreError> {
        self.database.run(|connection| {
            let now: i64 = connection.pragma_query_value(None, "page_count", |row| row.get(0))?;
            connection.query_row(&format!("PRAGMA max_page_count = {}", now + i64::from(pages)), [], |_| Ok(()))
        })
    }

    /// Fails if another process has replaced the file since it was opened.
    pub(crate) fn check_current(&self) -> Result<(), StoreError> {
        let path = &self.database.path;
        if identity(path) == self.identity { Ok(()) } else { Err(StoreError::Replaced { path: path.clone() }) }
    }
}

/// Puts a damaged knowledge base aside, so that the next open finds none; `None` if there is nothing to put aside.
pub fn quarantine(state: &StateDir, reason: &str) -> Result<Option<Quarantined>, StoreError> {
    put_aside(state, &state.curated_path(), Some(DAMAGED_KEPT), reason)
}

/// Renames `path` and its side files to `….damaged-N`; with `kept`, the last place is used again and again.
pub(crate) fn put_aside(
    state: &StateDir,
    path: &Path,
    kept: Option<u32>,
    reason: &str,
) -> Result<Option<Quarantined>, StoreError> {
    let _swap = state.swap_exclusive()?;
    if fs::symlink_metadata(path).is_err() {
        return Ok(None);
    }
    let file_name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let is_free = |number: &u32| !path.with_file_name(format!("{file_name}.damaged-{number}")).exists();
    let last = kept.unwrap_or(u32::MAX);
    let number = (1..last).find(is_free).unwrap_or(last);
    let name = format!("{file_name}.damaged-{number}");
    let target = path.with_file_name(&name);
    fs::rename(path, &target).map_err(|source| StoreError::io(path, source))?;
    for (from, to) in side_files(path).iter().zip(side_files(&target)) {
        let _ = fs::rename(from, to);
    }
    sync_folder(path)?;
    Ok(Some(Quarantined { name, reason: reason.to_owned() }))
}

fn open(state: &StateDir, access: Access) -> Result<Opened, StoreError> {
    let path = state.curated_path();
    match fs::symlink_metadata(&path) {
        Err(source) if source.kind() == std::io::ErrorKind::NotFound => return Ok(Opened::Missing),
        Err(source) => return Err(StoreError::io(&path, source)),
        Ok(found) if !found.is_file() => return Ok(Opened::Damaged { reason: "it is not a plain file".into() }),
        Ok(found) if found.len() == 0 => return Ok(Opened::Damaged { reason: "it is empty".into() }),
        Ok(_) => {}
    }
    let _swap = SwapLock::shared(&state.swap_lock_path());
    match examine(&path, access) {
        Err(StoreError::Corrupt { reason, .. }) => Ok(Opened::Damaged { reason }),
        Err(StoreError::Io { .. } | StoreError::ReadOnly { .. }) if access == Access::Read && !has_log(&path) => {
            adopt(Database::open_immutable(&path)?, access)
        }
        other => other,
    }
}

fn examine(path: &Path, access: Access) -> Result<Opened, StoreError> {
    adopt(Database::open(path, access)?, access)
}

fn adopt(database: Database, access: Access) -> Result<Opened, StoreError> {
    let (application, version) = database.run(marks)?;
    if application != APPLICATION_ID {
        return Ok(Opened::Damaged { reason: "it was written by another program".into() });
    }
    if version != SCHEMA_VERSION {
        return Ok(Opened::Stale { found_version: version });
    }
    if let Some(reason) = missing_bytes(&database)? {
        return Ok(Opened::Damaged { reason });
    }
    configure(&database, access)?;
    let identity = identity(&database.path);
    Ok(Opened::Ready(Curated { database, identity }))
}

/// The application id and schema version that a database carries.
pub(crate) fn marks(connection: &rusqlite::Connection) -> rusqlite::Result<(i64, i64)> {
    let application = connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
    let version = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    Ok((application, version))
}

fn configure(database: &Database, access: Access) -> Result<(), StoreError> {
    database.run(|connection| {
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false)?;
        connection.query_row("SELECT count(*) FROM meta", [], |_| Ok(()))?;
        // The base can be rebuilt, so a commit need not wait for the disk; NORMAL still never corrupts it.
        connection.execute_batch("PRAGMA foreign_keys = OFF; PRAGMA synchronous = NORMAL;")?;
        match access {
            Access::Read => connection.execute_batch("PRAGMA query_only = ON;"),
            _ => connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(())),
        }
    })
}

/// `SQLite` notices a missing page, but not a last page cut in the middle.
pub(crate) fn missing_bytes(database: &Database) -> Result<Option<String>, StoreError> {
    // A second look, because another process may have moved its log into the file during the first.
    for last in [false, true] {
        let (pages, size) = database.run(|connection| {
            let pages: i64 = connection.pragma_query_value(None, "page_count", |row| row.get(0))?;
            let size: i64 = connection.pragma_query_value(None, "page_size", |row| row.get(0))?;
            Ok((pages, size))
        })?;
        let length = fs::metadata(&database.path).map_err(|source| StoreError::io(&database.path, source))?.len();
        let expected = pages.unsigned_abs() * size.unsigned_abs();
        if has_log(&database.path) || length >= expected {
            return Ok(None);
        }
        if last {
            return Ok(Some(format!("it has {length} of {expected} bytes")));
        }
    }
    Ok(None)
}

#[cfg(unix)]
fn identity(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).ok().map(|metadata| (metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn identity(_path: &Path) -> Option<(u64, u64)> {
    None
}
