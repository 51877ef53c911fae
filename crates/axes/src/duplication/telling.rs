//! What is worth a line in a review: code enough, and code that does something. Lists of declarations, tables of
//! literals, constructors that keep their arguments and the like are alike because they have to be.

use super::corpus::Corpus;
use super::fragments::{CALLS, DATA, DECIDES};
use std::ops::Range;

/// What a finding has to have at least.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bar {
    /// Tokens.
    pub tokens: usize,
    /// Statements.
    pub units: usize,
}

/// More literals than one token in so many make a table.
const LITERALS_ONE_IN: usize = 3;

/// From so many statements on, half of them starting with the same call are a list of declarations.
const LIST: usize = 4;

/// One statement in so many calls or decides something; fewer are assignments that have to be there.
const WORKS_ONE_IN: usize = 3;

/// Whether units say enough for a finding; at least two in three are different from each other.
pub(super) fn is_telling(corpus: &Corpus<'_>, units: Range<usize>, bar: Bar) -> bool {
    let run = &corpus.units[units];
    let code = || run.iter().filter(|unit| !unit.is(DATA));
    let tokens: usize = code().map(|unit| usize::from(unit.tokens)).sum();
    let literals: usize = code().map(|unit| usize::from(unit.literals)).sum();
    let works = code().filter(|unit| unit.is(CALLS) || unit.is(DECIDES)).count();
    let units = code().count();
    let enough = tokens >= bar.tokens
        && units >= bar.units
        && literals * LITERALS_ONE_IN <= tokens
        && works * WORKS_ONE_IN >= units;
    // What has too little of it needs no counting.
    enough
        && (units < LIST || groups(code().map(|unit| u32::from(unit.opening))).1 * 2 <= units)
        && groups(code().map(|unit| unit.loose)).0 * 3 >= units * 2
}

/// How many different numbers there are, and how often the one stands there that stands there most.
fn groups(numbers: impl Iterator<Item = u32>) -> (usize, usize) {
    let mut sorted: Vec<u32> = numbers.collect();
    sorted.sort_unstable();
    let groups = || sorted.chunk_by(|one, next| one == next);
    (groups().count(), groups().map(<[u32]>::len).max().unwrap_or_default())
}
