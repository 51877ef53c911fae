//! Questions to the knowledge base, which is brought up to date first unless the caller says otherwise.

use crate::index::{IndexError, IndexOptions, index};
use tribunal_repo::{RepoError, Repository};
use tribunal_store::{Curated, Opened, StateDir, StoreError};

pub use tribunal_store::{
    AdapterMetadata, CoChangeNeighbor, CommentInfo, CommitInfo, Definition, Definitions, Dependency, Direction,
    DocInfo, FileContext, FileInfo, KnowledgeBase, Neighbor, Overview, ReferenceAt, References, SymbolInfo,
    SymbolMatches,
};

/// Why a question cannot be answered.
#[derive(Debug, thiserror::Error)]
pub enum QueryError {
    /// The base could not be brought up to date.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// The base could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is no usable base and none may be built.
    #[error("there is no usable knowledge base here")]
    NoBase,
}

/// The base of a repository for reading; `Some(options)` brings it up to date first.
pub fn open(repository: &Repository, update: Option<&IndexOptions<'_>>) -> Result<Curated, QueryError> {
    if let Some(options) = update {
        index(repository, options)?;
    }
    let root = repository.root().ok_or(RepoError::Bare).map_err(IndexError::from)?;
    let state = StateDir::open(root)?.ok_or(QueryError::NoBase)?;
    match Curated::open_read_only(&state)? {
        Opened::Ready(curated) => Ok(curated),
        _ => Err(QueryError::NoBase),
    }
}
