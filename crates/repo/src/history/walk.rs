//! The order of commits: newest first by commit time, as `git log` lists them.
//!
//! Parents and times come from what is known where it is known, and from the repository otherwise.

use crate::RepoError;
use crate::history::HistoryLimits;
use crate::objects::{CommitData, Objects};
use gix::ObjectId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use tribunal_domain::Commit;

/// One commit of the walk.
pub(super) enum Walked {
    /// As it is known, with at least the detail that is wanted.
    Known(Box<Commit>),
    /// To be compared.
    Read(Box<Read>),
}

/// A commit that was read, with what it is to be compared with.
pub(super) struct Read {
    pub id: ObjectId,
    pub data: CommitData,
    pub base: Base,
    /// Whether it is to have renames and line counts.
    pub detailed: bool,
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

/// Commits that were read before, by id.
pub(super) struct Known(FxHashMap<ObjectId, (Vec<ObjectId>, Box<Commit>)>);

impl Known {
    /// Commits whose ids are none are left out: they are read.
    pub(super) fn new(commits: Vec<Commit>) -> Self {
        let id = |hex: &str| ObjectId::from_hex(hex.as_bytes()).ok();
        let one = |commit: Commit| {
            let parents: Option<Vec<ObjectId>> = commit.parents.iter().map(|parent| id(parent)).collect();
            Some((id(&commit.id)?, (parents?, Box::new(commit))))
        };
        Self(commits.into_iter().filter_map(one).collect())
    }
}

/// Walks from `from` until the limit is reached.
///
/// The order is git's default: of all commits reached so far, the one with the newest commit time is next;
/// equal times come in the order they were reached.
pub(super) fn walk(objects: &Objects, from: ObjectId, known: Known, limits: HistoryLimits) -> Result<Walk, RepoError> {
    let mut queue = Queue::new(objects, known)?;
    queue.find(from)?;
    queue.enqueue(from);
    let mut commits = Vec::new();
    while commits.len() < limits.commits
        && let Some((id, found)) = queue.next()
    {
        queue.reach_parents(id, &found)?;
        commits.push(queue.listed(id, found, commits.len() < limits.detailed)?);
    }
    let complete = queue.waiting.is_empty() && !queue.cut;
    Ok(Walk { commits, complete })
}

/// A commit that was reached.
enum Found {
    Known(Vec<ObjectId>, Box<Commit>),
    Read(CommitData),
}

impl Found {
    fn parents(&self) -> &[ObjectId] {
        match self {
            Self::Known(parents, _) => parents,
            Self::Read(data) => &data.parents,
        }
    }

    fn committed(&self) -> i64 {
        match self {
            Self::Known(_, commit) => commit.committed,
            Self::Read(data) => data.committer_time,
        }
    }
}

struct Queue<'a> {
    objects: &'a Objects,
    shallow: FxHashSet<ObjectId>,
    known: Known,
    /// Commits to be listed: newest time first, then in order of arrival.
    waiting: BinaryHeap<(i64, Reverse<u64>, ObjectId)>,
    /// Commits found and not yet listed.
    found: FxHashMap<ObjectId, Found>,
    /// Commits that were looked for; with the tree of those that were read, `None` for those that are not there.
    trees: FxHashMap<ObjectId, Option<ObjectId>>,
    reached: FxHashSet<ObjectId>,
    cut: bool,
}

impl<'a> Queue<'a> {
    fn new(objects: &'a Objects, known: Known) -> Result<Self, RepoError> {
        Ok(Self {
            objects,
            shallow: objects.shallow_boundary()?.into_iter().collect(),
            known,
            waiting: BinaryHeap::new(),
            found: FxHashMap::default(),
            trees: FxHashMap::default(),
            reached: FxHashSet::default(),
            cut: false,
        })
    }

    fn find(&mut self, id: ObjectId) -> Result<(), RepoError> {
        let found = match self.known.0.remove(&id) {
            Some((parents, commit)) => Found::Known(parents, commit),
            None => Found::Read(self.read(id)?),
        };
        self.found.insert(id, found);
        Ok(())
    }

    fn read(&mut self, id: ObjectId) -> Result<CommitData, RepoError> {
        let data = self.objects.commit(&id)?;
        self.trees.insert(id, Some(data.tree));
        Ok(data)
    }

    fn enqueue(&mut self, id: ObjectId) {
        if let Some(found) = self.found.get(&id)
            && self.reached.insert(id)
        {
            let arrival = self.reached.len() as u64;
            self.waiting.push((found.committed(), Reverse(arrival), id));
        }
    }

    fn next(&mut self) -> Option<(ObjectId, Found)> {
        let (_, _, id) = self.waiting.pop()?;
        Some((id, self.found.remove(&id)?))
    }

    /// Finds a commit's parents and enqueues them.
    fn reach_parents(&mut self, id: ObjectId, found: &Found) -> Result<(), RepoError> {
        if self.shallow.contains(&id) {
            self.cut = true;
            return Ok(());
        }
        for &parent in found.parents() {
            if self.reached.contains(&parent) {
                continue;
            }
            match self.find(parent) {
                Ok(()) => self.enqueue(parent),
                Err(RepoError::MissingObject { .. }) => {
                    self.trees.insert(parent, None);
                    self.cut = true;
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    fn listed(&mut self, id: ObjectId, found: Found, detailed: bool) -> Result<Walked, RepoError> {
        let data = match found {
            Found::Known(_, commit) if self.is_settled(id, &commit, detailed) => return Ok(Walked::Known(commit)),
            Found::Known(..) => self.read(id)?,
            Found::Read(data) => data,
        };
        let base = self.base(id, &data)?;
        Ok(Walked::Read(Box::new(Read { id, data, base, detailed })))
    }

    /// Whether what is known of a commit is what reading it would give, or more.
    ///
    /// A commit without files may have been the boundary of a shallow clone that was deepened since; one that is
    /// the boundary now may have been compared before.
    fn is_settled(&self, id: ObjectId, commit: &Commit, detailed: bool) -> bool {
        let compared = commit.parents.len() > 1 || !commit.files.is_empty();
        compared && !self.shallow.contains(&id) && (commit.detailed || !detailed)
    }

    fn base(&mut self, id: ObjectId, data: &CommitData) -> Result<Base, RepoError> {
        let &[parent] = data.parents.as_slice() else {
            return Ok(if data.parents.is_empty() { Base::Nothing } else { Base::Merge });
        };
        if self.shallow.contains(&id) {
            return Ok(Base::Missing);
        }
        let tree = match self.trees.get(&parent) {
            Some(tree) => *tree,
            None => self.tree_of_known(parent)?,
        };
        Ok(tree.map_or(Base::Missing, Base::Tree))
    }

    fn tree_of_known(&mut self, id: ObjectId) -> Result<Option<ObjectId>, RepoError> {
        match self.read(id) {
            Ok(data) => Ok(Some(data.tree)),
            Err(RepoError::MissingObject { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }
}
