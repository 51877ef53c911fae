//! What differs between two trees: paths, modes and object ids, without looking into any blob.
//!
//! Renames are found later, in `diff`, among the deletions and additions listed here.

use crate::RepoError;
use crate::objects::Objects;
use gix::ObjectId;
use gix::objs::tree::{EntryMode, EntryRef};

mod raw;

/// Trees nested deeper than this are hostile: nobody can check them out.
const MAX_DEPTH: usize = 512;

/// Trees and files compared at most: a few small trees that name each other can unfold into billions.
const MAX_CHANGES: usize = 1_000_000;

/// A file's mode and content on one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Side {
    pub mode: EntryMode,
    pub id: ObjectId,
}

/// One path that differs; at least one side is there.
#[derive(Debug, Clone)]
pub(crate) struct TreeChange {
    pub path: Vec<u8>,
    pub old: Option<Side>,
    pub new: Option<Side>,
}

/// Lists the files that differ between two trees, in tree order.
pub(crate) fn changes(
    objects: &Objects,
    old: Option<ObjectId>,
    new: Option<ObjectId>,
) -> Result<Vec<TreeChange>, RepoError> {
    let mut comparison = Comparison { objects, path: Vec::new(), depth: 0, compared: 0, found: Vec::new() };
    comparison.trees(old, new)?;
    Ok(comparison.found)
}

struct Comparison<'a> {
    objects: &'a Objects,
    path: Vec<u8>,
    depth: usize,
    compared: usize,
    found: Vec<TreeChange>,
}

impl Comparison<'_> {
    fn trees(&mut self, old: Option<ObjectId>, new: Option<ObjectId>) -> Result<(), RepoError> {
        if old == new {
            return Ok(());
        }
        self.compared += 1;
        if self.depth == MAX_DEPTH || self.compared + self.found.len() > MAX_CHANGES {
            let message = "trees are nested too deeply or without end".to_owned();
            return Err(RepoError::Git { message });
        }
        let read = |id: Option<ObjectId>| id.map(|id| self.objects.tree(&id)).transpose();
        let (old, new) = (read(old)?, read(new)?);
        self.depth += 1;
        self.entries(old.as_deref().unwrap_or_default(), new.as_deref().unwrap_or_default())?;
        self.depth -= 1;
        Ok(())
    }

    fn entries(&mut self, old: &[u8], new: &[u8]) -> Result<(), RepoError> {
        let mut pairs = raw::Pairs::new(old, new, self.objects.hash_len());
        while let Some((old, new)) = pairs.next()? {
            self.pair(old, new)?;
        }
        Ok(())
    }

    fn pair(&mut self, old: Option<EntryRef<'_>>, new: Option<EntryRef<'_>>) -> Result<(), RepoError> {
        if let (Some(old), Some(new)) = (&old, &new)
            && old.oid == new.oid
            && old.mode == new.mode
        {
            return Ok(());
        }
        let Some(named) = old.or(new) else { return Ok(()) };
        let length = self.path.len();
        self.path.extend_from_slice(named.filename);
        if named.mode.is_tree() {
            self.path.push(b'/');
            self.trees(old.map(|old| old.oid.to_owned()), new.map(|new| new.oid.to_owned()))?;
        } else {
            self.found.push(TreeChange { path: self.path.clone(), old: old.map(side), new: new.map(side) });
        }
        self.path.truncate(length);
        Ok(())
    }
}

fn side(entry: EntryRef<'_>) -> Side {
    Side { mode: entry.mode, id: entry.oid.to_owned() }
}
