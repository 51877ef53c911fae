//! Large expressions that stand in another statement before.

use super::corpus::{Corpus, NOWHERE};
use rustc_hash::FxHashMap;

/// An expression that stands elsewhere too.
pub(super) struct Same {
    /// The copy: index into the corpus's parts.
    pub copy: usize,
    /// What it is a copy of.
    pub of: usize,
}

/// Finds them, the outermost of each statement; units that are `covered` belong to larger doubles.
pub(super) fn same(corpus: &Corpus<'_>, covered: &[bool]) -> Vec<Same> {
    let mut seen: FxHashMap<u64, usize> = FxHashMap::default();
    let mut found: Vec<Same> = Vec::new();
    for (at, part) in corpus.parts.iter().enumerate() {
        if corpus.function[part.unit] == NOWHERE {
            continue;
        }
        let of = *seen.entry(part.part.hash).or_insert(at);
        let nested = found.last().is_some_and(|last| corpus.parts[last.copy].unit == part.unit);
        // A node around another one may have the same tokens.
        let elsewhere = corpus.parts[of].unit != part.unit;
        if elsewhere && !covered[part.unit] && !nested && corpus.parts[of].part.tokens == part.part.tokens {
            found.push(Same { copy: at, of });
        }
    }
    found
}
