//! Folders that came in whole with one commit and that nobody has touched since, while the project went on: what is in them
//! is mostly other people's code, and what is found there nobody here would mend.

use super::code::Loaded;
use crate::index::IndexError;
use crate::state::open_base;
use rustc_hash::{FxHashMap, FxHashSet};
use tribunal_axes::{CodeFile, UNSURE};
use tribunal_domain::finding::{Finding, Ruling};
use tribunal_domain::{RepoPath, SymbolId};
use tribunal_repo::{Head, Repository};
use tribunal_store::{KnowledgeBase, StoreError};

/// Files of code that a folder needs to have come in as something of its own.
const MANY: usize = 10;

/// Commits in which nobody touched them, and the seconds of half a year: a branch that is merged late is younger than its
/// commits say.
const SINCE: u32 = 50;
const HALF_A_YEAR: i64 = 182 * 24 * 60 * 60;

/// Of so many files one may be from elsewhere: a build file that was added, a line that had to change.
const ONE_IN: usize = 20;

/// Makes findings in such folders unsure, and says why. Readers called one in eight of them right.
pub(super) fn doubt(repository: &Repository, loaded: &Loaded, findings: &mut [Finding]) -> Result<(), IndexError> {
    let (_, curated) = open_base(repository)?;
    let arrivals = Arrivals::of(KnowledgeBase::new(&curated), loaded, findings)?;
    if arrivals.commits.is_empty() {
        return Ok(());
    }
    let told = findings.iter().filter(|finding| finding.confidence > UNSURE).map(|finding| &finding.path);
    let touched = touched(repository, loaded, told.filter(|path| arrivals.with(path).is_some()))?;
    for finding in findings.iter_mut().filter(|finding| finding.confidence > UNSURE) {
        let Some((files, since)) = arrivals.with(&finding.path).filter(|_| !touched.contains(&finding.path)) else {
            continue;
        };
        finding.rulings.push(Ruling {
            by: "review/arrivals".to_owned(),
            from: format!("confidence {}", finding.confidence),
            to: format!("confidence {UNSURE}"),
            reason: format!(
                "the file came in with {files} others, and none of them was touched in {since} commits since"
            ),
            evidence: Vec::new(),
        });
        finding.confidence = UNSURE;
    }
    Ok(())
}

/// What came in whole.
#[derive(Default)]
struct Arrivals<'l> {
    /// The commit of every file of such a folder.
    files: FxHashMap<&'l RepoPath, i64>,
    /// How many files came with a commit, and how many commits are younger.
    commits: FxHashMap<i64, (usize, u32)>,
}

impl<'l> Arrivals<'l> {
    fn of(base: KnowledgeBase<'_>, loaded: &'l Loaded, findings: &[Finding]) -> Result<Self, StoreError> {
        let mut arrivals = Self::default();
        let mut asked: FxHashSet<i64> = FxHashSet::default();
        let mut paths: Vec<&RepoPath> =
            findings.iter().filter(|it| it.confidence > UNSURE).map(|finding| &finding.path).collect();
        paths.dedup();
        let folders = folders(loaded.code.files.iter());
        for file in paths.into_iter().filter_map(|path| loaded.code.file_at(path)) {
            let Some(commit) = base.only_commit(file.id())? else { continue };
            if asked.insert(commit) {
                arrivals.look(base, loaded, &folders, commit)?;
            }
        }
        // What is nearly all there is, is the project itself.
        let own = is_nearly(arrivals.files.len(), loaded.code.files.len());
        Ok(if own { Self::default() } else { arrivals })
    }

    /// Looks at what a commit added.
    fn look(
        &mut self,
        base: KnowledgeBase<'_>,
        loaded: &'l Loaded,
        all: &FxHashMap<&[u8], usize>,
        commit: i64,
    ) -> Result<(), StoreError> {
        let added: FxHashSet<SymbolId> = base.added_by(commit)?.into_iter().collect();
        let there = || loaded.code.files.iter().filter(|file| added.contains(&file.id()));
        // Who comes alone or was touched by many needs no further question.
        if there().count() < MANY || !folders(there()).iter().any(|(folder, came)| is_whole(all, folder, *came)) {
            return Ok(());
        }
        let (since, seconds) = base.commits_after(commit)?;
        // A commit that deletes as well has moved what it adds.
        if since < SINCE || seconds < HALF_A_YEAR || 2 * base.deleted_by(commit)? as usize > added.len() {
            return Ok(());
        }
        let mut kept = Vec::new();
        for file in there() {
            if base.only_commit(file.id())? == Some(commit) {
                kept.push(file);
            }
        }
        let came = folders(kept.iter().copied());
        let whole = |file: &&CodeFile| above(&file.path).any(|it| is_whole(all, it, came[it]));
        let whole: Vec<_> = kept.iter().copied().filter(whole).collect();
        if !whole.is_empty() {
            self.commits.insert(commit, (whole.len() - 1, since));
            self.files.extend(whole.into_iter().map(|file| (&file.path, commit)));
        }
        Ok(())
    }

    /// With how many others a file came, and how many commits are younger.
    fn with(&self, path: &RepoPath) -> Option<(usize, u32)> {
        self.commits.get(self.files.get(path)?).copied()
    }
}

/// Whether nearly all of a folder came.
fn is_whole(all: &FxHashMap<&[u8], usize>, folder: &[u8], came: usize) -> bool {
    came >= MANY && is_nearly(came, all.get(folder).copied().unwrap_or_default())
}

/// Whether some are nearly all.
fn is_nearly(some: usize, all: usize) -> bool {
    all.saturating_sub(some) * ONE_IN <= all
}

/// How many of the files lie below each folder.
fn folders<'f>(files: impl Iterator<Item = &'f CodeFile>) -> FxHashMap<&'f [u8], usize> {
    let mut counts = FxHashMap::default();
    for folder in files.flat_map(|file| above(&file.path)) {
        *counts.entry(folder).or_default() += 1;
    }
    counts
}

/// The folders that a file lies in, the root apart.
fn above(path: &RepoPath) -> impl Iterator<Item = &[u8]> {
    let folder = path.folder();
    let ends = folder.iter().enumerate().filter(|(_, byte)| **byte == b'/').map(|(at, _)| at);
    ends.chain(Some(folder.len()).filter(|it| *it > 0)).map(|end| &folder[..end])
}

/// Which of the files are not as they were committed: somebody is at work there.
fn touched<'f>(
    repository: &Repository,
    loaded: &Loaded,
    files: impl Iterator<Item = &'f RepoPath>,
) -> Result<FxHashSet<RepoPath>, IndexError> {
    let (Head::Branch { commit, .. } | Head::Detached { commit }) = repository.head()? else {
        return Ok(FxHashSet::default());
    };
    let committed = repository.commit_snapshot(commit)?;
    let same =
        |path: &RepoPath| loaded.read(path).is_some_and(|now| committed.read_path(path).is_ok_and(|it| it == now));
    let files: FxHashSet<&RepoPath> = files.collect();
    Ok(files.into_iter().filter(|path| !same(path)).cloned().collect())
}
