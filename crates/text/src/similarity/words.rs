//! Likeness by words: the share of stems, numbers, operators and negations that both texts have.

use crate::prose::{Token, for_each_token, hash, is_negation, is_stop_word, stem};
use rustc_hash::FxHashSet;

/// With fewer different words in either text, one word more or less decides everything: there is no opinion.
pub const FEWEST_WORDS: usize = 3;

/// How many words make half of an opinion full; with the ceiling, from the specification of the cascade.
const WORDS_FOR_CONFIDENCE: f64 = 50.0;

/// Words alone are never certain.
const MOST_CONFIDENCE: f64 = 0.95;

/// How far the words of two texts are the same.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WordOverlap {
    /// Common words by all words (Jaccard), 0 to 1; 1 where neither text has any.
    pub similarity: f64,
    /// How many different words the texts have.
    pub counts: (usize, usize),
}

impl WordOverlap {
    /// How far the similarity can be trusted: it grows with the words of both texts.
    pub fn confidence(&self) -> f64 {
        ((self.counts.0 as f64 * self.counts.1 as f64).sqrt() / WORDS_FOR_CONFIDENCE).min(MOST_CONFIDENCE)
    }

    /// Whether both texts have enough words for an opinion.
    pub fn has_opinion(&self) -> bool {
        self.counts.0.min(self.counts.1) >= FEWEST_WORDS
    }
}

/// Compares the words of two texts: stems without stop words, numbers, operators, and whether something is denied.
pub fn words(one: &str, other: &str) -> WordOverlap {
    let (one, other) = (set_of_words(one), set_of_words(other));
    let common = one.iter().filter(|word| other.binary_search(word).is_ok()).count();
    let all = one.len() + other.len() - common;
    let similarity = if all == 0 { 1.0 } else { common as f64 / all as f64 };
    WordOverlap { similarity, counts: (one.len(), other.len()) }
}

/// The different words of the text as numbers, sorted.
fn set_of_words(text: &str) -> Vec<u64> {
    let mut words = Vec::new();
    // A word is looked at once, however often it occurs.
    let mut known: FxHashSet<u64> = FxHashSet::default();
    let mut buffer = String::new();
    for_each_token(text, |token| match token {
        Token::Word(word) => {
            if known.insert(hash(b'w', word)) {
                words.extend(number_of_word(word, &mut buffer));
            }
        }
        Token::Number(number) => words.push(hash(b'n', number)),
        Token::Operator(operator) => words.push(hash(b'o', operator)),
    });
    words.sort_unstable();
    words.dedup();
    words
}

/// One number for all forms of a word and one for all negations; none for a stop word.
fn number_of_word(word: &str, buffer: &mut String) -> Option<u64> {
    if is_stop_word(word) {
        return None;
    }
    if is_negation(word) {
        return Some(hash(b'!', ""));
    }
    buffer.clear();
    buffer.push_str(word);
    stem(buffer);
    Some(hash(b'w', buffer))
}
