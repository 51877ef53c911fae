//! The ids of commits and other objects, as other crates see them.

use crate::RepoError;
use std::fmt;
use std::str::FromStr;

/// A commit's object id.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CommitId(pub(crate) gix::ObjectId);

/// The id of a file's content in git's object database.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlobId(pub(crate) gix::ObjectId);

impl fmt::Display for BlobId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Debug for BlobId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl FromStr for CommitId {
    type Err = RepoError;

    /// Reads the full id in hex; abbreviations and names go through `Repository::resolve`.
    fn from_str(hex: &str) -> Result<Self, RepoError> {
        gix::ObjectId::from_hex(hex.as_bytes())
            .map(Self)
            .map_err(|_| RepoError::UnknownRevision { rev: hex.to_owned() })
    }
}

impl fmt::Display for CommitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Debug for CommitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}
