//! Signals from paths: names shared with a seed, tests opposite it.

use super::Evidence;
use crate::pack::kinds::is_test;
use tribunal_domain::RepoPath;

/// What tests add to the name of what they test.
const TEST_MARKS: [&str; 12] =
    ["test_", "tests_", "_test", "_tests", "-test", ".test", ".spec", "_spec", "-spec", "Test", "Tests", "Spec"];

/// 1 for files named like a seed but for what marks a test: `foo.py` and `test_foo.py`.
pub(super) fn namesake(evidence: &Evidence<'_>) -> Vec<f64> {
    let stems: Vec<_> = evidence.known.files().iter().map(|file| stem(&file.path)).collect();
    nearest(evidence, |place, seed| f64::from(u8::from(!stems[place].is_empty() && stems[place] == stems[seed])))
}

/// A file's name without its ending and the marks of a test.
fn stem(path: &RepoPath) -> String {
    let name = String::from_utf8_lossy(path.file_name()).into_owned();
    let mut stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
    for mark in TEST_MARKS {
        stem = stem.strip_prefix(mark).or_else(|| stem.strip_suffix(mark)).unwrap_or(stem);
    }
    stem.to_owned()
}

/// 1 for tests if a seed is none, and for the rest if a seed is a test: a change mostly needs both.
pub(super) fn counterpart(evidence: &Evidence<'_>) -> Vec<f64> {
    let tests: Vec<bool> = evidence.known.files().iter().map(|file| is_test(&file.path)).collect();
    nearest(evidence, |place, seed| f64::from(u8::from(tests[place] != tests[seed])))
}

/// The strongest of what a relation says of each file and any seed.
fn nearest(evidence: &Evidence<'_>, relation: impl Fn(usize, usize) -> f64) -> Vec<f64> {
    let of = |place: usize| {
        let others = evidence.seeds.iter().filter(|&&seed| seed != place);
        others.map(|&seed| relation(place, seed)).fold(0.0, f64::max)
    };
    (0..evidence.known.len()).map(of).collect()
}
