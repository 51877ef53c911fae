//! How like a task the messages of commits are: BM25, the first line before the rest.

use crate::pack::document::Term;
use crate::pack::words::Query;
use rustc_hash::FxHashMap;
use tribunal_text::bm25::{K1, Occurrence, rarity, score as bm25};
use tribunal_text::identifiers::Terms;

/// The first line says what a commit does …
const SUBJECT: f64 = 2.0;
/// … the rest explains it, thanks people and lists what else was seen.
const REST: f64 = 0.5;
/// What a term of the first line adds to the length, beside 1 for one of the rest: as much more as it counts.
const SUBJECT_LENGTH: u32 = 4;
/// Long messages are marked down less than long files: to explain much is no fault.
const LENGTH: f64 = 0.5;

/// More of a message is a list or a log.
const MESSAGE_BYTES: usize = 4_000;

/// What a commit's message says.
#[derive(Debug, Clone, Default)]
pub(super) struct Message {
    /// Its terms, sorted, with how often the first line and the rest have each.
    terms: Vec<(Term, [u32; 2])>,
    length: u32,
}

impl Message {
    /// The terms of a text.
    pub(super) fn of(text: &str) -> Self {
        let text = &text[..text.floor_char_boundary(MESSAGE_BYTES)];
        let (subject, rest) = text.split_once('\n').unwrap_or((text, ""));
        let mut counts: FxHashMap<Term, [u32; 2]> = FxHashMap::default();
        let mut length = 0;
        for (at, part, long) in [(0, subject, SUBJECT_LENGTH), (1, rest, 1)] {
            Terms::Stemmed.for_each(part, |term| {
                counts.entry(Term::of(term)).or_default()[at] += 1;
                length += long;
            });
        }
        let mut terms: Vec<_> = counts.into_iter().collect();
        terms.sort_unstable_by_key(|(term, _)| *term);
        Self { terms, length }
    }
}

/// How like the task each message is, 0 if they share no word; and what one would score that says all the task says.
pub(super) fn likeness(query: &Query, messages: &[&Message]) -> (Vec<f64>, f64) {
    let weights: FxHashMap<Term, f64> = query.terms().iter().copied().collect();
    let mut messages_with: FxHashMap<Term, u32> = FxHashMap::default();
    for (term, _) in messages.iter().flat_map(|message| &message.terms) {
        if weights.contains_key(term) {
            *messages_with.entry(*term).or_default() += 1;
        }
    }
    let count = messages.len() as u32;
    let average_length =
        messages.iter().map(|message| u64::from(message.length)).sum::<u64>() as f64 / f64::from(count);
    let score = |message: &&Message| {
        let one = |(term, [subject, rest]): &(Term, [u32; 2])| {
            let said =
                |weight, frequency| Occurrence { weight, frequency, length: message.length, average_length, b: LENGTH };
            let score = |with| bm25(&[said(SUBJECT, *subject), said(REST, *rest)], with, count);
            weights.get(term).map_or(0.0, |weight| weight * score(messages_with[term]))
        };
        message.terms.iter().map(one).fold(0.0, |sum, score| sum + score)
    };
    // The limit of BM25 for a term is its rarity times (k1 + 1).
    let limit = |(term, weight): &(Term, f64)| {
        let with = messages_with.get(term).copied().unwrap_or(0);
        weight * rarity(with, count) * (K1 + 1.0)
    };
    let whole = query.terms().iter().map(limit).fold(0.0, |sum, limit| sum + limit);
    (messages.iter().map(score).collect(), whole)
}

#[cfg(test)]
mod tests {
    use super::{Message, likeness};
    use crate::pack::words::Query;

    #[track_caller]
    fn check(task: &str, more: &str, less: &str) {
        let messages = [more, less, "Bumped versions", "Typo"].map(Message::of);
        let (scores, whole) = likeness(&Query::of(task), &messages.each_ref());
        assert!(scores[0] > scores[1] && scores[0] < whole, "{scores:?} of {whole}");
        assert_eq!(scores[2].to_bits(), 0.0_f64.to_bits());
    }

    #[test]
    fn the_first_line_says_more_than_the_rest() {
        check("cookies expire", "Expire cookies\n\nSeen in sessions.", "Sessions\n\nExpire cookies seen.");
        check("cookies expire", "Expire cookies", "Expire");
    }

    #[test]
    fn a_long_message_says_less_of_each_word() {
        check("cookies expire", "Expire cookies", "Expire cookies and sessions and tokens and caches and headers");
    }

    #[test]
    fn without_words_nothing_is_alike() {
        let (scores, whole) = likeness(&Query::of(""), &[&Message::of("Typo")]);
        assert_eq!((scores, whole), (vec![0.0], 0.0));
    }
}
