//! Advisory locks between processes. The kernel releases them when their holder dies, so none is ever stale.

use crate::StoreError;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::Path;

/// The right to write the knowledge base; released when dropped.
#[derive(Debug)]
pub struct IndexLock {
    _file: File,
}

impl IndexLock {
    /// Takes the lock at `path` if it is free.
    pub(crate) fn try_take(path: &Path) -> Result<Option<Self>, StoreError> {
        let file = open(path)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Self { _file: file })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(source)) => Err(StoreError::io(path, source)),
        }
    }

    /// Waits for the lock at `path`.
    pub(crate) fn take(path: &Path) -> Result<Self, StoreError> {
        let file = open(path)?;
        file.lock().map_err(|source| StoreError::io(path, source))?;
        Ok(Self { _file: file })
    }
}

/// Held shared while a database is being opened and exclusively while its file is replaced, so that nobody joins
/// the old file with the new file's write-ahead log.
#[derive(Debug)]
pub(crate) struct SwapLock {
    _file: Option<File>,
}

impl SwapLock {
    /// For opening. Where the lock file cannot be made (a read-only place) nobody can replace anything either.
    pub(crate) fn shared(path: &Path) -> Self {
        let file = open(path).or_else(|_| File::open(path)).ok();
        Self { _file: file.filter(|file| file.lock_shared().is_ok()) }
    }

    /// For replacing.
    pub(crate) fn exclusive(path: &Path) -> Result<Self, StoreError> {
        let file = open(path)?;
        file.lock().map_err(|source| StoreError::io(path, source))?;
        Ok(Self { _file: Some(file) })
    }
}

fn open(path: &Path) -> Result<File, StoreError> {
    if fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_symlink()) {
        return Err(StoreError::link(path));
    }
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    options.open(path).map_err(|source| StoreError::io(path, source))
}
