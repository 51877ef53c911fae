//! One thread's access to the object database: blobs, trees and commits by id, with caches.

use crate::{CommitId, RepoError};
use gix::objs::{Kind, TreeRefIter};
use gix::{ObjectId, oid};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::sync::Arc;

mod commit;

pub(crate) use commit::CommitData;

/// Decoded trees, and as many blobs, kept in each of two generations.
const GENERATION_BYTES: usize = 24 << 20;

/// Reads objects; not shared between threads.
pub(crate) struct Objects {
    repo: gix::Repository,
    trees: RefCell<Recent>,
    blobs: RefCell<Recent>,
    /// Kept between reads: decoding wants some three times the object's size.
    buffer: RefCell<Vec<u8>>,
}

impl Objects {
    pub(crate) fn new(repo: gix::Repository) -> Self {
        Self { repo, trees: RefCell::default(), blobs: RefCell::default(), buffer: RefCell::default() }
    }

    /// The bytes of a blob.
    pub(crate) fn blob(&self, id: &oid) -> Result<Vec<u8>, RepoError> {
        let mut bytes = Vec::new();
        self.find(id, Kind::Blob, &mut bytes)?;
        Ok(bytes)
    }

    /// The bytes of a blob of at most `cap` bytes, kept for a while: in history, the old side of a change is the
    /// new side of the one before.
    pub(crate) fn shared_blob(&self, id: &oid, cap: u64) -> Result<Option<Arc<[u8]>>, RepoError> {
        if let Some(bytes) = self.blobs.borrow_mut().get(id) {
            return Ok(Some(bytes));
        }
        if self.size(id)?.ok_or_else(|| RepoError::missing(id))? > cap {
            return Ok(None);
        }
        let mut buffer = self.buffer.borrow_mut();
        self.find(id, Kind::Blob, &mut buffer)?;
        let bytes: Arc<[u8]> = buffer.as_slice().into();
        self.blobs.borrow_mut().insert(id.to_owned(), bytes.clone());
        Ok(Some(bytes))
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
        let mut buffer = self.buffer.borrow_mut();
        buffer.clear();
        if !id.is_empty_tree() {
            self.find(id, Kind::Tree, &mut buffer)?;
        }
        let bytes: Arc<[u8]> = buffer.as_slice().into();
        self.trees.borrow_mut().insert(id.to_owned(), bytes.clone());
        Ok(bytes)
    }

    /// The entries of a tree's raw bytes.
    pub(crate) fn tree_entries<'a>(&self, bytes: &'a [u8]) -> TreeRefIter<'a> {
        TreeRefIter::from_bytes(bytes, self.repo.object_hash())
    }

    /// The bytes of an object id.
    pub(crate) fn hash_len(&self) -> usize {
        self.repo.object_hash().len_in_bytes()
    }

    /// The tree of a commit.
    pub(crate) fn tree_of(&self, commit: CommitId) -> Result<ObjectId, RepoError> {
        Ok(self.commit(&commit.0)?.tree)
    }

    /// A commit's parts.
    pub(crate) fn commit(&self, id: &oid) -> Result<CommitData, RepoError> {
        let mut bytes = self.buffer.borrow_mut();
        self.find(id, Kind::Commit, &mut bytes)?;
        commit::parse(&bytes).ok_or_else(|| RepoError::Git { message: format!("{id} is no readable commit") })
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

/// Objects by id in two generations: when the young one is full, the old one is forgotten.
#[derive(Default)]
struct Recent {
    young: FxHashMap<ObjectId, Arc<[u8]>>,
    old: FxHashMap<ObjectId, Arc<[u8]>>,
    young_bytes: usize,
}

impl Recent {
    fn get(&mut self, id: &oid) -> Option<Arc<[u8]>> {
        if let Some(bytes) = self.young.get(id) {
            return Some(bytes.clone());
        }
        let bytes = self.old.remove(id)?;
        self.insert(id.to_owned(), bytes.clone());
        Some(bytes)
    }

    fn insert(&mut self, id: ObjectId, bytes: Arc<[u8]>) {
        if self.young_bytes > GENERATION_BYTES {
            self.old = std::mem::take(&mut self.young);
            self.young_bytes = 0;
        }
        self.young_bytes += bytes.len();
        self.young.insert(id, bytes);
    }
}
