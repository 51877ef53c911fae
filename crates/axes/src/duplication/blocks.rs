//! Runs of statements inside functions that stand in another place before. From the first file to the last, every
//! place is looked up among those seen earlier, and what is found is left behind as a whole, so the work grows with the
//! length of the code.

use super::compare::{Likeness, Match, Renaming, likeness_in_step, match_units};
use super::corpus::{Corpus, NOWHERE};
use super::fragments::{BRANCH, CATCHES, DATA, FAILS, FIRST, JUMPS, Unit};
use super::telling::{Bar, is_telling};
use rustc_hash::FxHashMap;
use std::ops::Range;
use tribunal_domain::facts::SymbolFlags;

/// The bar for a run of statements. In nine repositories this finds 73; 45 tokens and three statements find 132, among
/// them many idioms of five lines.
const BAR: Bar = Bar { tokens: 50, units: 4 };

/// Fewer statements have to have more tokens: with a statement counted as ten, as many as this.
const WEIGHT: usize = 100;

/// Percent of the tokens of a run that are equal; a statement with other literals counts for half.
const PERCENT: usize = 80;

/// Tokens below which a run is short. Of a short one only one statement may differ: two may be all that matters.
const SHORT: usize = 100;

/// Statements that have to be equal for each that is not.
const PER_GAP: usize = 5;

/// Statements after a gap by which the rest is known to go on.
const AFTER_GAP: usize = 2;

/// Tokens of the statements by which a place is looked up.
const SEED_TOKENS: usize = 20;

/// Places from which on a beginning is how things are written here: the frame that every module of a kind has.
const CONVENTION: u32 = 10;

/// Earlier places that are tried for one seed.
const TRIED: usize = 6;

/// Statements after which a run that says nothing is left behind as a whole: real ones end earlier.
const LONG: usize = 32;

/// A run of statements and the earlier one it equals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Run {
    /// The units of the copy.
    pub copy: Range<usize>,
    /// The units of what it is a copy of.
    pub of: Range<usize>,
    /// How much they are alike.
    pub likeness: Likeness,
}

/// The longest run of every pair of functions: the others belong to the same matter. Units that are `covered` belong to
/// doubles that are already known, and those of all runs are marked too.
pub(super) fn runs(corpus: &Corpus<'_>, covered: &mut [bool]) -> Vec<Run> {
    let mut longest: FxHashMap<(u32, u32), Run> = FxHashMap::default();
    for run in all_runs(corpus, covered) {
        covered[run.copy.clone()].fill(true);
        let pair = (corpus.function[run.copy.start], corpus.function[run.of.start]);
        let known = longest.entry(pair).or_insert_with(|| run.clone());
        if corpus.tokens(run.copy.clone()) > corpus.tokens(known.copy.clone()) {
            *known = run;
        }
    }
    longest.into_values().collect()
}

fn all_runs(corpus: &Corpus<'_>, covered: &[bool]) -> Vec<Run> {
    let mut times: FxHashMap<u64, u32> = FxHashMap::default();
    (0..corpus.units.len())
        .filter_map(|at| seed(corpus, covered, at))
        .for_each(|seed| *times.entry(seed).or_default() += 1);
    let mut seen: FxHashMap<u64, Vec<u32>> = FxHashMap::default();
    let mut found = Vec::new();
    let mut at = 0;
    while at < corpus.units.len() {
        let Some(seed) = seed(corpus, covered, at).filter(|seed| times[seed] < CONVENTION) else {
            at += 1;
            continue;
        };
        let earlier = seen.entry(seed).or_default();
        let wanted = |of: &&u32| !corpus.are_overloads(corpus.function[**of as usize], corpus.function[at]);
        let length = |&of: &u32| (of as usize, Pair::new(corpus, covered, of as usize, at).run());
        let lengths: Vec<(usize, usize)> = earlier.iter().filter(wanted).map(length).collect();
        if earlier.len() < TRIED {
            earlier.push(at as u32);
        }
        let longest = lengths.iter().map(|(_, length)| *length).max().unwrap_or_default();
        let whole = lengths.into_iter().filter_map(|(of, length)| best_part(corpus, of, at, length));
        let best = whole.max_by_key(|run| (corpus.tokens(run.copy.clone()), usize::MAX - run.of.start));
        at = match best {
            Some(run) => {
                let end = run.copy.end;
                found.push(run);
                end
            }
            None if longest > LONG => at + longest,
            None => at + 1,
        };
    }
    found
}

/// A hash of the next statements of the function, as many as have [`SEED_TOKENS`].
fn seed(corpus: &Corpus<'_>, covered: &[bool], at: usize) -> Option<u64> {
    let (function, mut tokens, mut hash) = (corpus.function[at], 0, 0_u64);
    let mut next = at;
    while tokens < SEED_TOKENS {
        let unit = corpus.units.get(next)?;
        if function == NOWHERE || corpus.function[next] == NOWHERE || covered[next] || unit.is(DATA) {
            return None;
        }
        tokens += usize::from(unit.tokens);
        hash = (hash ^ u64::from(unit.loose)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23);
        next += 1;
    }
    Some(hash)
}

/// Two places that are followed side by side.
struct Pair<'a> {
    corpus: &'a Corpus<'a>,
    covered: &'a [bool],
    copy: usize,
    of: usize,
    /// How far they can be followed.
    length: usize,
    /// Equal statements for each that is not.
    per_gap: usize,
    renaming: Renaming,
}

impl<'a> Pair<'a> {
    fn new(corpus: &'a Corpus<'a>, covered: &'a [bool], of: usize, copy: usize) -> Self {
        let (ours, theirs) = (function_end(corpus, copy), function_end(corpus, of).min(copy));
        let length = (ours - copy).min(theirs - of);
        // What only one of them waits for cannot be shared, so it parts what can.
        let is_async = |at| corpus.function_of(at).is_some_and(|it| corpus.symbol(it).flags.has(SymbolFlags::ASYNC));
        let per_gap = if is_async(copy) == is_async(of) { PER_GAP } else { usize::MAX };
        Self { corpus, covered, copy, of, length, per_gap, renaming: Renaming::default() }
    }

    /// How many statements from the two places on are equal, with few between that are not.
    fn run(mut self) -> usize {
        let (mut length, mut gaps) = (0, 0);
        while self.stays(length) {
            if !self.matches(length) {
                let goes_on = self.per_gap.saturating_mul(gaps + 1) <= length
                    && (1..=AFTER_GAP).all(|ahead| self.stays(length + ahead) && self.matches(length + ahead));
                if !goes_on {
                    break;
                }
                gaps += 1;
            }
            length += 1;
        }
        length
    }

    /// Whether both sides are still in the list of statements they started in, or below it.
    fn stays(&self, at: usize) -> bool {
        let level = |start: usize| {
            let unit = &self.corpus.units[start + at];
            (i16::from(unit.depth) - i16::from(self.corpus.units[start].depth), unit)
        };
        if at >= self.length || self.covered[self.copy + at] {
            return false;
        }
        let ((ours, unit), (theirs, other)) = (level(self.copy), level(self.of));
        let leaves = |unit: &Unit| ours == 0 && (unit.is(BRANCH) || (at > 0 && unit.is(FIRST)));
        ours == theirs && ours >= 0 && !unit.is(DATA) && !leaves(unit) && !leaves(other)
    }

    fn matches(&mut self, at: usize) -> bool {
        match_units(self.corpus, self.copy + at, self.of + at, &mut self.renaming) != Match::Different
    }
}

fn function_end(corpus: &Corpus<'_>, at: usize) -> usize {
    corpus.function_of(at).map_or(at, |function| function.units.end)
}

/// Whether the list of statements goes on after a part of it.
fn is_followed(corpus: &Corpus<'_>, part: &Range<usize>) -> bool {
    let level = corpus.units[part.start].depth;
    let next = corpus.units.get(part.end).filter(|_| part.end < function_end(corpus, part.start));
    next.is_some_and(|unit| unit.depth == level && !unit.is(FIRST))
}

/// Whether a `break` or `continue` goes to a loop around all of it: with more behind it, it cannot become a function.
fn jumps_out(units: &[Unit]) -> bool {
    let caught = |at: usize| units[..at].iter().rev().any(|unit| unit.is(CATCHES) && unit.depth < units[at].depth);
    units.iter().enumerate().any(|(at, unit)| unit.is(JUMPS) && !caught(at))
}

/// Statements of a run besides what it does about failures, below which there is nothing else in it.
const BESIDES_FAILURES: usize = 3;

/// Whether a run does little but ask, after each call, whether it failed.
fn is_about_failures(units: &[Unit]) -> bool {
    let mut below = None;
    let mut besides = 0;
    let mut asks = false;
    for unit in units {
        if below.is_some_and(|depth| unit.depth <= depth) {
            below = None;
        }
        if below.is_none() && unit.is(FAILS) {
            (below, asks) = (Some(unit.depth), true);
        } else if below.is_none() {
            besides += 1;
        }
    }
    asks && besides < BESIDES_FAILURES
}

/// The statements of a run that are complete on both sides, if they say enough.
fn best_part(corpus: &Corpus<'_>, of: usize, copy: usize, mut length: usize) -> Option<Run> {
    let goes_on = |start: usize| {
        let next = start + length;
        next < function_end(corpus, start) && corpus.units[next].depth > corpus.units[start].depth
    };
    if goes_on(copy) || goes_on(of) {
        // The last statement goes on differently: leave it out.
        let level = corpus.units[copy].depth;
        length = (0..length).rev().find(|&at| corpus.units[copy + at].depth == level)?;
    }
    let (copy, of) = (copy..copy + length, of..of + length);
    let weight = corpus.tokens(copy.clone()) + 10 * length;
    if is_about_failures(&corpus.units[copy.clone()]) {
        return None;
    }
    let parted = is_followed(corpus, &copy) || is_followed(corpus, &of);
    if weight < WEIGHT || parted && jumps_out(&corpus.units[copy.clone()]) || !is_telling(corpus, copy.clone(), BAR) {
        return None;
    }
    let likeness = likeness_in_step(corpus, copy.clone(), of.clone());
    let different = likeness.units - likeness.equal;
    let alike = likeness.percent() >= PERCENT && (different <= 1 || likeness.tokens >= SHORT);
    alike.then_some(Run { copy, of, likeness })
}
