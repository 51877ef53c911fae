//! The folder `.tribunal/`: where everything lies, made private and ignored by git, never reached through a link.

use crate::atomic::{atomic_write, remove_leftovers};
use crate::lock::{IndexLock, SwapLock};
use crate::{RunDir, RunEntry, StoreError, runs};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The folder's name in the repository's root.
const NAME: &str = ".tribunal";

/// The state folder of one repository.
#[derive(Debug, Clone)]
pub struct StateDir {
    root: PathBuf,
}

impl StateDir {
    /// Makes the folder if it is missing and cleans up what a killed process left in it.
    pub fn create(repo_root: &Path) -> Result<Self, StoreError> {
        let state = Self::at(repo_root)?;
        make_folder(&state.root)?;
        let ignore = state.root.join(".gitignore");
        if fs::read(&ignore).ok().as_deref() != Some(b"*\n") {
            atomic_write(&ignore, b"*\n")?;
        }
        remove_leftovers(&state.root);
        Ok(state)
    }

    /// The folder, if it is there.
    pub fn open(repo_root: &Path) -> Result<Option<Self>, StoreError> {
        let state = Self::at(repo_root)?;
        Ok(is_folder(&state.root)?.then_some(state))
    }

    /// The folder itself.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The knowledge base.
    pub fn curated_path(&self) -> PathBuf {
        self.root.join("curated.sqlite")
    }

    /// The append-only log.
    pub fn raw_path(&self) -> PathBuf {
        self.root.join("raw.sqlite")
    }

    /// The folder of running tasks' databases.
    pub fn sessions_dir(&self) -> PathBuf {
        self.root.join("sessions")
    }

    /// The folder that holds one folder per run.
    pub fn runs_dir(&self) -> PathBuf {
        self.root.join("runs")
    }

    /// Takes the right to write the knowledge base; calls `waiting` once if another process holds it.
    pub fn lock_index(&self, waiting: &mut dyn FnMut()) -> Result<IndexLock, StoreError> {
        if let Some(lock) = self.try_lock_index()? {
            return Ok(lock);
        }
        waiting();
        IndexLock::take(&self.index_lock_path())
    }

    /// Takes the right to write the knowledge base if nobody holds it.
    pub fn try_lock_index(&self) -> Result<Option<IndexLock>, StoreError> {
        IndexLock::try_take(&self.index_lock_path())
    }

    /// Makes a new run folder named after the caller's time stamp.
    pub fn create_run(&self, now: &str) -> Result<RunDir, StoreError> {
        runs::create(self, now)
    }

    /// The folder of an earlier run.
    pub fn open_run(&self, id: &str) -> Result<Option<RunDir>, StoreError> {
        runs::open(self, id)
    }

    /// All runs by name, incomplete ones included.
    pub fn list_runs(&self) -> Result<Vec<RunEntry>, StoreError> {
        runs::list(self)
    }

    /// Where a rebuild writes until it is finished.
    pub(crate) fn curated_new_path(&self) -> PathBuf {
        self.root.join("curated.sqlite.new")
    }

    pub(crate) fn swap_lock_path(&self) -> PathBuf {
        self.root.join("swap.lock")
    }

    pub(crate) fn swap_exclusive(&self) -> Result<SwapLock, StoreError> {
        SwapLock::exclusive(&self.swap_lock_path())
    }

    fn index_lock_path(&self) -> PathBuf {
        self.root.join("index.lock")
    }

    fn at(repo_root: &Path) -> Result<Self, StoreError> {
        let root = fs::canonicalize(repo_root).map_err(|source| StoreError::io(repo_root, source))?;
        Ok(Self { root: root.join(NAME) })
    }
}

/// Makes a folder that only its owner may enter; one that is there already must be a real folder.
pub(crate) fn make_folder(path: &Path) -> Result<(), StoreError> {
    if is_folder(path)? {
        return Ok(());
    }
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    match builder.create(path) {
        Err(source) if source.kind() == io::ErrorKind::AlreadyExists => is_folder(path).map(|_| ()),
        Err(source) => Err(match StoreError::io(path, source) {
            // What cannot be written is the folder around it.
            StoreError::ReadOnly { .. } => StoreError::ReadOnly { path: path.parent().unwrap_or(path).to_path_buf() },
            other => other,
        }),
        Ok(()) => Ok(()),
    }
}

/// Whether a folder is there; a link or a file in its place is an error.
pub(crate) fn is_folder(path: &Path) -> Result<bool, StoreError> {
    match fs::symlink_metadata(path) {
        Ok(metadata) if metadata.is_dir() => Ok(true),
        Ok(metadata) if metadata.is_symlink() => Err(StoreError::link(path)),
        Ok(_) => Err(StoreError::InTheWay { path: path.to_path_buf(), reason: "is not a folder" }),
        Err(source) if source.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(source) => Err(StoreError::io(path, source)),
    }
}
