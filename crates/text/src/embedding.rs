//! The embedded embedder: a text as a vector of fixed length, without a model and without the network.
//!
//! Each word gives its stem, the group of its synonyms and its runs of letters; each of these is one direction, found by
//! hashing, and counts by how rare the word is. The same text gives the same bits on every machine: sums run in one
//! order, and of the functions beyond arithmetic only the square root is used, which is exact everywhere. How well it
//! does stands in `docs/convergence.md`.

mod weights;

use crate::prose::{Token, for_each_token, hash, is_negation, is_stop_word, stem};
use weights::{group, weight};

/// The length of the vectors. Half as many cost .001 of agreement with people, a quarter .004 (`docs/convergence.md`).
pub const DIMENSIONS: usize = 2048;

/// The name under which vectors are kept; it changes whenever vectors do.
pub const MODEL: &str = "tribunal-words-1";

/// What a stem counts beside the group of its synonyms: two synonyms are alike, but less than a word and itself.
const STEM: f64 = 0.6;

/// What the group of synonyms counts; a word without synonyms is a group of its own.
const GROUP: f64 = 0.8;

/// What all runs of letters of a word count together: they bring forms and compounds together that stems keep apart.
const RUNS: f64 = 0.7;

/// Lengths of the runs, the ends of the word included.
const RUN_LENGTHS: std::ops::RangeInclusive<usize> = 2..=4;

/// A number says exactly one thing, and no other word says it.
const NUMBER: f64 = 1.3;

/// A negation weighs like a rare word: it turns the meaning around.
const NEGATION: f64 = 1.0;

/// The vector of the text, of length one; all zeros if the text has no words.
pub fn embed(text: &str) -> Vec<f32> {
    let mut sums = vec![0.0_f64; DIMENSIONS];
    for (hash, value) in features(text) {
        let sign = if hash >> 63 == 1 { 1.0 } else { -1.0 };
        sums[(hash % DIMENSIONS as u64) as usize] += sign * value;
    }
    let length = sums.iter().map(|value| value * value).sum::<f64>().sqrt();
    let scale = if length > 0.0 { 1.0 / length } else { 0.0 };
    sums.into_iter().map(|value| (value * scale) as f32).collect()
}

/// The cosine of two vectors of the same length, 0 if one of them is all zeros.
pub fn cosine(one: &[f32], other: &[f32]) -> f64 {
    let product = |one: &[f32], other: &[f32]| -> f64 {
        one.iter().zip(other).map(|(one, other)| f64::from(*one) * f64::from(*other)).sum()
    };
    let lengths = (product(one, one) * product(other, other)).sqrt();
    if lengths > 0.0 { product(one, other) / lengths } else { 0.0 }
}

/// Directions with what they count, sorted; a word said twice counts √2 times as much.
fn features(text: &str) -> Vec<(u64, f64)> {
    let mut all = Features::default();
    for_each_token(text, |token| all.add(token));
    let mut features = if all.meaningful.is_empty() { all.stop_words } else { all.meaningful };
    features.sort_unstable_by(|one, other| one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)));
    let repeated = features.chunk_by(|one, other| one.0 == other.0);
    repeated.map(|same| (same[0].0, same[same.len() - 1].1 * (same.len() as f64).sqrt())).collect()
}

#[derive(Default)]
struct Features {
    meaningful: Vec<(u64, f64)>,
    /// For texts that have nothing else.
    stop_words: Vec<(u64, f64)>,
    stem: String,
    bounded: String,
}

impl Features {
    fn add(&mut self, token: Token<'_>) {
        match token {
            Token::Word(word) if is_stop_word(word) => self.stop_words.push((hash(b's', word), 1.0)),
            Token::Word(word) if is_negation(word) => self.meaningful.push((hash(b'!', ""), NEGATION)),
            Token::Word(word) => self.add_word(word),
            Token::Number(number) => self.add_parts(number, number, number, NUMBER),
            Token::Operator(operator) => self.meaningful.push((hash(b'o', operator), NEGATION)),
        }
    }

    fn add_word(&mut self, word: &str) {
        let mut stem_of_word = std::mem::take(&mut self.stem);
        stem_of_word.clear();
        stem_of_word.push_str(word);
        stem(&mut stem_of_word);
        self.add_parts(word, &stem_of_word, group(&stem_of_word), weight(&stem_of_word));
        self.stem = stem_of_word;
    }

    fn add_parts(&mut self, word: &str, stem: &str, group: &str, weight: f64) {
        self.meaningful.push((hash(b'w', stem), STEM * weight));
        self.meaningful.push((hash(b'y', group), GROUP * weight));
        self.bounded.clear();
        self.bounded.extend(std::iter::once('^').chain(word.chars()).chain(['$']));
        let runs = RUN_LENGTHS.flat_map(|length| runs(&self.bounded, length));
        let count = runs.clone().count().max(1) as f64;
        self.meaningful.extend(runs.map(|run| (hash(b'c', run), RUNS * weight / count.sqrt())));
    }
}

/// All stretches of so many characters.
fn runs(text: &str, length: usize) -> impl Iterator<Item = &str> + Clone {
    let starts = text.char_indices().map(|(at, _)| at);
    let ends = text.char_indices().map(|(at, _)| at).skip(length).chain([text.len()]);
    let is_long = text.chars().nth(length - 1).is_some();
    starts.zip(ends).map(|(start, end)| &text[start..end]).take(if is_long { usize::MAX } else { 0 })
}
