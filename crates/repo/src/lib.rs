//! The only crate that knows git: snapshots of a commit or of the working tree, diffs and history.
//!
//! Nothing here starts a process, and no configuration of the repository is obeyed beyond what is needed to
//! find its objects. Start reading at `repository`; `snapshot` is what the other crates see.

mod bytes;
mod classify;
mod co_change;
mod diff;
mod error;
mod history;
mod id;
mod lines;
mod objects;
mod patch;
mod repository;
mod snapshot;
mod tree;
mod worktree;

pub use classify::{Attributes, FileClass, classify};
pub use co_change::{CoChangeLimits, co_changes};
pub use error::RepoError;
pub use history::{History, HistoryLimits, without_detail};
pub use id::{BlobId, CommitId};
pub use lines::{Hunk, line_hunks};
pub use patch::unified;
pub use repository::{Head, Repository};
pub use snapshot::{Entry, EntryKind, ProblemReason, Snapshot, SnapshotProblem, Stamp};
pub use worktree::WorktreeOptions;
