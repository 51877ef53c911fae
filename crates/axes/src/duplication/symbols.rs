//! Definitions that are doubles of others: equal up to local names, or with small edits.

use super::compare::{Likeness, likeness};
use super::corpus::{Corpus, CorpusBody};
use super::telling::{Bar, is_telling};
use rustc_hash::FxHashMap;
use std::ops::Range;
use tribunal_domain::facts::{SymbolFlags, SymbolKind};

/// The bar for whole definitions. An equal function is worth a word however short, as long as it does something: in nine
/// repositories this finds 36, a bar of 50 tokens 15, and those between were as right as the others.
const BAR: Bar = Bar { tokens: 35, units: 3 };

/// Tokens of a definition together with its head, unless it has [`MANY`] statements: less proves nothing.
const WITH_HEAD: usize = 50;

/// Statements that are enough, however short.
const MANY: usize = 6;

/// Small edits weigh more in short code, so near doubles have to be longer. In nine repositories 60 tokens find 33; 50 tokens,
/// five statements and 70 percent find 84, among them functions that only look alike (`is_good` beside `is_best`).
const NEAR_BAR: Bar = Bar { tokens: 70, units: 7 };

/// Percent of the tokens of a near double that are equal. The claim holds from 70 on; below 75 the rest decides.
const NEAR_PERCENT: usize = 75;

/// The same for short ones, in which one other statement may be all that matters.
const SHORT_NEAR_PERCENT: usize = 80;

/// Tokens below which a definition is short.
const SHORT: usize = 100;

/// Statements that more definitions share are idioms and lead to nothing.
const SHARED_BY: usize = 12;

/// Definitions with the same hash of which one may be the first of a group of its own.
const FIRSTS: usize = 4;

/// Definitions that one is compared with.
const PARTNERS: usize = 12;

/// A definition that is a double.
pub(super) struct Double {
    /// The copy: index into the corpus's bodies.
    pub copy: usize,
    /// What it is a copy of.
    pub of: usize,
    /// How much they are alike.
    pub likeness: Likeness,
}

/// Finds them all: larger ones first, and nothing inside of one that is found. `covered` marks the units of copies.
pub(super) fn doubles(corpus: &Corpus<'_>, covered: &mut [bool]) -> Vec<Double> {
    let mut found = whole(corpus, covered);
    found.extend(near(corpus, covered));
    outermost(corpus, found)
}

/// Leaves out what a larger double contains: a class may nearly be one whose methods are.
fn outermost(corpus: &Corpus<'_>, mut found: Vec<Double>) -> Vec<Double> {
    let units = |double: &Double| corpus.bodies[double.copy].units.clone();
    found.sort_by_key(|double| (units(double).start, usize::MAX - units(double).end));
    let mut end = 0;
    found.retain(|double| {
        let inside = units(double).end <= end;
        end = end.max(units(double).end);
        !inside
    });
    found
}

fn whole(corpus: &Corpus<'_>, covered: &mut [bool]) -> Vec<Double> {
    let mut groups: FxHashMap<(usize, u64), Vec<usize>> = FxHashMap::default();
    for (at, body) in corpus.bodies.iter().enumerate() {
        if is_worth_it(corpus, at, BAR) {
            groups.entry((body.units.len(), key(corpus, body.units.clone()))).or_default().push(at);
        }
    }
    let mut groups: Vec<Vec<usize>> = groups.into_values().filter(|group| group.len() > 1).collect();
    groups.sort_by_key(|group| (usize::MAX - corpus.bodies[group[0]].units.len(), group[0]));
    let mut found = Vec::new();
    for group in groups {
        let mut firsts: Vec<usize> = Vec::new();
        for copy in group {
            if is_covered(corpus, covered, copy) {
                continue;
            }
            let double = firsts.iter().find_map(|&of| double(corpus, copy, of));
            match double.filter(is_alike) {
                Some(double) => {
                    covered[corpus.bodies[copy].units.clone()].fill(true);
                    found.push(double);
                }
                None if firsts.len() < FIRSTS => firsts.push(copy),
                None => {}
            }
        }
    }
    found
}

fn near(corpus: &Corpus<'_>, covered: &mut [bool]) -> Vec<Double> {
    let holders = holders(corpus);
    let mut found = Vec::new();
    for copy in 0..corpus.bodies.len() {
        let body = &corpus.bodies[copy];
        let declared = matches!(corpus.symbol(body).kind, SymbolKind::Constant | SymbolKind::Variable);
        if declared || is_covered(corpus, covered, copy) || !is_worth_it(corpus, copy, NEAR_BAR) {
            continue;
        }
        let ours = statements(corpus, copy);
        let partners = partners(corpus, &holders, copy).into_iter();
        let partners = partners.filter(|of| may_be_alike(&ours, &statements(corpus, *of)));
        let doubles = partners.filter_map(|of| double(corpus, copy, of)).filter(is_alike);
        let best = doubles.max_by_key(|double| (double.likeness.percent(), usize::MAX - double.of));
        if let Some(double) = best {
            covered[body.units.clone()].fill(true);
            found.push(double);
        }
    }
    found
}

fn is_alike(double: &Double) -> bool {
    let needed = if double.likeness.tokens < SHORT { SHORT_NEAR_PERCENT } else { NEAR_PERCENT };
    is_mostly(double.likeness.equal, double.likeness.units) && double.likeness.percent() >= needed
}

/// A literal may be a parameter; of statements that say something else one in five is enough to be another function.
fn is_mostly(equal: usize, units: usize) -> bool {
    equal * 5 >= units * 4
}

/// What the statements of a definition are up to local names, sorted.
fn statements(corpus: &Corpus<'_>, body: usize) -> Vec<(u32, u32)> {
    let units = &corpus.units[corpus.bodies[body].units.clone()];
    let mut hashes: Vec<_> = units.iter().map(|unit| (unit.loose, unit.strict)).collect();
    hashes.sort_unstable();
    hashes
}

/// Whether two definitions have enough statements in common, in whatever order; most have not, and need not be aligned.
fn may_be_alike(ours: &[(u32, u32)], theirs: &[(u32, u32)]) -> bool {
    let (mut rest, mut common) = (theirs, 0);
    for hash in ours {
        rest = &rest[rest.partition_point(|other| other < hash)..];
        if rest.first() == Some(hash) {
            (common, rest) = (common + 1, &rest[1..]);
        }
    }
    is_mostly(common, ours.len().max(theirs.len()))
}

fn double(corpus: &Corpus<'_>, copy: usize, of: usize) -> Option<Double> {
    let (ours, theirs) = (&corpus.bodies[copy], &corpus.bodies[of]);
    let nested = ours.file == theirs.file && ours.units.start < theirs.units.end && theirs.units.start < ours.units.end;
    let is_async = |body| corpus.symbol(body).flags.has(SymbolFlags::ASYNC);
    // A function beside its asynchronous version has to be written twice.
    let versions = is_async(ours) != is_async(theirs) || corpus.are_overloads(copy as u32, of as u32);
    if nested || versions || ours.is_function != theirs.is_function {
        return None;
    }
    let likeness = likeness(corpus, ours.units.clone(), theirs.units.clone());
    Some(Double { copy, of, likeness })
}

/// Whether a body says enough; a class does by its functions, at least two of them.
fn is_worth_it(corpus: &Corpus<'_>, at: usize, bar: Bar) -> bool {
    let body = &corpus.bodies[at];
    // A constructor cannot be called for another class.
    if corpus.symbol(body).flags.has(SymbolFlags::CONSTRUCTOR) {
        return false;
    }
    let tokens = corpus.tokens(body.units.clone()) + head(corpus, body);
    if !is_telling(corpus, body.units.clone(), bar) || (body.units.len() < MANY && tokens < WITH_HEAD) {
        return false;
    }
    if body.is_function {
        return true;
    }
    let inside = corpus.bodies[at + 1..].iter().take_while(|inner| inner.units.end <= body.units.end);
    let telling = inside.filter(|inner| inner.is_function && is_telling(corpus, inner.units.clone(), BAR));
    let (count, tokens) =
        telling.fold((0, 0), |(count, tokens), inner| (count + 1, tokens + corpus.tokens(inner.units.clone())));
    count > 1 && tokens * 2 >= corpus.tokens(body.units.clone())
}

/// The tokens of a definition's head.
fn head(corpus: &Corpus<'_>, body: &CorpusBody) -> usize {
    let first = body.units.start;
    let before = first.checked_sub(1).map(|at| &corpus.units[at]);
    before.filter(|head| head.depth < corpus.units[first].depth).map_or(0, |head| usize::from(head.tokens))
}

fn is_covered(corpus: &Corpus<'_>, covered: &[bool], body: usize) -> bool {
    let units = corpus.bodies[body].units.clone();
    covered[units.start] && covered[units.end - 1]
}

/// The bodies that hold each statement of some length, those of idioms left out.
fn holders(corpus: &Corpus<'_>) -> FxHashMap<u32, Vec<usize>> {
    let mut holders: FxHashMap<u32, Vec<usize>> = FxHashMap::default();
    for (at, body) in corpus.bodies.iter().enumerate() {
        for unit in &corpus.units[body.units.clone()] {
            let list = holders.entry(unit.loose).or_default();
            if list.last() != Some(&at) && list.len() <= SHARED_BY {
                list.push(at);
            }
        }
    }
    holders.retain(|_, list| (2..=SHARED_BY).contains(&list.len()));
    holders
}

/// Earlier bodies that share most with one, by how many statements.
fn partners(corpus: &Corpus<'_>, holders: &FxHashMap<u32, Vec<usize>>, copy: usize) -> Vec<usize> {
    let mut shared: FxHashMap<usize, usize> = FxHashMap::default();
    let ours = corpus.bodies[copy].units.clone();
    for unit in &corpus.units[ours.clone()] {
        for &other in holders.get(&unit.loose).into_iter().flatten().filter(|&&other| other < copy) {
            *shared.entry(other).or_default() += 1;
        }
    }
    let comparable = |other: usize| {
        let (a, b) = (corpus.tokens(ours.clone()), corpus.tokens(corpus.bodies[other].units.clone()));
        a.min(b) * 100 >= a.max(b) * NEAR_PERCENT
    };
    let mut shared: Vec<_> = shared.into_iter().filter(|(other, _)| comparable(*other)).collect();
    shared.sort_by_key(|&(other, count)| (usize::MAX - count, other));
    shared.into_iter().take(PARTNERS).map(|(other, _)| other).collect()
}

/// A hash of the units of a body, literals and local names apart.
fn key(corpus: &Corpus<'_>, units: Range<usize>) -> u64 {
    let mut key = 0xcbf2_9ce4_8422_2325_u64;
    for unit in &corpus.units[units] {
        key = (key ^ u64::from(unit.loose)).wrapping_mul(0x0100_0000_01b3).rotate_left(17);
    }
    key
}
