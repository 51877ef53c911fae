//! Plain files are written whole or not at all: temporary file, fsync, rename, fsync of the folder.

use crate::StoreError;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// How temporary files end, so that leftovers of a killed process can be told from files.
const TEMPORARY: &str = ".tribunal-tmp";

/// A temporary file older than this belongs to no living writer: the longest write takes seconds.
const LEFTOVER_AGE: Duration = Duration::from_hours(1);

/// Replaces the file at `path` by `bytes`: after a crash at any moment it holds the old or the new bytes.
pub fn atomic_write(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    let temporary = temporary_name(path);
    let written = write_synced(&temporary, bytes, fs::symlink_metadata(path).ok().as_ref())
        .and_then(|()| fs::rename(&temporary, path))
        .map_err(|source| StoreError::io(path, source));
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    written?;
    sync_folder(path)
}

/// Writes to a place that a user has named: a link is followed, and what is no plain file (a pipe, a device) is written to as
/// it is.
pub fn write_to(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    let Ok(metadata) = fs::metadata(path) else { return atomic_write(path, bytes) };
    if metadata.is_file() {
        return atomic_write(&fs::canonicalize(path).map_err(|source| StoreError::io(path, source))?, bytes);
    }
    let written = OpenOptions::new().write(true).open(path).and_then(|mut file| file.write_all(bytes));
    written.map_err(|source| StoreError::io(path, source))
}

/// Makes a rename or removal of `path` durable.
pub(crate) fn sync_folder(path: &Path) -> Result<(), StoreError> {
    let Some(folder) = path.parent() else { return Ok(()) };
    // Windows cannot open a folder as a file; its renames are durable by themselves.
    if cfg!(windows) {
        return Ok(());
    }
    File::open(folder).and_then(|file| file.sync_all()).map_err(|source| StoreError::io(folder, source))
}

/// Removes what killed writers left in `folder`; a failure is no reason to stop.
pub(crate) fn remove_leftovers(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        if entry.file_name().as_encoded_bytes().ends_with(TEMPORARY.as_bytes()) && is_old(&entry) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn is_old(entry: &fs::DirEntry) -> bool {
    let modified = entry.metadata().and_then(|metadata| metadata.modified());
    modified.is_ok_and(|time| time.elapsed().is_ok_and(|age| age > LEFTOVER_AGE))
}

fn write_synced(path: &Path, bytes: &[u8], before: Option<&Metadata>) -> std::io::Result<()> {
    let mut file = create(path)?;
    // A file that is replaced may be run by those who could before, and read by no others.
    if let Some(before) = before.filter(|before| before.is_file()) {
        file.set_permissions(before.permissions())?;
    }
    file.write_all(bytes)?;
    file.sync_all()
}

/// Writes a file that is not there yet.
pub(crate) fn write_new(path: &Path, bytes: &[u8]) -> std::io::Result<File> {
    let mut file = create(path)?;
    file.write_all(bytes)?;
    Ok(file)
}

/// `create_new` never follows a symbolic link that lies in wait.
fn create(path: &Path) -> std::io::Result<File> {
    OpenOptions::new().write(true).create_new(true).open(path)
}

fn temporary_name(path: &Path) -> PathBuf {
    static COUNTER: AtomicU64 = AtomicU64::new(0);
    let number = COUNTER.fetch_add(1, Ordering::Relaxed);
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}-{number}{TEMPORARY}", std::process::id()));
    path.with_file_name(name)
}
