//! From identifiers and prose to search terms: `HTTPServer`, `http_server` and "HTTP servers" share terms.
//!
//! Start at [`Terms`], which a document and a query must share. Knows no programming language; the ranking is in `bm25`.

mod prose;
mod split;

pub use prose::{is_stop_word, stem};
use split::{Span, spans};
pub(crate) use split::{is_written_without_spaces, pairs};
pub use split::{parts, words};

/// Longer words are data (encoded bytes, minified code), not names: nobody searches for them.
const LONGEST_WORD: usize = 128;

/// Shorter terms in ASCII say nothing: loop variables, digits, the `s` after an apostrophe.
const SHORTEST_TERM: usize = 2;

/// How text becomes terms; documents and queries agree only if both use the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Terms {
    /// Every part of every identifier, as it is written but in lower case.
    Exact,
    /// English stems of the parts, without stop words: for prose, and for code searched with prose.
    Stemmed,
}

impl Terms {
    /// Gives each term of the text, repeated as often as it occurs, in the order of the text.
    ///
    /// An identifier gives its parts, a part with the number that follows it (`utf8` gives `utf` and `utf8`), and, if it
    /// has several parts, numbers counted, itself in lower case after `=`: whoever writes `parse_url` means that name before all that share
    /// a part with it, and `=keyword` of `keyWord` is not the word.
    /// Writing without spaces between words (Chinese, Japanese) gives pairs of characters.
    pub fn for_each(self, text: &str, mut give: impl FnMut(&str)) {
        let mut term = String::new();
        for word in words(text).filter(|word| word.len() <= LONGEST_WORD) {
            self.of_word(word, &mut term, &mut give);
        }
    }

    /// All terms of the text; where many texts are read, [`Terms::for_each`] allocates less.
    pub fn collect(self, text: &str) -> Vec<String> {
        let mut terms = Vec::new();
        self.for_each(text, |term| terms.push(term.to_owned()));
        terms
    }

    fn of_word(self, word: &str, term: &mut String, give: &mut impl FnMut(&str)) {
        let mut pieces = 0;
        let mut before: Option<Span> = None;
        for span in spans(word) {
            pieces += 1;
            let name = before.filter(|before| span.is_number && !before.is_number && before.end == span.start);
            if let Some(name) = name {
                give_if_long(set_lower(term, &word[name.start..span.end]), give);
            } else {
                self.of_part(&word[span.start..span.end], term, give);
            }
            before = Some(span);
        }
        if pieces > 1 {
            term.clear();
            term.push('=');
            push_lower(term, word);
            give_if_long(term, give);
        }
    }

    fn of_part(self, part: &str, term: &mut String, give: &mut impl FnMut(&str)) {
        if part.chars().next().is_some_and(is_written_without_spaces) {
            return pairs(part).for_each(give);
        }
        set_lower(term, part);
        if self == Self::Stemmed {
            if is_stop_word(term) {
                return;
            }
            stem(term);
        }
        give_if_long(term, give);
    }
}

fn set_lower<'a>(term: &'a mut String, part: &str) -> &'a str {
    term.clear();
    push_lower(term, part);
    term
}

fn push_lower(term: &mut String, part: &str) {
    if part.is_ascii() {
        term.extend(part.bytes().map(|byte| char::from(byte.to_ascii_lowercase())));
    } else {
        term.extend(part.chars().flat_map(char::to_lowercase));
    }
}

fn give_if_long(term: &str, give: &mut impl FnMut(&str)) {
    if term.len() >= SHORTEST_TERM {
        give(term);
    }
}
