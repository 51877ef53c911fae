//! What a change touches or breaks: findings on lines it changed, and findings that were not there before it.

use super::code::Loaded;
use super::{Request, blobs, merge, propose};
use crate::index::IndexError;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::RangeInclusive;
use tribunal_domain::RepoPath;
use tribunal_domain::finding::Finding;
use tribunal_repo::{CommitId, Repository, line_hunks};

/// The two sides of a change.
#[derive(Debug, Clone, Copy)]
pub struct DiffRange {
    /// Before.
    pub base: CommitId,
    /// After; `None` for the working tree.
    pub head: Option<CommitId>,
}

/// A change, as a review needs it.
pub(super) struct Change {
    /// Lines of the new side that were added or changed, by file.
    lines: FxHashMap<RepoPath, Vec<RangeInclusive<u32>>>,
    /// Fingerprints of what was found before the change.
    before: FxHashSet<String>,
}

/// Reviews the side before, and compares the files of both.
pub(super) fn of(
    repository: &Repository,
    range: DiffRange,
    after: &Loaded,
    request: &Request<'_>,
) -> Result<Change, IndexError> {
    let before = blobs::load(repository, range.base, request)?;
    let mut lines = FxHashMap::default();
    for file in &after.code.files {
        if before.hash_of(&file.path) == after.hash_of(&file.path) {
            continue;
        }
        let new = after.read(&file.path).unwrap_or_default();
        let old = before.read(&file.path).unwrap_or_default();
        let hunks = line_hunks(&old, &new);
        // Where lines were only removed, the ones around the gap are what changed.
        let ranges = hunks.iter().map(|hunk| match hunk.new_lines {
            0 => hunk.new_start.max(1)..=hunk.new_start + 1,
            count => hunk.new_start..=hunk.new_start + count - 1,
        });
        lines.insert(file.path.clone(), ranges.collect());
    }
    let found = merge::findings(propose(&before, request), &before);
    Ok(Change { lines, before: found.into_iter().map(|finding| finding.fingerprint).collect() })
}

impl Change {
    /// Whether a finding stands on a changed line, or was not there before.
    pub(super) fn concerns(&self, finding: &Finding) -> bool {
        let overlaps =
            |range: &RangeInclusive<u32>| *range.start() <= finding.end_line && finding.start_line <= *range.end();
        let touched = self.lines.get(&finding.path).is_some_and(|ranges| ranges.iter().any(overlaps));
        touched || !self.before.contains(&finding.fingerprint)
    }
}
