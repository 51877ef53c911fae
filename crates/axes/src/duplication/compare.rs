//! How much two runs of units are alike: equal up to a consistent renaming of local names, or with edits.

use super::corpus::Corpus;
use rustc_hash::FxHashMap;
use std::fmt::Write;
use std::ops::Range;

/// Cells of the table that aligns two runs; beyond, only their equal beginnings and ends are seen.
const CELLS: usize = 60_000;

/// Which local name stands for which.
#[derive(Default)]
pub(super) struct Renaming {
    forth: FxHashMap<u32, u32>,
    back: FxHashMap<u32, u32>,
}

impl Renaming {
    /// Takes the names of two units of equal hash, unless one of them already stands for another.
    pub fn admits(&mut self, ours: &[u32], theirs: &[u32]) -> bool {
        let fits = |map: &FxHashMap<u32, u32>, from, to| map.get(from).is_none_or(|known| known == to);
        let pairs = || ours.iter().zip(theirs);
        if ours.len() != theirs.len() || !pairs().all(|(a, b)| fits(&self.forth, a, b) && fits(&self.back, b, a)) {
            return false;
        }
        self.forth.extend(pairs().map(|(a, b)| (*a, *b)));
        self.back.extend(pairs().map(|(a, b)| (*b, *a)));
        true
    }
}

/// How two units match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Match {
    /// Equal up to names.
    Equal,
    /// Equal up to names and literals.
    ButLiterals,
    /// Something else is different.
    Different,
}

/// Compares two units under a renaming, which grows if they match.
pub(super) fn match_units(corpus: &Corpus<'_>, a: usize, b: usize, renaming: &mut Renaming) -> Match {
    let (ours, theirs) = (&corpus.units[a], &corpus.units[b]);
    if ours.loose != theirs.loose || !renaming.admits(corpus.names(a), corpus.names(b)) {
        Match::Different
    } else if ours.strict == theirs.strict {
        Match::Equal
    } else {
        Match::ButLiterals
    }
}

/// What two runs of units have in common.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Likeness {
    /// Units that are equal up to names.
    pub equal: usize,
    /// Units that are equal up to names and literals.
    pub but_literals: usize,
    /// Units of the longer run.
    pub units: usize,
    /// Tokens of the equal units.
    pub equal_tokens: usize,
    /// Tokens of the units that differ in literals.
    pub literal_tokens: usize,
    /// Tokens of the longer run.
    pub tokens: usize,
}

impl Likeness {
    /// Whether nothing but local names is different.
    pub fn is_complete(&self) -> bool {
        self.equal == self.units
    }

    /// The share of tokens, in percent, that is equal; a statement with other literals counts for half.
    pub fn percent(&self) -> usize {
        (100 * self.equal_tokens + 50 * self.literal_tokens) / self.tokens.max(1)
    }

    /// What is equal, in words.
    pub fn note(&self) -> String {
        let mut note = format!("{} of {} statements are equal up to names", self.equal, self.units);
        if self.but_literals > 0 {
            let _ = write!(note, ", {} more up to literals", self.but_literals);
        }
        note
    }

    fn count(&mut self, found: Match, tokens: u16) {
        match found {
            Match::Equal => {
                self.equal += 1;
                self.equal_tokens += usize::from(tokens);
            }
            Match::ButLiterals => {
                self.but_literals += 1;
                self.literal_tokens += usize::from(tokens);
            }
            Match::Different => {}
        }
    }
}

/// Compares two runs of the same length, unit by unit.
pub(super) fn likeness_in_step(corpus: &Corpus<'_>, a: Range<usize>, b: Range<usize>) -> Likeness {
    count_pairs(corpus, a.clone(), b.clone(), a.zip(b))
}

/// Aligns two runs and counts what matches.
pub(super) fn likeness(corpus: &Corpus<'_>, a: Range<usize>, b: Range<usize>) -> Likeness {
    count_pairs(corpus, a.clone(), b.clone(), align(corpus, a, b).into_iter())
}

fn count_pairs(
    corpus: &Corpus<'_>,
    a: Range<usize>,
    b: Range<usize>,
    pairs: impl Iterator<Item = (usize, usize)>,
) -> Likeness {
    let tokens = corpus.tokens(a.clone()).max(corpus.tokens(b.clone()));
    let mut likeness = Likeness { units: a.len().max(b.len()), tokens, ..Likeness::default() };
    let mut renaming = Renaming::default();
    for (a, b) in pairs {
        let found = match_units(corpus, a, b, &mut renaming);
        likeness.count(found, corpus.units[a].tokens);
    }
    likeness
}

/// Pairs of units with equal hashes, in order: equal beginnings and ends, and the longest common sequence between.
fn align(corpus: &Corpus<'_>, mut a: Range<usize>, mut b: Range<usize>) -> Vec<(usize, usize)> {
    let same = |a: usize, b: usize| corpus.units[a].loose == corpus.units[b].loose;
    let (mut head, mut tail) = (Vec::new(), Vec::new());
    while !a.is_empty() && !b.is_empty() && same(a.start, b.start) {
        head.push((a.start, b.start));
        (a.start, b.start) = (a.start + 1, b.start + 1);
    }
    while !a.is_empty() && !b.is_empty() && same(a.end - 1, b.end - 1) {
        (a.end, b.end) = (a.end - 1, b.end - 1);
        tail.push((a.end, b.end));
    }
    if a.len() * b.len() <= CELLS {
        head.extend(common(a, b, same));
    }
    head.extend(tail.into_iter().rev());
    head
}

fn common(a: Range<usize>, b: Range<usize>, same: impl Fn(usize, usize) -> bool) -> Vec<(usize, usize)> {
    let width = b.len() + 1;
    let mut longest = vec![0_u16; (a.len() + 1) * width];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            longest[i * width + j] = if same(a.start + i, b.start + j) {
                longest[(i + 1) * width + j + 1] + 1
            } else {
                longest[(i + 1) * width + j].max(longest[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j, mut pairs) = (0, 0, Vec::new());
    while i < a.len() && j < b.len() {
        if same(a.start + i, b.start + j) {
            pairs.push((a.start + i, b.start + j));
            (i, j) = (i + 1, j + 1);
        } else if longest[(i + 1) * width + j] >= longest[i * width + j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    pairs
}
