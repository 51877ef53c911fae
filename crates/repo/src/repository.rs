//! Finding and opening a repository so that nothing in it can run, and naming its commits.
//!
//! Every repository is opened as if it belonged to somebody else: gix then uses no local configuration beyond
//! the object format, and the environment and the user's own configuration are never read.

use crate::objects::Objects;
use crate::{CommitId, RepoError};
use gix::sec::Trust;
use std::path::{Path, PathBuf};

/// An opened repository; cheap to share between threads.
pub struct Repository {
    pub(crate) inner: gix::ThreadSafeRepository,
    root: Option<PathBuf>,
}

/// What `HEAD` points to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Head {
    /// A branch without commits.
    Unborn,
    /// A branch.
    Branch {
        /// Its short name, such as `main`.
        name: String,
        /// Its newest commit.
        commit: CommitId,
    },
    /// A commit without a branch.
    Detached {
        /// The commit.
        commit: CommitId,
    },
}

impl Repository {
    /// Opens the repository that holds `dir`, whoever owns it.
    ///
    /// The working tree is the folder where `.git` was found; `core.worktree` is not obeyed, so that a
    /// repository cannot point the reviewer at other folders.
    pub fn discover(dir: &Path) -> Result<Self, RepoError> {
        let options = gix::discover::upwards::Options {
            trust: gix::discover::upwards::TrustPolicy::Assume(Trust::Reduced),
            cross_fs: true,
            ..Default::default()
        };
        let (found, _) =
            gix::discover::upwards_opts(dir, options).map_err(|_| RepoError::NotARepository { dir: dir.to_owned() })?;
        let (git_dir, root) = found.into_repository_and_work_tree_directories();
        let options = gix::open::Options::isolated().with(Trust::Reduced).open_path_as_is(true);
        let inner = gix::ThreadSafeRepository::open_opts(absolute(&git_dir)?, options)?;
        let bare = inner.to_thread_local().is_bare();
        let linked = inner.common_dir.is_some();
        let root = root.filter(|_| !bare || linked).map(|root| absolute(&root)).transpose()?;
        Ok(Self { inner, root })
    }

    /// The root of the working tree; `None` for a bare repository.
    pub fn root(&self) -> Option<&Path> {
        self.root.as_deref()
    }

    /// The folder with git's own data (of this work tree, if there are several).
    pub fn git_dir(&self) -> &Path {
        self.inner.refs.git_dir()
    }

    /// Whether there is no working tree.
    pub fn is_bare(&self) -> bool {
        self.root.is_none()
    }

    /// Whether the history is cut off.
    pub fn is_shallow(&self) -> bool {
        self.inner.to_thread_local().is_shallow().unwrap_or(false)
    }

    /// What `HEAD` points to.
    pub fn head(&self) -> Result<Head, RepoError> {
        let repo = self.inner.to_thread_local();
        let mut head = repo.head()?;
        if head.is_unborn() {
            return Ok(Head::Unborn);
        }
        let name = head.referent_name().map(|name| name.shorten().to_string());
        let id = head.try_peel_to_id()?.map(|id| CommitId(id.detach()));
        let commit = id.ok_or_else(|| unknown("HEAD"))?;
        Ok(match name {
            Some(name) => Head::Branch { name, commit },
            None => Head::Detached { commit },
        })
    }

    /// The commit that `rev` names: a branch, tag, id, abbreviation, `HEAD~3`, `@{upstream}` and so on.
    pub fn resolve(&self, rev: &str) -> Result<CommitId, RepoError> {
        let repo = self.inner.to_thread_local();
        let id = repo.rev_parse_single(rev).map_err(|_| unknown(rev))?;
        let object = id.object().map_err(|_| RepoError::missing(&id))?;
        let commit = object.peel_to_commit().map_err(|_| unknown(rev))?;
        Ok(CommitId(commit.id))
    }

    /// The best common ancestor, if the two share any history.
    pub fn merge_base(&self, one: CommitId, two: CommitId) -> Result<Option<CommitId>, RepoError> {
        let mut repo = self.inner.to_thread_local();
        repo.object_cache_size_if_unset(4 << 20);
        Ok(repo.merge_base(one.0, two.0)?.map(|id| CommitId(id.detach())))
    }

    pub(crate) fn objects(&self) -> Objects {
        Objects::new(self.inner.to_thread_local())
    }

    pub(crate) fn objects_in_bulk(&self) -> Objects {
        Objects::in_bulk(self.inner.to_thread_local())
    }
}

fn unknown(rev: &str) -> RepoError {
    RepoError::UnknownRevision { rev: rev.to_owned() }
}

fn absolute(path: &Path) -> Result<PathBuf, RepoError> {
    std::fs::canonicalize(path).map_err(|source| RepoError::io(path, source))
}
