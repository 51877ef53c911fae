//! The order of commits: newest first by commit time, as `git log` lists them.

use crate::objects::{CommitData, Objects};
use crate::{CommitId, RepoError};
use gix::ObjectId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A commit with what it is to be compared with.
pub(super) struct Walked {
    pub id: ObjectId,
    pub data: CommitData,
    pub base: Base,
}

/// What a commit's tree is compared with.
pub(super) enum Base {
    /// A root commit.
    Nothing,
    /// The tree of the only parent.
    Tree(ObjectId),
    /// Several parents: not compared.
    Merge,
    /// The parent is not in the repository.
    Missing,
}

/// The commits in order and whether all were reached.
pub(super) struct Walk {
    pub commits: Vec<Walked>,
    pub complete: bool,
}

/// Walks from `from` until `limit` commits are listed, neither listing nor passing those in `known`.
///
/// The order is git's default: of all commits reached so far, the one with the newest commit time is next;
/// equal times come in the order they were reached.
pub(super) fn walk(
    objects: &Objects,
    from: ObjectId,
    known: &FxHashSet<CommitId>,
    limit: usize,
) -> Result<Walk, RepoError> {
    let mut queue = Queue::new(objects)?;
    if !known.contains(&CommitId(from)) {
        queue.read(from)?;
        queue.enqueue(from);
    }
    let mut commits = Vec::new();
    while commits.len() < limit
        && let Some((id, data)) = queue.next()
    {
        queue.reach_parents(id, &data, known)?;
        commits.push(Walked { id, base: queue.base(id, &data), data });
    }
    let complete = queue.waiting.is_empty() && !queue.cut;
    Ok(Walk { commits, complete })
}

struct Queue<'a> {
    objects: &'a Objects,
    shallow: FxHashSet<ObjectId>,
    /// Commits to be listed: newest time first, then in order of arrival.
    waiting: BinaryHeap<(i64, Reverse<u64>, ObjectId)>,
    /// Commits read and not yet listed.
    read: FxHashMap<ObjectId, CommitData>,
    /// The tree of every commit read; `None` if the commit is not in the repository.
    trees: FxHashMap<ObjectId, Option<ObjectId>>,
    reached: FxHashSet<ObjectId>,
    cut: bool,
}

impl<'a> Queue<'a> {
    fn new(objects: &'a Objects) -> Result<Self, RepoError> {
        Ok(Self {
            objects,
            shallow: objects.shallow_boundary()?.into_iter().collect(),
            waiting: BinaryHeap::new(),
            read: FxHashMap::default(),
            trees: FxHashMap::default(),
            reached: FxHashSet::default(),
            cut: false,
        })
    }

    fn read(&mut self, id: ObjectId) -> Result<(), RepoError> {
        let data = self.objects.commit(&id)?;
        self.trees.insert(id, Some(data.tree));
        self.read.insert(id, data);
        Ok(())
    }

    fn enqueue(&mut self, id: ObjectId) {
        if self.reached.insert(id)
            && let Some(data) = self.read.get(&id)
        {
            let arrival = self.reached.len() as u64;
            self.waiting.push((data.committer_time, Reverse(arrival), id));
        }
    }

    fn next(&mut self) -> Option<(ObjectId, CommitData)> {
        let (_, _, id) = self.waiting.pop()?;
        Some((id, self.read.remove(&id)?))
    }

    /// Reads a commit's parents and enqueues those that are not known.
    fn reach_parents(&mut self, id: ObjectId, data: &CommitData, known: &FxHashSet<CommitId>) -> Result<(), RepoError> {
        if self.shallow.contains(&id) {
            self.cut = true;
            return Ok(());
        }
        for &parent in &data.parents {
            self.visit(parent)?;
            if !known.contains(&CommitId(parent)) {
                self.enqueue(parent);
            }
        }
        Ok(())
    }

    fn visit(&mut self, id: ObjectId) -> Result<(), RepoError> {
        if self.trees.contains_key(&id) {
            return Ok(());
        }
        match self.read(id) {
            Err(RepoError::MissingObject { .. }) => {
                self.trees.insert(id, None);
                self.cut = true;
                Ok(())
            }
            answer => answer,
        }
    }

    fn base(&self, id: ObjectId, data: &CommitData) -> Base {
        match data.parents.as_slice() {
            [] => Base::Nothing,
            [_] if self.shallow.contains(&id) => Base::Missing,
            [parent] => match self.trees.get(parent) {
                Some(Some(tree)) => Base::Tree(*tree),
                _ => Base::Missing,
            },
            _ => Base::Merge,
        }
    }
}
