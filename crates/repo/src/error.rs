//! What can go wrong with a repository, in the few kinds a caller tells apart.

use std::path::{Path, PathBuf};
use tribunal_domain::RepoPath;

/// A failure to read a repository.
#[derive(Debug, thiserror::Error)]
pub enum RepoError {
    /// Neither the folder nor one of its parents is a repository.
    #[error("{} is not inside a git repository", dir.display())]
    NotARepository {
        /// Where the search began.
        dir: PathBuf,
    },
    /// There is no working tree to look at.
    #[error("the repository is bare: it has no working tree")]
    Bare,
    /// The text names no commit.
    #[error("`{rev}` does not name a commit of this repository")]
    UnknownRevision {
        /// What was asked for.
        rev: String,
    },
    /// The object is not here: a shallow or partial clone, or a damaged repository.
    #[error("the object {id} is missing from the repository")]
    MissingObject {
        /// The object id in hex.
        id: String,
    },
    /// The path is not part of the snapshot, or is a submodule.
    #[error("`{path}` is no file of this snapshot")]
    NotAFile {
        /// The path asked for.
        path: RepoPath,
    },
    /// A file or folder could not be read.
    #[error("cannot read {}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The operating system's answer.
        source: std::io::Error,
    },
    /// The repository's data could not be understood.
    #[error("git data: {message}")]
    Git {
        /// What the library said.
        message: String,
    },
}

impl RepoError {
    pub(crate) fn io(path: &Path, source: impl Into<std::io::Error>) -> Self {
        Self::Io { path: path.to_owned(), source: source.into() }
    }

    pub(crate) fn missing(id: &gix::oid) -> Self {
        Self::MissingObject { id: id.to_string() }
    }
}

impl From<gix::Error> for RepoError {
    fn from(error: gix::Error) -> Self {
        Self::Git { message: error.probable_cause().to_string() }
    }
}
