//! What tells that a file is unchanged without reading it.

use crate::BlobId;
use std::fmt;
use std::time::{Duration, SystemTime};

/// The mark of a file's content: equal stamps of one source mean equal bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stamp {
    /// The object id, in a commit; for submodules the commit they stand at, in a working tree too.
    Object(BlobId),
    /// What `lstat` says, in a working tree.
    Stat {
        /// Time of the last change of content, in seconds.
        mtime: i64,
        /// Its nanoseconds.
        mtime_nanos: u32,
        /// Time of the last change of content or attributes, in seconds.
        ctime: i64,
        /// Its nanoseconds.
        ctime_nanos: u32,
        /// Bytes.
        size: u64,
        /// The file's number in its file system.
        inode: u64,
    },
}

impl Stamp {
    pub(crate) fn changed(&self) -> Option<SystemTime> {
        let Self::Stat { mtime, mtime_nanos, ctime, ctime_nanos, .. } = *self else {
            return None;
        };
        let (seconds, nanos) = (mtime, mtime_nanos).max((ctime, ctime_nanos));
        Some(SystemTime::UNIX_EPOCH + Duration::new(u64::try_from(seconds).unwrap_or(0), nanos))
    }
}

impl fmt::Display for Stamp {
    /// A stable text, to be stored and compared as a whole.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Object(id) => write!(f, "object {id}"),
            Self::Stat { mtime, mtime_nanos, ctime, ctime_nanos, size, inode } => {
                write!(f, "stat {mtime}.{mtime_nanos} {ctime}.{ctime_nanos} {size} {inode}")
            }
        }
    }
}
