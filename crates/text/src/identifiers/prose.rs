//! English, as much of it as search in code needs: a light stemmer and the words that say nothing.
//!
//! The stems are no words. They only have to be the same for forms of one word: cache, caches, cached, caching.

/// A stem never gets shorter than this, in bytes; `use` and `bus` stay apart.
const SHORTEST_STEM: usize = 3;

/// Words whose ending looks like a form and is none.
#[rustfmt::skip]
const WHOLE: &[&str] = &[
    "anything", "during", "embed", "everything", "evening", "hundred", "morning", "nothing", "something", "string",
    "thing",
];

/// The most frequent English words without a meaning of their own, and what is left of them before an apostrophe, sorted.
const STOP_WORDS: &[&str] = &[
    "a", "about", "after", "again", "all", "also", "am", "an", "and", "any", "are", "aren", "as", "at", "be",
    "because", "been", "before", "being", "below", "between", "both", "but", "by", "can", "cannot", "could", "couldn",
    "did", "didn", "do", "does", "doesn", "doing", "don", "done", "down", "during", "each", "eg", "either", "etc",
    "even", "ever", "every", "few", "for", "from", "further", "had", "hadn", "has", "hasn", "have", "haven", "having",
    "he", "hence", "her", "here", "hers", "him", "his", "how", "however", "i", "ie", "if", "in", "instead", "into",
    "is", "isn", "it", "its", "itself", "just", "like", "ll", "may", "me", "might", "more", "most", "must", "my", "no",
    "nor", "not", "now", "of", "off", "on", "once", "only", "onto", "or", "other", "our", "out", "over", "own",
    "please", "rather", "s", "same", "shall", "she", "should", "shouldn", "so", "some", "such", "t", "than", "that",
    "the", "their", "them", "then", "there", "these", "they", "this", "those", "through", "thus", "to", "too", "under",
    "until", "up", "upon", "us", "ve", "very", "via", "vs", "was", "wasn", "we", "were", "weren", "what", "when",
    "where", "whether", "which", "while", "who", "whom", "whose", "why", "will", "with", "within", "without", "won",
    "would", "wouldn", "you", "your",
];

/// Whether the word, in lower case, stands in nearly every English text.
pub fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.binary_search(&word).is_ok()
}

/// Cuts the endings of an English word in lower case: plural, `-ed`, `-ing`, a last `e`, a doubled last consonant.
pub fn stem(word: &mut String) {
    if !word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return;
    }
    cut_plural(word);
    if !WHOLE.contains(&word.as_str()) {
        cut_past_and_progressive(word);
    }
    cut_last(word, |bytes| bytes.ends_with(b"e"));
    cut_last(word, |bytes| matches!(bytes, [.., one, other] if one == other && !is_vowel(*other)));
}

fn cut_plural(word: &mut String) {
    if word.ends_with("ies") && word.len() > "ies".len() + 1 {
        replace_ending(word, "ies", "y");
    } else if word.ends_with('s') && !["ss", "us", "is"].iter().any(|ending| word.ends_with(ending)) {
        cut_last(word, |_| true);
    }
}

fn cut_past_and_progressive(word: &mut String) {
    if word.ends_with("ied") && word.len() > "ied".len() + 1 {
        replace_ending(word, "ied", "y");
        return;
    }
    for ending in ["ing", "ed"] {
        let Some(rest) = word.strip_suffix(ending) else { continue };
        if rest.len() >= SHORTEST_STEM && rest.bytes().any(is_vowel) && !word.ends_with("eed") {
            word.truncate(rest.len());
        }
        return;
    }
}

fn cut_last(word: &mut String, when: impl Fn(&[u8]) -> bool) {
    if word.len() > SHORTEST_STEM && when(word.as_bytes()) {
        word.pop();
    }
}

fn replace_ending(word: &mut String, ending: &str, by: &str) {
    word.truncate(word.len() - ending.len());
    word.push_str(by);
}

fn is_vowel(byte: u8) -> bool {
    matches!(byte, b'a' | b'e' | b'i' | b'o' | b'u' | b'y')
}
