//! One connection with the path it belongs to: opening with the right guards, and errors that name the file.

use crate::StoreError;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long a statement waits for another process's transaction; a one-file update takes far less.
const BUSY_TIMEOUT: Duration = Duration::from_secs(20);

/// More than the number of distinct statements of one update, so that each is prepared once.
const STATEMENTS: usize = 96;

/// How a database is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    /// Only reading; the file must be there.
    Read,
    /// Reading and writing; the file must be there.
    Write,
    /// Reading and writing; the file is made if it is missing.
    Create,
}

/// A connection and where it leads.
#[derive(Debug)]
pub(crate) struct Database {
    pub(crate) connection: Connection,
    pub(crate) path: PathBuf,
}

impl Database {
    /// Opens `path`, which must not be or lie behind a symbolic link.
    pub(crate) fn open(path: &Path, access: Access) -> Result<Self, StoreError> {
        let connection = connect(path, access).map_err(|error| StoreError::sql(path, &error))?;
        Ok(Self { connection, path: path.to_path_buf() })
    }

    /// Opens a file that nobody can write (a read-only place), where no locks can be made.
    pub(crate) fn open_immutable(path: &Path) -> Result<Self, StoreError> {
        let text = path.to_string_lossy().replace('%', "%25").replace('?', "%3f").replace('#', "%23");
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let opened = Connection::open_with_flags(format!("file:{text}?immutable=1"), flags);
        let connection = opened.and_then(guarded).map_err(|error| StoreError::sql(path, &error))?;
        Ok(Self { connection, path: path.to_path_buf() })
    }

    /// Runs statements and names the file in their errors.
    pub(crate) fn run<T>(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        work(&self.connection).map_err(|error| StoreError::sql(&self.path, &error))
    }
}

/// Runs several statements on one state of the base, whatever another process commits meanwhile.
pub(crate) fn on_one_state<T>(
    connection: &Connection,
    work: impl FnOnce(&Connection) -> rusqlite::Result<T>,
) -> rusqlite::Result<T> {
    connection.execute_batch("SAVEPOINT one_state")?;
    let done = work(connection);
    connection.execute_batch("RELEASE one_state")?;
    done
}

fn connect(path: &Path, access: Access) -> rusqlite::Result<Connection> {
    let mode = match access {
        Access::Read => OpenFlags::SQLITE_OPEN_READ_ONLY,
        Access::Write => OpenFlags::SQLITE_OPEN_READ_WRITE,
        Access::Create => OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE,
    };
    let flags = mode | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_NOFOLLOW;
    guarded(Connection::open_with_flags(path, flags)?)
}

/// The file may come with a hostile repository: nothing stored in its schema may run.
fn guarded(connection: Connection) -> rusqlite::Result<Connection> {
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false)?;
    connection.execute_batch("PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY;")?;
    Ok(connection)
}

/// The files `SQLite` keeps beside a database in write-ahead mode.
pub(crate) fn side_files(path: &Path) -> [PathBuf; 2] {
    ["-wal", "-shm"].map(|ending| {
        let mut name = path.as_os_str().to_os_string();
        name.push(ending);
        PathBuf::from(name)
    })
}

/// Whether transactions wait in the write-ahead log.
pub(crate) fn has_log(path: &Path) -> bool {
    fs::metadata(&side_files(path)[0]).is_ok_and(|metadata| metadata.len() > 0)
}

/// Removes a file that may be absent.
pub(crate) fn remove_if_there(path: &Path) -> Result<(), StoreError> {
    match fs::remove_file(path) {
        Err(source) if source.kind() != std::io::ErrorKind::NotFound => Err(StoreError::io(path, source)),
        _ => Ok(()),
    }
}
