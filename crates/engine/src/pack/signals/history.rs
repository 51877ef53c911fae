//! Signals from commits: what changed with a seed, what changed for like reasons, what changes at all.

use super::Evidence;
use super::messages::{Message, likeness};
use crate::pack::known::Known;
use rustc_hash::FxHashMap;
use tribunal_domain::SymbolId;
use tribunal_store::{CommitHead, Curated, StoreError};

/// Commits of more files say little about any two of them (the limit of co-changes in the specification).
const BROAD: usize = 50;
/// After so many later commits of the seed, a common change counts half: the files a seed goes with shift over time.
const TOGETHER_HALF: f64 = 5.0;
/// After so many later commits of the repository, a change counts half as a sign of life.
const LIVELY_HALF: f64 = 5.0;
/// So many of the newest commits are looked at for signs of life.
const LIVELY_COMMITS: usize = 400;
/// After so many later commits of the repository, a like commit counts half.
const ALIKE_HALF: f64 = 1_000.0;
/// A commit that shares this part of what the task says is as like it as commits get; if the best shares less, all
/// count less.
const ALIKE_PART: f64 = 0.25;
/// So many of the commits most like the task are looked at.
const ALIKE_COMMITS: usize = 100;

/// A file is followed through so many renames.
const RENAMES: usize = 8;

/// The commits, newest first, with the files each changed.
pub(in crate::pack) struct Past {
    commits: Vec<Change>,
}

struct Change {
    message: Message,
    /// Places of the files that are still there.
    files: Vec<usize>,
    /// How many files it changed in all.
    breadth: usize,
}

impl Past {
    /// Reads all commits that changed anything.
    pub(in crate::pack) fn load(curated: &Curated, known: &Known) -> Result<Self, StoreError> {
        let changes = curated.all_changes()?;
        let of_commit = |ordinal: i64| {
            let start = changes.partition_point(|(at, _)| *at < ordinal);
            let end = changes.partition_point(|(at, _)| *at <= ordinal);
            &changes[start..end]
        };
        let heads = curated.commit_heads()?;
        let later = later_names(curated, &heads)?;
        let place = |file: SymbolId| {
            let mut at = file;
            for _ in 0..=RENAMES {
                if let Some(place) = known.place(at) {
                    return Some(place);
                }
                at = *later.get(&at)?;
            }
            None
        };
        let mut commits = Vec::new();
        for head in heads {
            let changed = of_commit(head.ordinal);
            if changed.is_empty() {
                continue;
            }
            let mut files: Vec<usize> = changed.iter().filter_map(|(_, file)| place(*file)).collect();
            files.sort_unstable();
            files.dedup();
            commits.push(Change { message: Message::of(&head.message), files, breadth: changed.len() });
        }
        Ok(Self { commits })
    }

    /// In how many commits each file changed together with one of `seeds`.
    pub(in crate::pack) fn counts_with(&self, seeds: &[usize], known: &Known) -> Vec<u32> {
        let mut counts = vec![0; known.len()];
        for commit in self.commits.iter().filter(|commit| commit.breadth <= BROAD) {
            if commit.files.iter().any(|file| seeds.contains(file)) {
                commit.files.iter().for_each(|&file| counts[file] += 1);
            }
        }
        counts
    }
}

/// Under which name a file went on; of several the newest.
fn later_names(curated: &Curated, heads: &[CommitHead]) -> Result<FxHashMap<SymbolId, SymbolId>, StoreError> {
    let age: FxHashMap<i64, usize> = heads.iter().enumerate().map(|(age, head)| (head.ordinal, age)).collect();
    let mut renames = curated.all_renames()?;
    renames.sort_by_key(|(ordinal, old, new)| (std::cmp::Reverse(age.get(ordinal).copied()), *old, *new));
    Ok(renames.into_iter().map(|(_, old, new)| (old, new)).collect())
}

/// Changed together with a seed: fewer files in the commit and later commits count more.
pub(super) fn together(evidence: &Evidence<'_>) -> Vec<f64> {
    let mut scores = evidence.known.zeros();
    for &seed in evidence.seeds {
        let commits = evidence.past.commits.iter().filter(|commit| commit.files.contains(&seed));
        for (age, commit) in commits.enumerate() {
            if commit.breadth <= BROAD {
                let weight = halved(age, TOGETHER_HALF) / commit.breadth as f64;
                commit.files.iter().filter(|&&file| file != seed).for_each(|&file| scores[file] += weight);
            }
        }
    }
    scores
}

/// Changed by commits whose message shares words with the task.
///
/// Beside the signal stands how far it can be trusted: 1 if the best commit shares a good part of what the task says.
pub(super) fn alike(evidence: &Evidence<'_>) -> (Vec<f64>, f64) {
    let commits = &evidence.past.commits;
    let messages: Vec<&Message> = commits.iter().map(|commit| &commit.message).collect();
    let (likeness, whole) = likeness(evidence.query, &messages);
    // A commit whose files are all gone points at nothing, however alike.
    let mut order: Vec<usize> = (0..commits.len()).filter(|&at| likeness[at] > 0.0).collect();
    order.retain(|&at| !commits[at].files.is_empty());
    order.sort_by(|&one, &two| likeness[two].total_cmp(&likeness[one]).then(one.cmp(&two)));
    let mut scores = evidence.known.zeros();
    let most = order.first().map_or(0.0, |&at| likeness[at]);
    for at in order.into_iter().take(ALIKE_COMMITS) {
        let commit = &commits[at];
        // Cubed: a commit half as like the task tells far less than half.
        let weight = (likeness[at] / most).powi(3) / (commit.breadth as f64).sqrt() * halved(at, ALIKE_HALF);
        commit.files.iter().for_each(|&file| scores[file] += weight);
    }
    let trust = if whole > 0.0 { (most / whole / ALIKE_PART).min(1.0) } else { 0.0 };
    (scores, trust)
}

/// Changed lately.
pub(super) fn lively(evidence: &Evidence<'_>) -> Vec<f64> {
    let mut scores = evidence.known.zeros();
    for (age, commit) in evidence.past.commits.iter().enumerate().take(LIVELY_COMMITS) {
        let weight = halved(age, LIVELY_HALF) / commit.breadth as f64;
        commit.files.iter().for_each(|&file| scores[file] += weight);
    }
    scores
}

/// 1 for the newest, one half at the age of `half`, a third at twice that: memory fades slowly.
fn halved(age: usize, half: f64) -> f64 {
    1.0 / (1.0 + age as f64 / half)
}
