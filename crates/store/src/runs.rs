//! Run folders: one per invocation, self-contained, listed by reading each run's own `run.json`.

use crate::atomic::write_new;
use crate::state_dir::{is_folder, make_folder};
use crate::{StateDir, StoreError, atomic_write};
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

/// The file that says what a run was; it is written last of all that must be there.
const RUN_FILE: &str = "run.json";

/// One run's folder.
#[derive(Debug, Clone)]
pub struct RunDir {
    id: String,
    path: PathBuf,
}

/// A run as it is listed.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct RunEntry {
    /// The name of its folder.
    pub id: String,
    /// What its `run.json` says.
    pub state: RunState,
}

/// Whether a run left a readable `run.json`.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RunState {
    /// It did; here it is.
    Recorded(serde_json::Value),
    /// It did not, because it was interrupted or the file is broken.
    Incomplete {
        /// What is wrong.
        reason: String,
    },
}

impl RunDir {
    /// The folder's name.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes one of the run's files (`findings.json`, `reviews/src/a.rs.md`) atomically.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<PathBuf, StoreError> {
        let path = self.prepared(name)?;
        atomic_write(&path, bytes)?;
        Ok(path)
    }

    /// Writes a file that can be made again from the others: it is not waited for until it lies on the disk.
    pub fn write_derived(&self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        let path = self.prepared(name)?;
        write_new(&path, bytes).map(drop).map_err(|source| StoreError::io(&path, source))
    }

    /// The path of one of the run's files, with the folders it needs.
    fn prepared(&self, name: &str) -> Result<PathBuf, StoreError> {
        let path = self.beneath(name)?;
        let mut folder = self.path.clone();
        for part in Path::new(name).parent().iter().flat_map(|parent| parent.components()) {
            folder.push(part);
            make_folder(&folder)?;
        }
        Ok(path)
    }

    /// Reads one of the run's files; `None` if it is not there.
    pub fn read(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let path = self.beneath(name)?;
        match fs::read(&path) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(source) if source.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(source) => Err(StoreError::io(&path, source)),
        }
    }

    fn beneath(&self, name: &str) -> Result<PathBuf, StoreError> {
        let normal = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
        if name.is_empty() || name.contains('\0') || !normal {
            return Err(StoreError::Name { name: name.to_owned(), reason: "it must stay inside the run's folder" });
        }
        Ok(self.path.join(name))
    }
}

/// Makes a folder named `now`, or `now-2`, `now-3` … if that is taken.
pub(crate) fn create(state: &StateDir, now: &str) -> Result<RunDir, StoreError> {
    check_name(now)?;
    make_folder(&state.runs_dir())?;
    for number in 1_u64.. {
        let id = if number == 1 { now.to_owned() } else { format!("{now}-{number}") };
        let path = state.runs_dir().join(&id);
        match fs::create_dir(&path) {
            Ok(()) => return Ok(RunDir { id, path }),
            Err(source) if source.kind() == io::ErrorKind::AlreadyExists => {}
            Err(source) => return Err(StoreError::io(&path, source)),
        }
    }
    unreachable!("the loop ends with a free number or an error")
}

/// The run with this id, if its folder is there.
pub(crate) fn open(state: &StateDir, id: &str) -> Result<Option<RunDir>, StoreError> {
    check_name(id)?;
    let path = state.runs_dir().join(id);
    Ok(is_folder(&path)?.then(|| RunDir { id: id.to_owned(), path }))
}

/// All run folders, sorted by name.
pub(crate) fn list(state: &StateDir) -> Result<Vec<RunEntry>, StoreError> {
    if !is_folder(&state.runs_dir())? {
        return Ok(Vec::new());
    }
    let folder = state.runs_dir();
    let mut runs = Vec::new();
    for entry in fs::read_dir(&folder).map_err(|source| StoreError::io(&folder, source))? {
        let entry = entry.map_err(|source| StoreError::io(&folder, source))?;
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            let id = entry.file_name().to_string_lossy().into_owned();
            runs.push(RunEntry { id, state: run_state(&entry.path()) });
        }
    }
    runs.sort_by(|a, b| a.id.cmp(&b.id));
    Ok(runs)
}

fn run_state(run: &Path) -> RunState {
    match fs::read(run.join(RUN_FILE)) {
        Ok(bytes) => match serde_json::from_slice(&bytes) {
            Ok(value) => RunState::Recorded(value),
            Err(error) => RunState::Incomplete { reason: format!("{RUN_FILE} is broken: {error}") },
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            RunState::Incomplete { reason: format!("{RUN_FILE} is missing") }
        }
        Err(error) => RunState::Incomplete { reason: format!("{RUN_FILE} cannot be read: {error}") },
    }
}

/// Names of runs and tasks become file names, so only plain characters are taken.
pub(crate) fn check_name(name: &str) -> Result<(), StoreError> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    let fits = !name.is_empty() && name.len() <= 128 && !name.starts_with('.') && name.bytes().all(plain);
    let reason = "use letters, digits, '-', '_' and '.', at most 128, not starting with '.'";
    if fits { Ok(()) } else { Err(StoreError::Name { name: name.to_owned(), reason }) }
}
