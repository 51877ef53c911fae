//! One thread's access to the object database: blobs, trees and commits by id, with caches.

use crate::{CommitId, RepoError};
use gix::objs::{CommitRef, Kind, TreeRefIter};
use gix::prelude::FindExt;
use gix::{ObjectId, oid};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::sync::Arc;

/// Delta bases kept while decoding packs. Measured on 20,000 commits of django: gix's default of 64 slots takes
/// half as long again.
const PACK_CACHE_BYTES: usize = 64 << 20;
/// Decoded trees kept, in each of two generations.
const TREE_CACHE_BYTES: usize = 24 << 20;

/// Reads objects; not shared between threads.
pub(crate) struct Objects {
    repo: gix::Repository,
    trees: RefCell<TreeCache>,
}

/// The parts of a commit that walking and reporting need.
pub(crate) struct CommitData {
    pub tree: ObjectId,
    pub parents: Vec<ObjectId>,
    pub author: String,
    pub author_time: i64,
    pub committer_time: i64,
    pub message: String,
}

impl Objects {
    pub(crate) fn new(mut repo: gix::Repository) -> Self {
        repo.objects.set_pack_cache(|| {
            Box::new(gix::odb::pack::cache::lru::MemoryCappedHashmap::new(PACK_CACHE_BYTES))
        });
        Self { repo, trees: RefCell::default() }
    }

    /// The bytes of a blob.
    pub(crate) fn blob(&self, id: &oid) -> Result<Vec<u8>, RepoError> {
        let mut bytes = Vec::new();
        self.find(id, Kind::Blob, &mut bytes)?;
        Ok(bytes)
    }

    /// The size of an object; `None` if it is missing, as blobs are in a partial clone.
    pub(crate) fn size(&self, id: &oid) -> Result<Option<u64>, RepoError> {
        Ok(self.repo.try_find_header(id)?.map(|header| header.size()))
    }

    /// The raw bytes of a tree; read its entries with `tree_entries`.
    pub(crate) fn tree(&self, id: &oid) -> Result<Arc<[u8]>, RepoError> {
        if let Some(bytes) = self.trees.borrow_mut().get(id) {
            return Ok(bytes);
        }
        let mut bytes = Vec::new();
        if !id.is_empty_tree() {
            self.find(id, Kind::Tree, &mut bytes)?;
        }
        let bytes: Arc<[u8]> = bytes.into();
        self.trees.borrow_mut().insert(id.to_owned(), bytes.clone());
        Ok(bytes)
    }

    /// The entries of a tree's raw bytes.
    pub(crate) fn tree_entries<'a>(&self, bytes: &'a [u8]) -> TreeRefIter<'a> {
        TreeRefIter::from_bytes(bytes, self.repo.object_hash())
    }

    /// The tree of a commit.
    pub(crate) fn tree_of(&self, commit: CommitId) -> Result<ObjectId, RepoError> {
        Ok(self.commit(&commit.0)?.tree)
    }

    /// A commit's parts. Text that is not UTF-8 is read with replacement characters.
    pub(crate) fn commit(&self, id: &oid) -> Result<CommitData, RepoError> {
        let mut bytes = Vec::new();
        self.find(id, Kind::Commit, &mut bytes)?;
        let commit = CommitRef::from_bytes(&bytes, self.repo.object_hash())?;
        let author = commit.author().ok();
        Ok(CommitData {
            tree: commit.tree(),
            parents: commit.parents().collect(),
            author: author.map_or_else(
                || commit.author.to_string(),
                |author| format!("{} <{}>", author.name, author.email),
            ),
            author_time: author.map_or(0, |author| author.seconds()),
            committer_time: commit.committer().map_or(0, |committer| committer.seconds()),
            message: String::from_utf8_lossy(commit.message).into_owned(),
        })
    }

    /// The commits whose parents were cut off by a shallow clone.
    pub(crate) fn shallow_boundary(&self) -> Result<Vec<ObjectId>, RepoError> {
        let commits = self.repo.shallow_commits()?;
        Ok(commits.map(|commits| commits.iter().copied().collect()).unwrap_or_default())
    }

    fn find(&self, id: &oid, kind: Kind, buffer: &mut Vec<u8>) -> Result<(), RepoError> {
        let found = gix::prelude::Find::try_find(&self.repo.objects, id, buffer)?;
        match found.map(|data| data.kind) {
            None => Err(RepoError::missing(id)),
            Some(found) if found == kind => Ok(()),
            Some(found) => Err(RepoError::Git { message: format!("{id} is a {found}, not a {kind}") }),
        }
    }
}

/// Trees by id in two generations: when the young one is full, the old one is forgotten.
#[derive(Default)]
struct TreeCache {
    young: FxHashMap<ObjectId, Arc<[u8]>>,
    old: FxHashMap<ObjectId, Arc<[u8]>>,
    young_bytes: usize,
}

impl TreeCache {
    fn get(&mut self, id: &oid) -> Option<Arc<[u8]>> {
        if let Some(bytes) = self.young.get(id) {
            return Some(bytes.clone());
        }
        let bytes = self.old.remove(id)?;
        self.insert(id.to_owned(), bytes.clone());
        Some(bytes)
    }

    fn insert(&mut self, id: ObjectId, bytes: Arc<[u8]>) {
        if self.young_bytes > TREE_CACHE_BYTES {
            self.old = std::mem::take(&mut self.young);
            self.young_bytes = 0;
        }
        self.young_bytes += bytes.len();
        self.young.insert(id, bytes);
    }
}
