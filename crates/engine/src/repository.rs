//! The repository as the binary hands it on: found here, read by the parts of the engine.

pub use tribunal_repo::{CommitId, Head, RepoError, Repository, Snapshot};

use tribunal_repo::WorktreeOptions;

/// The code as it is now: the working tree or, in a bare repository, the commit at `HEAD`; `None` if that has none.
pub fn current_snapshot(repository: &Repository) -> Result<Option<Snapshot>, RepoError> {
    if !repository.is_bare() {
        return repository.worktree(WorktreeOptions::default()).map(Some);
    }
    match repository.head()? {
        Head::Unborn => Ok(None),
        Head::Branch { commit, .. } | Head::Detached { commit } => repository.commit_snapshot(commit).map(Some),
    }
}
