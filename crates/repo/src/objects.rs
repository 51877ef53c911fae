//! One thread's access to the object database: blobs, trees and commits by id, with caches.

use crate::{CommitId, RepoError};
use gix::objs::{Kind, TreeRefIter};
use gix::{ObjectId, oid};
use packs::Packs;
use recent::Recent;
use std::cell::RefCell;
use std::sync::Arc;

mod commit;
mod packs;
mod recent;

pub(crate) use commit::CommitData;

/// Reads objects; not shared between threads.
pub(crate) struct Objects {
    repo: gix::Repository,
    trees: RefCell<Recent<ObjectId, Arc<[u8]>>>,
    blobs: RefCell<Recent<ObjectId, Arc<[u8]>>>,
    /// For those who read very many objects.
    packs: Option<RefCell<Packs>>,
    /// Kept between reads: decoding wants some three times the object's size.
    buffer: RefCell<Vec<u8>>,
}

impl Objects {
    pub(crate) fn new(repo: gix::Repository) -> Self {
        Self { repo, trees: RefCell::default(), blobs: RefCell::default(), packs: None, buffer: RefCell::default() }
    }

    /// The same for reading very many objects, such as all trees of a history.
    pub(crate) fn in_bulk(repo: gix::Repository) -> Self {
        let store = repo.objects.store_ref();
        let mut folders = vec![store.path().to_owned()];
        folders.extend(store.alternate_db_paths().unwrap_or_default());
        let packs = Packs::open(&folders, repo.object_hash());
        Self { packs: Some(RefCell::new(packs)), ..Self::new(repo) }
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
        if let Some(bytes) = self.blobs.borrow_mut().get(&id.to_owned()) {
            return Ok(Some(bytes));
        }
        let packed = self.packed(id, Kind::Blob);
        if packed.is_none() && self.size(id)?.ok_or_else(|| RepoError::missing(id))? > cap {
            return Ok(None);
        }
        let bytes = packed.map_or_else(|| self.shared(id, Kind::Blob), Ok)?;
        self.blobs.borrow_mut().insert(id.to_owned(), bytes.clone(), bytes.len());
        Ok(Some(bytes).filter(|bytes| bytes.len() as u64 <= cap))
    }

    /// The size of an object; `None` if it is missing, as blobs are in a partial clone.
    pub(crate) fn size(&self, id: &oid) -> Result<Option<u64>, RepoError> {
        Ok(self.repo.try_find_header(id)?.map(|header| header.size()))
    }

    /// The raw bytes of a tree; read its entries with `tree_entries`.
    pub(crate) fn tree(&self, id: &oid) -> Result<Arc<[u8]>, RepoError> {
        if id.is_empty_tree() {
            return Ok(Arc::default());
        }
        if let Some(bytes) = self.trees.borrow_mut().get(&id.to_owned()) {
            return Ok(bytes);
        }
        let bytes = self.packed(id, Kind::Tree).map_or_else(|| self.shared(id, Kind::Tree), Ok)?;
        self.trees.borrow_mut().insert(id.to_owned(), bytes.clone(), bytes.len());
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

    /// An object as the packs have it; `None` if the repository is to be asked.
    fn packed(&self, id: &oid, kind: Kind) -> Option<Arc<[u8]>> {
        let (found, bytes) = self.packs.as_ref()?.borrow_mut().find(id)?;
        (found == kind).then_some(bytes)
    }

    fn shared(&self, id: &oid, kind: Kind) -> Result<Arc<[u8]>, RepoError> {
        let mut buffer = self.buffer.borrow_mut();
        self.find(id, kind, &mut buffer)?;
        Ok(buffer.as_slice().into())
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
