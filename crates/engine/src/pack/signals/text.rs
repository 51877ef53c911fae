//! Signals from words: BM25 over fields, and likeness of contents.

use super::Evidence;
use crate::pack::document::{Counts, Term};
use rustc_hash::FxHashMap;
use tribunal_text::bm25::{B, Occurrence, rarity, score as bm25};
use tribunal_text::identifiers::Terms;

/// How much a term counts in the text, in names of definitions, in the path, and in the file's own name.
pub(super) type Weights = [f64; 4];

/// A word in a name or path was chosen to say what the thing is about; in the text it may stand by chance.
pub(super) const ALL: Weights = [1.0, 2.0, 3.0, 3.0];
/// The path alone.
pub(super) const PATH: Weights = [0.0, 0.0, 1.0, 1.0];

/// Where the query's terms stand.
pub(super) struct Found {
    /// For each file: how many terms text and names have, and the query's terms in it.
    files: Vec<([u32; 2], Vec<(usize, [u32; 4])>)>,
    /// In how many files each term of the query stands.
    files_with: Vec<u32>,
    /// How many terms text and names have on average.
    average: [f64; 2],
    /// How many files were searched.
    searched: u32,
}

impl Found {
    /// The query's terms with how much each tells.
    pub(super) fn telling(&self, evidence: &Evidence<'_>) -> Vec<(Term, f64)> {
        let rarity = |at: usize| rarity(self.files_with[at], self.searched);
        evidence.query.terms().iter().enumerate().map(|(at, (term, weight))| (*term, weight * rarity(at))).collect()
    }
}

/// Looks for the query's terms in all documents and paths.
pub(super) fn scan(evidence: &Evidence<'_>) -> Found {
    let terms = evidence.query.terms();
    let places: FxHashMap<Term, usize> = terms.iter().enumerate().map(|(at, (term, _))| (*term, at)).collect();
    let mut found = Found {
        files: vec![Default::default(); evidence.known.len()],
        files_with: vec![0; terms.len()],
        average: [0.0; 2],
        searched: 0,
    };
    let mut total = [0_u64; 2];
    for (place, document) in evidence.corpus.iter() {
        let [text, names, _] = document.lengths();
        let hits =
            terms.iter().enumerate().filter_map(|(at, (term, _))| Some((at, of_counts(document.counts(*term)?))));
        found.files[place] = ([text, names], hits.collect());
        if !evidence.measured[place] {
            continue;
        }
        total = [total[0] + u64::from(text), total[1] + u64::from(names)];
        found.searched += 1;
    }
    found.average = total.map(|total| total as f64 / f64::from(found.searched.max(1)));
    for (place, file) in evidence.known.files().iter().enumerate() {
        let path = file.path.to_text();
        let (folders, name) = path.rsplit_once('/').unwrap_or(("", &path));
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        for (text, field) in [(folders, 2), (stem, 2), (stem, 3)] {
            Terms::Stemmed.for_each(text, |term| {
                if let Some(&at) = places.get(&Term::of(term)) {
                    let hits = &mut found.files[place].1;
                    match hits.binary_search_by_key(&at, |(at, _)| *at) {
                        Ok(hit) => hits[hit].1[field] += 1,
                        Err(hit) => {
                            let mut counts = [0; 4];
                            counts[field] = 1;
                            hits.insert(hit, (at, counts));
                        }
                    }
                }
            });
        }
    }
    for ((_, hits), _) in found.files.iter().zip(evidence.measured).filter(|(_, measured)| **measured) {
        hits.iter().for_each(|(at, _)| found.files_with[*at] += 1);
    }
    found
}

fn of_counts(counts: Counts) -> [u32; 4] {
    [u32::from(counts.text), u32::from(counts.names), 0, 0]
}

/// BM25 over the fields with these weights.
pub(super) fn score(evidence: &Evidence<'_>, found: &Found, weights: Weights) -> Vec<f64> {
    let mut scores = evidence.known.zeros();
    for (place, (lengths, hits)) in found.files.iter().enumerate() {
        for (at, counts) in hits {
            let field = |field: usize, length: u32, average_length: f64| Occurrence {
                weight: weights[field],
                frequency: counts[field],
                length,
                average_length,
                b: B,
            };
            // Paths are all of about one length.
            let occurrences = [
                field(0, lengths[0], found.average[0]),
                field(1, lengths[1], found.average[1]),
                field(2, 1, 1.0),
                field(3, 1, 1.0),
            ];
            let weight = evidence.query.terms()[*at].1;
            scores[place] += weight * bm25(&occurrences, found.files_with[*at], found.searched);
        }
    }
    scores
}

/// How alike each file's words are to a seed's: the cosine of their weighted terms.
pub(super) fn similar(evidence: &Evidence<'_>) -> Vec<f64> {
    let mut scores = evidence.known.zeros();
    if evidence.seeds.is_empty() {
        return scores;
    }
    let mut files_with: FxHashMap<Term, u32> = FxHashMap::default();
    for (_, document) in evidence.corpus.iter() {
        document.terms().for_each(|(term, _)| *files_with.entry(term).or_default() += 1);
    }
    let count = evidence.corpus.len() as u32;
    let rarity: FxHashMap<Term, f64> = files_with.iter().map(|(term, with)| (*term, rarity(*with, count))).collect();
    let weight = |term: Term, counts: Counts| f64::from(counts.text).sqrt() * rarity.get(&term).copied().unwrap_or(0.0);
    for &seed in evidence.seeds {
        let Some(document) = evidence.corpus.document(seed) else { continue };
        let of_seed: FxHashMap<Term, f64> =
            document.terms().map(|(term, counts)| (term, weight(term, counts))).collect();
        let norm = |values: &mut dyn Iterator<Item = f64>| values.fold(0.0, |sum, value| sum + value * value).sqrt();
        let seed_norm = norm(&mut document.terms().map(|(term, counts)| weight(term, counts)));
        for (place, other) in evidence.corpus.iter() {
            let (mut product, mut square) = (0.0, 0.0);
            for (term, counts) in other.terms() {
                let value = weight(term, counts);
                square += value * value;
                product += of_seed.get(&term).map_or(0.0, |of_seed| of_seed * value);
            }
            if square > 0.0 && seed_norm > 0.0 && place != seed {
                scores[place] = scores[place].max(product / (square.sqrt() * seed_norm));
            }
        }
    }
    scores
}
