//! The commits behind a commit, newest first, with the files each changed.
//!
//! Walking, comparing trees and counting lines are three passes; only the last reads blobs, and only for the
//! newest commits, because line counts cost ten times what names cost. What was read before is walked again, but
//! not read again: the order, and so what lies within the limits, is that of a history read at once.

use crate::diff::{Detail, file_changes};
use crate::objects::Objects;
use crate::{CommitId, RepoError, Repository, tree};
use tribunal_domain::{ChangeKind, Commit, FileChange};
use walk::{Known, Read, Walked};

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
    /// How many commits were read; the others were known.
    pub read: usize,
    /// The places of the commits that are not as they were known: those that were read or have lost their detail.
    pub changed: Vec<usize>,
}

impl Repository {
    /// The history of `from`.
    ///
    /// A merge has no files. A commit whose parent is missing (the boundary of a shallow clone) has none
    /// either: compared with nothing it would seem to add the whole repository, and every pair of files would
    /// have changed together. A true root commit has its files.
    pub fn history(&self, from: CommitId, limits: HistoryLimits) -> Result<History, RepoError> {
        self.history_beyond(from, Vec::new(), limits)
    }

    /// The history of `from`, of which the commits in `known` need not be read again.
    ///
    /// The commits are those that `history` gives, whatever happened since `known` was read: commits on top, merges
    /// of old branches, a rewritten history, another branch, a shallow clone that was deepened.
    pub fn history_beyond(
        &self,
        from: CommitId,
        known: Vec<Commit>,
        limits: HistoryLimits,
    ) -> Result<History, RepoError> {
        let objects = self.objects_in_bulk();
        let walked = walk::walk(&objects, from.0, Known::new(known), limits)?;
        let mut history = History { complete: walked.complete, ..History::default() };
        let jobs = limits.jobs.clamp(1, walked.commits.len().max(1));
        let found = if jobs == 1 {
            files_of(&objects, &walked.commits)
        } else {
            self.files_in_parallel(&walked.commits, limits.detailed, jobs)
        };
        for (place, (walked, files)) in walked.commits.into_iter().zip(found).enumerate() {
            history.add(place, walked, files, place < limits.detailed);
        }
        Ok(history)
    }

    /// The commits whose parents a shallow clone has cut off, sorted.
    pub fn shallow_boundary(&self) -> Result<Vec<CommitId>, RepoError> {
        let mut boundary: Vec<CommitId> = self.objects().shallow_boundary()?.into_iter().map(CommitId).collect();
        boundary.sort_unstable();
        Ok(boundary)
    }

    fn files_in_parallel(&self, walked: &[Walked], detailed: usize, jobs: usize) -> Vec<Option<Vec<FileChange>>> {
        let parts = chunks(walked.len(), detailed, jobs);
        std::thread::scope(|scope| {
            let start = |part: &std::ops::Range<usize>| {
                let part = part.clone();
                scope.spawn(move || files_of(&self.objects_in_bulk(), &walked[part]))
            };
            let running: Vec<_> = parts.iter().map(start).collect();
            let finished = running.into_iter().map(std::thread::ScopedJoinHandle::join);
            finished.flat_map(|part| part.expect("reading history does not panic")).collect()
        })
    }
}

impl History {
    fn add(&mut self, place: usize, walked: Walked, files: Option<Vec<FileChange>>, detailed: bool) {
        let commit = match walked {
            Walked::Known(mut commit) => {
                if commit.detailed && !detailed {
                    without_detail(&mut commit);
                    self.changed.push(place);
                }
                *commit
            }
            Walked::Read(read) => {
                self.read += 1;
                self.changed.push(place);
                self.uncompared += usize::from(files.is_none());
                commit(*read, files.unwrap_or_default(), detailed)
            }
        };
        self.commits.push(commit);
    }
}

/// Takes a commit back to what it would be beyond the detailed ones: no counts, renames as two changes.
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
    commit.detailed = false;
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

/// The files of each commit that was read; `None` where trees are missing.
fn files_of(objects: &Objects, walked: &[Walked]) -> Vec<Option<Vec<FileChange>>> {
    let one = |walked: &Walked| match walked {
        Walked::Known(_) => None,
        Walked::Read(read) => files(objects, read),
    };
    walked.iter().map(one).collect()
}

fn files(objects: &Objects, read: &Read) -> Option<Vec<FileChange>> {
    let old = match read.base {
        walk::Base::Nothing => None,
        walk::Base::Tree(tree) => Some(tree),
        walk::Base::Merge => return Some(Vec::new()),
        walk::Base::Missing => return None,
    };
    let detail = if read.detailed { Detail::Full { rename_limit: RENAME_LIMIT } } else { Detail::Names };
    let changed = tree::changes(objects, old, Some(read.data.tree)).ok()?;
    Some(file_changes(objects, changed, detail))
}

fn commit(read: Read, files: Vec<FileChange>, detailed: bool) -> Commit {
    Commit {
        id: read.id.to_string(),
        author: read.data.author,
        time: read.data.author_time,
        committed: read.data.committer_time,
        parents: read.data.parents.iter().map(ToString::to_string).collect(),
        message: read.data.message,
        detailed,
        files,
    }
}
