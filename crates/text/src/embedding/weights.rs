//! How much a word tells, and which words may stand for each other: two small tables of general language.

use crate::prose::{Token, for_each_token, stem};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

const FREQUENT: &str = include_str!("frequent.txt");
const SYNONYMS: &str = include_str!("synonyms.txt");

/// What a word counts by how often it is met, as the table's head explains: of a frequent word a text says little. The
/// steps follow the logarithm of usual frequencies; `docs/convergence.md` has what other steps bring.
const RARE: f64 = 1.0;
const STILL_USUAL: f64 = 0.82;
const EVERYDAY: f64 = 0.65;
const ON_EVERY_PAGE: f64 = 0.45;

static WEIGHTS: LazyLock<FxHashMap<String, f64>> = LazyLock::new(|| {
    let mut weights = FxHashMap::default();
    for (level, words) in lines(FREQUENT).filter_map(|line| line.split_once(' ')) {
        let weight = match level {
            "3" => ON_EVERY_PAGE,
            "2" => EVERYDAY,
            _ => STILL_USUAL,
        };
        stems(words, |stem| _ = weights.entry(stem).or_insert(weight));
    }
    weights
});

/// By stem, the stem of the first word of its group.
static GROUPS: LazyLock<FxHashMap<String, String>> = LazyLock::new(|| {
    let mut groups = FxHashMap::default();
    for line in lines(SYNONYMS) {
        let mut first: Option<String> = None;
        stems(line, |stem| {
            let first = first.get_or_insert_with(|| stem.clone());
            groups.entry(stem).or_insert_with(|| first.clone());
        });
    }
    groups
});

/// What a word with this stem counts.
pub(super) fn weight(stem: &str) -> f64 {
    WEIGHTS.get(stem).copied().unwrap_or(RARE)
}

/// The group of synonyms that the stem belongs to; itself if it is alone.
pub(super) fn group(stem: &str) -> &str {
    GROUPS.get(stem).map_or(stem, String::as_str)
}

fn lines(table: &'static str) -> impl Iterator<Item = &'static str> {
    table.lines().filter(|line| !line.starts_with('#'))
}

fn stems(words: &str, mut give: impl FnMut(String)) {
    for_each_token(words, |token| {
        if let Token::Word(word) = token {
            let mut word = word.to_owned();
            stem(&mut word);
            give(word);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::{FREQUENT, SYNONYMS, lines, stems};
    use std::collections::BTreeSet;

    fn words_twice(table: &'static str) -> Vec<String> {
        let (mut known, mut twice) = (BTreeSet::new(), Vec::new());
        for line in lines(table) {
            stems(line, |stem| {
                if !known.insert(stem.clone()) {
                    twice.push(stem);
                }
            });
        }
        twice
    }

    #[test]
    fn no_word_stands_twice_in_a_table() {
        assert_eq!(words_twice(FREQUENT), [""; 0]);
        assert_eq!(words_twice(SYNONYMS), [""; 0]);
    }
}
