//! Commits and what changed together, as `repo` reads them and `store` keeps them.

use crate::RepoPath;
use serde::{Deserialize, Serialize};

/// One commit of the history.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Commit {
    /// The full object id in hex.
    pub id: String,
    /// Author as `Name <mail>`.
    pub author: String,
    /// Author time, seconds since the epoch.
    pub time: i64,
    /// Commit time, seconds since the epoch: what `git log` sorts by.
    pub committed: i64,
    /// The full ids of the parents, also of those that a shallow clone has cut off.
    pub parents: Vec<String>,
    /// The whole message.
    pub message: String,
    /// Whether renames were looked for and lines counted.
    pub detailed: bool,
    /// Files changed against the first parent; empty for merges.
    pub files: Vec<FileChange>,
}

/// What happened to one file in a commit or a diff.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileChange {
    /// The path after the change (before it, for a deletion).
    pub path: RepoPath,
    /// The path before, if it was renamed.
    pub old_path: Option<RepoPath>,
    /// What happened.
    pub kind: ChangeKind,
    /// Lines added; `None` where not counted (old commit, binary file).
    pub insertions: Option<u32>,
    /// Lines removed; `None` where not counted.
    pub deletions: Option<u32>,
}

/// The kinds of change git tells apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChangeKind {
    /// The file is new.
    Added,
    /// Its bytes changed.
    Modified,
    /// It is gone.
    Deleted,
    /// It has another path, perhaps with edits.
    Renamed,
    /// Only its mode or type changed.
    Mode,
}

impl ChangeKind {
    /// All kinds.
    pub const ALL: [Self; 5] = [Self::Added, Self::Modified, Self::Deleted, Self::Renamed, Self::Mode];

    /// The kind as it is stored and shown.
    pub fn name(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Modified => "modified",
            Self::Deleted => "deleted",
            Self::Renamed => "renamed",
            Self::Mode => "mode",
        }
    }

    /// The kind with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// Two files that changed in the same commits; `a < b` by bytes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct CoChange {
    /// The lesser path.
    pub a: RepoPath,
    /// The greater path.
    pub b: RepoPath,
    /// In how many commits both changed.
    pub count: u32,
    /// The newest such commit.
    pub last_commit: String,
}
