//! The entries of a commit's tree.

use super::{Entry, EntryKind, ProblemReason, SnapshotProblem, Stamp};
use crate::objects::Objects;
use crate::{BlobId, RepoError};
use gix::ObjectId;
use gix::objs::tree::{EntryMode, EntryRef};
use tribunal_domain::RepoPath;

/// A few small trees that name each other can unfold into billions of files; the greatest public
/// repositories have half a million.
const MAX_CHILDREN: usize = 2_000_000;

/// Lists all files beneath a tree, unsorted. Folders are kept on a heap, so depth costs no stack.
pub(super) fn list(objects: &Objects, tree: ObjectId) -> Result<(Vec<Entry>, Vec<SnapshotProblem>), RepoError> {
    let (mut entries, mut problems) = (Vec::new(), Vec::new());
    let mut folders = vec![(Vec::new(), tree)];
    let mut seen = 0;
    while let Some((prefix, tree)) = folders.pop() {
        let bytes = objects.tree(&tree)?;
        for child in objects.tree_entries(&bytes) {
            let child = child?;
            seen += 1;
            if seen > MAX_CHILDREN {
                return Err(RepoError::Git { message: format!("the tree holds more than {MAX_CHILDREN} files") });
            }
            let path = [&prefix, child.filename as &[u8]].concat();
            match RepoPath::new(&path).ok().filter(|valid| valid.as_bytes() == path) {
                None => problems.push(SnapshotProblem { path, reason: ProblemReason::ForbiddenName }),
                Some(_) if child.mode.is_tree() => {
                    folders.push(([&path, b"/" as &[u8]].concat(), child.oid.to_owned()));
                }
                Some(path) => entries.push(entry(objects, path, &child)?),
            }
        }
    }
    Ok((entries, problems))
}

fn entry(objects: &Objects, path: RepoPath, child: &EntryRef<'_>) -> Result<Entry, RepoError> {
    let kind = kind(child.mode);
    let size = match kind {
        EntryKind::Submodule => 0,
        _ => objects.size(child.oid)?.unwrap_or(0),
    };
    let stamp = Stamp::Object(BlobId(child.oid.to_owned()));
    Ok(Entry { path, kind, size, stamp })
}

fn kind(mode: EntryMode) -> EntryKind {
    if mode.is_link() {
        EntryKind::Symlink
    } else if mode.is_commit() {
        EntryKind::Submodule
    } else if mode.is_executable() {
        EntryKind::Executable
    } else {
        EntryKind::File
    }
}
