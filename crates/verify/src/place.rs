//! Where a finding or claim says it is about.

use crate::scene::Side;
use tribunal_domain::RepoPath;

/// A stated place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub path: RepoPath,
    /// The side of the change.
    pub side: Side,
    /// The first line, if one is stated.
    pub line: Option<u32>,
    /// The last line, if one is stated.
    pub end_line: Option<u32>,
}

impl Place {
    /// A file and lines of the head side.
    pub fn new(path: &RepoPath, line: Option<u32>, end_line: Option<u32>) -> Self {
        Self { path: path.clone(), side: Side::Head, line, end_line }
    }
}
