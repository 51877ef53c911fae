//! Finding renames among deletions and additions the way git does: equal content first, then a file of the
//! same name that is unique on both sides, then the most similar pairs.

use super::Paired;
use super::similarity::{FULL, HALF, Prints};
use crate::objects::Objects;
use crate::tree::{Side, TreeChange};
use gix::ObjectId;
use rustc_hash::FxHashMap;
use tribunal_domain::RepoPath;

/// A pair matched by its name must be this similar: half way between the threshold and equality.
const SAME_NAME: u64 = HALF + (FULL - HALF) / 2;
/// How many of the best sources are kept for each new file.
const CANDIDATES: usize = 4;

/// Joins deletions and additions into renames where they are alike.
pub(super) fn pair(objects: &Objects, changed: Vec<TreeChange>, limit: usize) -> Vec<Paired> {
    let (lone, mut kept): (Vec<_>, Vec<_>) = changed.into_iter().partition(is_candidate);
    let (gone, fresh): (Vec<_>, Vec<_>) = lone.into_iter().partition(|change| change.new.is_none());
    let mut search = Search::new(gone, fresh);
    if !search.gone.is_empty() && !search.fresh.is_empty() {
        search.equal_content();
        let mut prints = Prints::new(objects);
        search.unique_names(&mut prints);
        search.most_similar(&mut prints, limit);
    }
    let mut paired: Vec<_> = kept.drain(..).map(|change| Paired { change, from: None }).collect();
    paired.append(&mut search.finish());
    paired
}

/// A path that no repository may hold takes no part: it is left out later, and must not take its partner along.
fn is_candidate(change: &TreeChange) -> bool {
    match (change.old, change.new) {
        (Some(side), None) | (None, Some(side)) => !side.mode.is_commit() && RepoPath::new(&change.path).is_ok(),
        _ => false,
    }
}

struct Search {
    gone: Vec<TreeChange>,
    fresh: Vec<TreeChange>,
    used: Vec<bool>,
    source: Vec<Option<usize>>,
}

impl Search {
    fn new(mut gone: Vec<TreeChange>, mut fresh: Vec<TreeChange>) -> Self {
        gone.sort_by(|one, two| one.path.cmp(&two.path));
        fresh.sort_by(|one, two| one.path.cmp(&two.path));
        Self { used: vec![false; gone.len()], source: vec![None; fresh.len()], gone, fresh }
    }

    fn record(&mut self, from: usize, to: usize) {
        self.used[from] = true;
        self.source[to] = Some(from);
    }

    /// The first deletion with the same content, better one with the same name.
    fn equal_content(&mut self) {
        let mut by_id: FxHashMap<ObjectId, Vec<usize>> = FxHashMap::default();
        for (place, change) in self.gone.iter().enumerate() {
            by_id.entry(side(change).id).or_default().push(place);
        }
        for to in 0..self.fresh.len() {
            let places = by_id.get(&side(&self.fresh[to]).id);
            let free = places.into_iter().flatten().copied();
            let free: Vec<_> = free.filter(|&from| !self.used[from] && self.same_type(from, to)).collect();
            let named = free.iter().find(|&&from| self.same_name(from, to));
            if let Some(&from) = named.or(free.first()) {
                self.record(from, to);
            }
        }
    }

    /// Pairs whose file name occurs once among the deletions and once among the additions.
    fn unique_names(&mut self, prints: &mut Prints<'_>) {
        let gone = unique(self.gone.iter().enumerate().filter(|(from, _)| !self.used[*from]));
        let fresh = unique(self.fresh.iter().enumerate().filter(|(to, _)| self.source[*to].is_none()));
        let mut pairs: Vec<(usize, usize)> =
            gone.iter().filter_map(|(name, from)| Some(((*from)?, (*fresh.get(name)?)?))).collect();
        pairs.sort_unstable();
        for (from, to) in pairs {
            let score = prints.score(side(&self.gone[from]), side(&self.fresh[to]), SAME_NAME);
            if score >= SAME_NAME {
                self.record(from, to);
            }
        }
    }

    /// The best pairs of all that are left, unless there are too many to compare.
    fn most_similar(&mut self, prints: &mut Prints<'_>, limit: usize) {
        let gone: Vec<_> = (0..self.gone.len()).filter(|&from| !self.used[from]).collect();
        let fresh: Vec<_> = (0..self.fresh.len()).filter(|&to| self.source[to].is_none()).collect();
        if gone.len() * fresh.len() > limit * limit {
            return;
        }
        let mut matches = Vec::new();
        for &to in &fresh {
            matches.extend(self.best_sources(&gone, to, prints));
        }
        matches.sort_by_key(Match::rank);
        for found in matches {
            if !self.used[found.from] && self.source[found.to].is_none() {
                self.record(found.from, found.to);
            }
        }
    }

    fn best_sources(&self, gone: &[usize], to: usize, prints: &mut Prints<'_>) -> Vec<Match> {
        let mut found: Vec<Match> = Vec::new();
        for &from in gone {
            let score = prints.score(side(&self.gone[from]), side(&self.fresh[to]), HALF);
            if score >= HALF {
                found.push(Match { from, to, score, same_name: self.same_name(from, to) });
            }
        }
        found.sort_by_key(Match::rank);
        found.truncate(CANDIDATES);
        found
    }

    fn same_type(&self, from: usize, to: usize) -> bool {
        let (old, new) = (side(&self.gone[from]).mode, side(&self.fresh[to]).mode);
        (old.is_blob() && new.is_blob()) || old == new
    }

    fn same_name(&self, from: usize, to: usize) -> bool {
        file_name(&self.gone[from].path) == file_name(&self.fresh[to].path)
    }

    fn finish(self) -> Vec<Paired> {
        let Self { gone, fresh, used, source } = self;
        let mut paired = Vec::with_capacity(gone.len() + fresh.len());
        for (mut change, from) in fresh.into_iter().zip(source) {
            let from = from.map(|from| &gone[from]);
            change.old = from.and_then(|from| from.old);
            paired.push(Paired { change, from: from.map(|from| from.path.clone()) });
        }
        let left = gone.into_iter().zip(used).filter(|(_, used)| !used);
        paired.extend(left.map(|(change, _)| Paired { change, from: None }));
        paired
    }
}

struct Match {
    from: usize,
    to: usize,
    score: u64,
    same_name: bool,
}

impl Match {
    /// Best first: similarity, then the same file name, then the order of paths.
    fn rank(&self) -> (std::cmp::Reverse<(u64, bool)>, usize, usize) {
        (std::cmp::Reverse((self.score, self.same_name)), self.to, self.from)
    }
}

fn unique<'a>(changes: impl Iterator<Item = (usize, &'a TreeChange)>) -> FxHashMap<&'a [u8], Option<usize>> {
    let mut places: FxHashMap<&[u8], Option<usize>> = FxHashMap::default();
    for (place, change) in changes {
        let known = places.entry(file_name(&change.path)).or_insert(Some(place));
        if *known != Some(place) {
            *known = None;
        }
    }
    places
}

fn file_name(path: &[u8]) -> &[u8] {
    path.rsplit(|&byte| byte == b'/').next().unwrap_or_default()
}

fn side(change: &TreeChange) -> Side {
    change.old.or(change.new).expect("a change has at least one side")
}
