//! The commits behind a commit, newest first, with the files each changed.
//!
//! Walking, comparing trees and counting lines are three passes; only the last reads blobs, and only for the
//! newest commits, because line counts cost ten times what names cost.

use crate::diff::{Detail, file_changes};
use crate::objects::Objects;
use crate::{CommitId, RepoError, Repository, tree};
use rustc_hash::FxHashSet;
use tribunal_domain::{ChangeKind, Commit, FileChange};
use walk::Walked;

mod walk;

/// Renames by similarity are looked for among at most this many files on each side of one commit: a commit
/// that moves more costs seconds, and 2,000 commits are read.
const RENAME_LIMIT: usize = 200;

/// How far back history is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HistoryLimits {
    /// The most commits.
    pub commits: usize,
    /// The newest so many get renames and line counts.
    pub detailed: usize,
    /// Threads; the result is the same for any number.
    pub jobs: usize,
}

impl Default for HistoryLimits {
    fn default() -> Self {
        Self { commits: 20_000, detailed: 2_000, jobs: 1 }
    }
}

/// A stretch of history.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct History {
    /// The commits, newest first by commit time, in the order of `git log`.
    pub commits: Vec<Commit>,
    /// Whether nothing was cut off, neither by the limit nor by a shallow clone.
    pub complete: bool,
    /// How many commits have no files because what they were to be compared with is not here.
    pub uncompared: usize,
}

impl Repository {
    /// The history of `from`.
    ///
    /// A merge has no files. A commit whose parent is missing (the boundary of a shallow clone) has none
    /// either: compared with nothing it would seem to add the whole repository, and every pair of files would
    /// have changed together. A true root commit has its files.
    pub fn history(&self, from: CommitId, limits: HistoryLimits) -> Result<History, RepoError> {
        self.history_since(from, &FxHashSet::default(), limits)
    }

    /// The history of `from` without the commits in `known` and without looking behind them.
    ///
    /// Continues a stored history if its newest commit is an ancestor of `from`; otherwise history was
    /// rewritten and is to be read anew. `complete` then speaks of the new part alone.
    pub fn history_since(
        &self,
        from: CommitId,
        known: &FxHashSet<CommitId>,
        limits: HistoryLimits,
    ) -> Result<History, RepoError> {
        let objects = self.objects_in_bulk();
        let walked = walk::walk(&objects, from.0, known, limits.commits)?;
        let mut history = History { complete: walked.complete, ..History::default() };
        let jobs = limits.jobs.clamp(1, walked.commits.len().max(1));
        let found = if jobs == 1 {
            files_of(&objects, &walked.commits, 0, limits.detailed)
        } else {
            self.files_in_parallel(&walked.commits, limits.detailed, jobs)
        };
        for (walked, files) in walked.commits.into_iter().zip(found) {
            history.uncompared += usize::from(files.is_none());
            history.commits.push(commit(walked, files.unwrap_or_default()));
        }
        Ok(history)
    }

    fn files_in_parallel(&self, walked: &[Walked], detailed: usize, jobs: usize) -> Vec<Option<Vec<FileChange>>> {
        let parts = chunks(walked.len(), detailed, jobs);
        std::thread::scope(|scope| {
            let start = |part: &std::ops::Range<usize>| {
                let part = part.clone();
                scope.spawn(move || files_of(&self.objects_in_bulk(), &walked[part.clone()], part.start, detailed))
            };
            let running: Vec<_> = parts.iter().map(start).collect();
            let finished = running.into_iter().map(std::thread::ScopedJoinHandle::join);
            finished.flat_map(|part| part.expect("reading history does not panic")).collect()
        })
    }
}

/// Takes a commit back to what it would be beyond the detailed ones: no counts, renames as two changes.
///
/// A history that was continued piece by piece becomes equal to one read at once by applying this to all
/// commits behind the newest `detailed`.
pub fn without_detail(commit: &mut Commit) {
    let mut files = Vec::with_capacity(commit.files.len());
    for mut file in std::mem::take(&mut commit.files) {
        (file.insertions, file.deletions) = (None, None);
        if let Some(old) = file.old_path.take() {
            file.kind = ChangeKind::Added;
            files.push(FileChange { path: old, kind: ChangeKind::Deleted, ..file.clone() });
        }
        files.push(file);
    }
    files.sort_by(|one, two| one.path.cmp(&two.path).then(one.kind.cmp(&two.kind)));
    commit.files = files;
}

/// Splits the work so that each thread gets a like share of the expensive, detailed commits.
fn chunks(total: usize, detailed: usize, jobs: usize) -> Vec<std::ops::Range<usize>> {
    // A detailed commit costs about five times a named one.
    let cost = |place: usize| 5 * place.min(detailed) + place.saturating_sub(detailed);
    let share = cost(total).div_ceil(jobs);
    let mut parts = Vec::new();
    let mut start = 0;
    for job in 1..=jobs {
        let end = (start..=total).find(|&end| cost(end) >= share * job).unwrap_or(total);
        parts.push(start..end);
        start = end;
    }
    parts
}

/// The files of each commit; `None` where trees are missing.
fn files_of(objects: &Objects, walked: &[Walked], first: usize, detailed: usize) -> Vec<Option<Vec<FileChange>>> {
    let one = |(place, walked): (usize, &Walked)| {
        let detail = if first + place < detailed { Detail::Full { rename_limit: RENAME_LIMIT } } else { Detail::Names };
        files(objects, walked, detail)
    };
    walked.iter().enumerate().map(one).collect()
}

fn files(objects: &Objects, walked: &Walked, detail: Detail) -> Option<Vec<FileChange>> {
    let old = match walked.base {
        walk::Base::Nothing => None,
        walk::Base::Tree(tree) => Some(tree),
        walk::Base::Merge => return Some(Vec::new()),
        walk::Base::Missing => return None,
    };
    let changed = tree::changes(objects, old, Some(walked.data.tree)).ok()?;
    Some(file_changes(objects, changed, detail))
}

fn commit(walked: Walked, files: Vec<FileChange>) -> Commit {
    Commit {
        id: walked.id.to_string(),
        author: walked.data.author,
        time: walked.data.author_time,
        message: walked.data.message,
        files,
    }
}
