//! Which files change together.

use rustc_hash::FxHashMap;
use tribunal_domain::{ChangeKind, CoChange, Commit, RepoPath};

/// Which commits and pairs count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CoChangeLimits {
    /// Commits with fewer files say nothing.
    pub min_files: usize,
    /// Commits with more files are sweeps over the code base and say nothing either.
    pub max_files: usize,
    /// Pairs seen less often are left out.
    pub min_count: u32,
}

impl Default for CoChangeLimits {
    fn default() -> Self {
        Self { min_files: 2, max_files: 50, min_count: 2 }
    }
}

/// The pairs of files that changed in the same commits, sorted by path. `commits` are newest first.
///
/// A file that was renamed counts under its newest name: behind a commit that renames `old` to `new`, `old`
/// means `new`. Renames are known for detailed commits only; behind those an old name stays a name of its own.
pub fn co_changes(commits: &[Commit], limits: CoChangeLimits) -> Vec<CoChange> {
    let mut names = Names::default();
    let mut pairs: FxHashMap<(u32, u32), (u32, usize)> = FxHashMap::default();
    for (place, commit) in commits.iter().enumerate() {
        let files = names.files(commit);
        if (limits.min_files..=limits.max_files).contains(&files.len()) {
            for (first, &one) in files.iter().enumerate() {
                for &two in &files[first + 1..] {
                    pairs.entry((one, two)).or_insert((0, place)).0 += 1;
                }
            }
        }
        names.look_behind(commit);
    }
    let frequent = pairs.into_iter().filter(|(_, (count, _))| *count >= limits.min_count);
    let mut found: Vec<CoChange> =
        frequent.map(|((one, two), (count, newest))| names.pair(one, two, count, &commits[newest].id)).collect();
    found.sort_unstable();
    found
}

/// Numbers for paths, so that pairs are small.
#[derive(Default)]
struct Names<'a> {
    numbers: FxHashMap<&'a RepoPath, u32>,
    paths: Vec<&'a RepoPath>,
    /// What an old name means behind the commits seen so far.
    renamed: FxHashMap<&'a RepoPath, u32>,
}

impl<'a> Names<'a> {
    fn number(&mut self, path: &'a RepoPath) -> u32 {
        if let Some(&number) = self.renamed.get(path) {
            return number;
        }
        let next = self.paths.len() as u32;
        *self.numbers.entry(path).or_insert_with(|| {
            self.paths.push(path);
            next
        })
    }

    fn files(&mut self, commit: &'a Commit) -> Vec<u32> {
        let mut files: Vec<u32> = commit.files.iter().map(|file| self.number(&file.path)).collect();
        files.sort_unstable();
        files.dedup();
        files
    }

    fn look_behind(&mut self, commit: &'a Commit) {
        let moved: Vec<_> = commit
            .files
            .iter()
            .filter(|file| file.kind == ChangeKind::Renamed)
            .filter_map(|file| Some((file.old_path.as_ref()?, self.number(&file.path))))
            .collect();
        self.renamed.extend(moved);
    }

    fn pair(&self, one: u32, two: u32, count: u32, last_commit: &str) -> CoChange {
        let (one, two) = (self.paths[one as usize], self.paths[two as usize]);
        CoChange { a: one.min(two).clone(), b: one.max(two).clone(), count, last_commit: last_commit.to_owned() }
    }
}
