//! The files that differ between two commits, with renames and line counts.
//!
//! Only objects are read: no text conversion, external driver or attribute of the repository takes part.

use crate::classify::is_binary;
use crate::lines::line_counts;
use crate::objects::Objects;
use crate::tree::{self, Side, TreeChange};
use crate::{CommitId, RepoError, Repository};
use std::sync::Arc;
use tribunal_domain::{ChangeKind, FileChange, RepoPath};

mod renames;
mod similarity;

/// Bigger blobs are not compared line by line; git stops at 512 MiB, a reviewer has no use for so much.
const LINE_COUNT_CAP: u64 = 32 << 20;
/// git's own limit of rename candidates on each side.
const RENAME_LIMIT: usize = 1_000;

/// How much is found out about each change.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Detail {
    /// Paths and kinds; a rename is a deletion and an addition.
    Names,
    /// Renames and line counts too; renames by similarity only among this many files on each side.
    Full { rename_limit: usize },
}

impl Repository {
    /// What changed from `old` (`None`: from nothing) to `new`, sorted by path.
    ///
    /// A rename needs 50 % similarity, found the way git finds it. Line counts may differ by a few lines from
    /// git's where several shortest scripts compete (measured: in 0.3 % of files); they are `None` for binary files,
    /// submodules, very big files and objects that a partial clone does not have.
    pub fn diff(&self, old: Option<CommitId>, new: CommitId) -> Result<Vec<FileChange>, RepoError> {
        let objects = self.objects();
        let old = old.map(|old| objects.tree_of(old)).transpose()?;
        let changed = tree::changes(&objects, old, Some(objects.tree_of(new)?))?;
        Ok(file_changes(&objects, changed, Detail::Full { rename_limit: RENAME_LIMIT }))
    }
}

/// Turns tree changes into file changes. What cannot be read for want of an object is not counted; paths that
/// no repository may hold are left out.
pub(crate) fn file_changes(objects: &Objects, changed: Vec<TreeChange>, detail: Detail) -> Vec<FileChange> {
    let mut files: Vec<FileChange> = match detail {
        Detail::Names => changed.iter().filter_map(plain).collect(),
        Detail::Full { rename_limit } => {
            renames::pair(objects, changed, rename_limit).iter().filter_map(|change| counted(objects, change)).collect()
        }
    };
    files.sort_by(|one, two| one.path.cmp(&two.path).then(one.kind.cmp(&two.kind)));
    files
}

/// A change after renames were found: `from` is the old path of a rename.
pub(crate) struct Paired {
    pub change: TreeChange,
    pub from: Option<Vec<u8>>,
}

fn plain(change: &TreeChange) -> Option<FileChange> {
    Some(FileChange {
        path: RepoPath::new(&change.path).ok()?,
        old_path: None,
        kind: kind(change.old, change.new),
        insertions: None,
        deletions: None,
    })
}

fn counted(objects: &Objects, paired: &Paired) -> Option<FileChange> {
    let mut file = plain(&paired.change)?;
    if let Some(from) = &paired.from {
        file.old_path = Some(RepoPath::new(from).ok()?);
        file.kind = ChangeKind::Renamed;
    }
    if let Some((insertions, deletions)) = counts(objects, paired.change.old, paired.change.new) {
        file.insertions = Some(insertions);
        file.deletions = Some(deletions);
    }
    Some(file)
}

fn kind(old: Option<Side>, new: Option<Side>) -> ChangeKind {
    match (old, new) {
        (None, _) => ChangeKind::Added,
        (_, None) => ChangeKind::Deleted,
        (Some(old), Some(new)) if old.id == new.id => ChangeKind::Mode,
        _ => ChangeKind::Modified,
    }
}

fn counts(objects: &Objects, old: Option<Side>, new: Option<Side>) -> Option<(u32, u32)> {
    if let (Some(old), Some(new)) = (old, new)
        && old.id == new.id
    {
        return Some((0, 0));
    }
    let (old, new) = (text(objects, old)?, text(objects, new)?);
    Some(line_counts(&old, &new))
}

/// The bytes of a side that has lines to count.
fn text(objects: &Objects, side: Option<Side>) -> Option<Arc<[u8]>> {
    let Some(side) = side else {
        return Some(Arc::default());
    };
    if side.mode.is_commit() {
        return None;
    }
    let bytes = objects.shared_blob(&side.id, LINE_COUNT_CAP).ok()??;
    Some(bytes).filter(|bytes| !is_binary(bytes))
}
