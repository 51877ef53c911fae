//! Capturing the working tree: tracked files from git's index, the others by walking what is not ignored.
//!
//! Every file costs one `lstat` and no read. Nothing is followed: links stay links, nested repositories and
//! submodules are not entered.

use crate::snapshot::Snapshot;
use crate::{RepoError, Repository};
use std::time::SystemTime;

mod beneath;
mod ignored;
mod walk;

pub(crate) use beneath::Beneath;

/// What belongs to a working tree snapshot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WorktreeOptions {
    /// Take files that git does not track yet, unless they are ignored.
    pub untracked: bool,
}

impl Default for WorktreeOptions {
    fn default() -> Self {
        Self { untracked: true }
    }
}

impl Repository {
    /// Captures the working tree as it is now.
    ///
    /// Tracked files are taken even where a rule would ignore them; files that a sparse checkout leaves out
    /// are absent. `.gitignore` files and `info/exclude` are obeyed, the user's own ignore file is not.
    pub fn worktree(&self, options: WorktreeOptions) -> Result<Snapshot, RepoError> {
        let root = self.root().ok_or(RepoError::Bare)?;
        let captured = SystemTime::now();
        let beneath = Beneath::new(root)?;
        let index = self.inner.to_thread_local().index_or_empty()?;
        let excludes = self.common_dir().join("info").join("exclude");
        let ignored = ignored::Ignored::new(root, &excludes);
        let walked = walk::walk(&beneath, &index, ignored, options)?;
        Ok(Snapshot::of_worktree(walked.entries, walked.problems, beneath, captured))
    }

    fn common_dir(&self) -> &std::path::Path {
        self.inner.common_dir.as_deref().unwrap_or_else(|| self.git_dir())
    }
}
