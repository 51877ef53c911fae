//! What can go wrong with state on disk, told apart where a caller acts differently.

use rusqlite::ErrorCode;
use std::io;
use std::path::{Path, PathBuf};

/// A failure of the world under `.tribunal/`.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file system refused.
    #[error("{}: {source}", path.display())]
    Io {
        /// On what.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The file holds something else than what was written to it: quarantine it.
    #[error("{} is damaged: {reason}", path.display())]
    Corrupt {
        /// The damaged file.
        path: PathBuf,
        /// What was noticed.
        reason: String,
    },
    /// Something else stands where this program keeps its state: the user has to move it.
    #[error("{} {reason}", path.display())]
    InTheWay {
        /// What is in the way.
        path: PathBuf,
        /// What it is.
        reason: &'static str,
    },
    /// There is no space left; the old state is intact.
    #[error("no space left to write {}", path.display())]
    Full {
        /// What could not be written.
        path: PathBuf,
    },
    /// Another process holds it.
    #[error("{} is locked by another process", path.display())]
    Locked {
        /// What is locked.
        path: PathBuf,
    },
    /// It was written by another version of this program that this one cannot read.
    #[error("{} has schema version {found}; this program knows {known}", path.display())]
    Schema {
        /// The file.
        path: PathBuf,
        /// The version it has.
        found: i64,
        /// The version this program writes.
        known: i64,
    },
    /// The database refused for a reason that no caller handles.
    #[error("{}: {message}", path.display())]
    Sql {
        /// The database.
        path: PathBuf,
        /// What it said.
        message: String,
    },
    /// The place cannot be written.
    #[error("{} cannot be written: it is read-only or belongs to someone else", path.display())]
    ReadOnly {
        /// The place.
        path: PathBuf,
    },
    /// Another process has put a new file in its place since it was opened: open it again.
    #[error("{} was replaced by another process; open it again", path.display())]
    Replaced {
        /// The file.
        path: PathBuf,
    },
    /// A name given by a caller cannot be a file name here.
    #[error("{name:?} cannot be used as a name here: {reason}")]
    Name {
        /// The name.
        name: String,
        /// Why not.
        reason: &'static str,
    },
}

/// `SQLite`'s extended codes for a file shorter than its header says and for a damaged file system.
const DAMAGE_SEEN_AS_IO: [i32; 2] = [522, 8458];

impl StoreError {
    /// The error for a failed file operation on `path`.
    pub(crate) fn io(path: &Path, source: io::Error) -> Self {
        let path = path.to_path_buf();
        match source.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::Full { path },
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => Self::ReadOnly { path },
            _ => Self::Io { path, source },
        }
    }

    /// The error for a link where none is followed.
    pub(crate) fn link(path: &Path) -> Self {
        Self::InTheWay { path: path.to_path_buf(), reason: "is a symbolic link, which is not followed" }
    }

    /// The error for something that is not what was written.
    pub(crate) fn corrupt(path: &Path, reason: impl Into<String>) -> Self {
        Self::Corrupt { path: path.to_path_buf(), reason: reason.into() }
    }

    /// The error for a failed statement on the database at `path`.
    pub(crate) fn sql(path: &Path, error: &rusqlite::Error) -> Self {
        use rusqlite::Error as E;
        let message = error.to_string();
        let path = path.to_path_buf();
        match error {
            E::SqliteFailure(code, _) => from_code(path, *code, message),
            E::FromSqlConversionFailure(..)
            | E::InvalidColumnType(..)
            | E::IntegralValueOutOfRange(..)
            | E::Utf8Error(..) => Self::Corrupt { path, reason: message },
            _ => Self::Sql { path, message },
        }
    }
}

/// The index of the log could not grow: SQLite's `SHMSIZE` and `SHMMAP`.
const NO_ROOM_SEEN_AS_IO: &[i32] = &[rusqlite::ffi::SQLITE_IOERR_SHMSIZE, rusqlite::ffi::SQLITE_IOERR_SHMMAP];

fn from_code(path: PathBuf, code: rusqlite::ffi::Error, message: String) -> StoreError {
    match code.code {
        ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase => StoreError::Corrupt { path, reason: message },
        ErrorCode::DiskFull => StoreError::Full { path },
        ErrorCode::SystemIoFailure if NO_ROOM_SEEN_AS_IO.contains(&code.extended_code) => StoreError::Full { path },
        ErrorCode::ReadOnly | ErrorCode::PermissionDenied => StoreError::ReadOnly { path },
        ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => StoreError::Locked { path },
        ErrorCode::SystemIoFailure if DAMAGE_SEEN_AS_IO.contains(&code.extended_code) => {
            StoreError::Corrupt { path, reason: message }
        }
        ErrorCode::SystemIoFailure | ErrorCode::CannotOpen => {
            StoreError::Io { path, source: io::Error::other(message) }
        }
        _ => StoreError::Sql { path, message },
    }
}
