//! Tokens of any text, the same for code and for quotes of it: white space is nothing, all quotation marks are one.
//!
//! Quotes are pieces that no grammar parses, so both sides are cut in this one simple way, and the tree only says which
//! tokens lie in comments and strings.

use rustc_hash::FxHasher;
use std::hash::Hasher;
use tribunal_domain::facts::Marked;
pub use tribunal_domain::facts::Zone;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A name, keyword or number.
    Word,
    /// A quotation mark of any style.
    Quote,
    /// Any other character.
    Mark,
}

/// One token.
#[derive(Debug, Clone, Copy)]
pub struct Token {
    /// Its first byte.
    pub start: u32,
    /// The byte after its last.
    pub end: u32,
    /// Equal for equal tokens.
    pub key: u64,
    /// What it is.
    pub kind: Kind,
    /// Where it lies.
    pub zone: Zone,
}

/// Cuts a text.
pub fn tokens_of(text: &str) -> Vec<Token> {
    let mut tokens = Vec::with_capacity(text.len() / 4);
    let mut chars = text.char_indices().peekable();
    while let Some((start, first)) = chars.next() {
        let mut end = start + first.len_utf8();
        let kind = if is_word(first) {
            while let Some((at, next)) = chars.next_if(|(_, next)| is_word(*next)) {
                end = at + next.len_utf8();
            }
            Kind::Word
        } else if is_blank(first) {
            continue;
        } else if is_quote(first) {
            Kind::Quote
        } else {
            Kind::Mark
        };
        tokens.push(Token {
            start: start as u32,
            end: end as u32,
            key: key(kind, &text[start..end]),
            kind,
            zone: Zone::Code,
        });
    }
    tokens
}

/// Says of each token where it lies.
pub fn mark(tokens: &mut [Token], zones: &[Marked]) {
    let mut zones = zones.iter().peekable();
    for token in tokens {
        while zones.next_if(|zone| zone.end <= token.start).is_some() {}
        if let Some(zone) = zones.peek().filter(|zone| zone.start <= token.start) {
            token.zone = zone.zone;
        }
    }
}

/// The key of a token.
fn key(kind: Kind, text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(if kind == Kind::Quote { "\"" } else { text }.as_bytes());
    hasher.finish()
}

/// The key of a word.
pub fn word_key(word: &str) -> u64 {
    key(Kind::Word, word)
}

/// Characters of names and numbers.
pub fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

/// Characters that say nothing: white space, and marks that tools and editors slip in.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || c.is_control() || matches!(c, '\u{200b}' | '\u{200c}' | '\u{200d}' | '\u{feff}')
}

fn is_quote(c: char) -> bool {
    matches!(c, '"' | '\'' | '`' | '\u{2018}' | '\u{2019}' | '\u{201c}' | '\u{201d}')
}

#[cfg(test)]
mod tests {
    use super::tokens_of;

    fn keys(text: &str) -> Vec<u64> {
        tokens_of(text).iter().map(|token| token.key).collect()
    }

    #[test]
    fn white_space_and_the_style_of_quotes_do_not_matter_and_case_does() {
        assert_eq!(keys("x  =  eval( 'y' )"), keys("x = eval(\"y\")"));
        assert_ne!(keys("TOKEN"), keys("token"));
        assert_ne!(keys("eval"), keys("evaluate"));
        assert_eq!(keys("a\u{c}b\u{2028}c"), keys("a b c"));
    }
}
