//! What the shape of a single word says: code, a product's name, data, or a word of prose.

use super::vocabulary::{DEFINING, LANGUAGE_WORDS, PRODUCTS, SENTENCE_STARTS};
use super::{Place, known};
use tribunal_text::identifiers::{is_stop_word, parts};

/// In bytes; a longer word is data.
pub(super) const LONGEST_NAME: usize = 128;

/// Whether a word looks like an identifier by its shape alone: underscores, or humps of at least two words.
pub(super) fn is_code(word: &str, place: Place) -> bool {
    let word = word.trim_matches('$');
    if word.len() > LONGEST_NAME || !word.contains(char::is_alphabetic) {
        return false;
    }
    if word.contains('_') {
        return place != Place::Prose || !is_emphasis(word);
    }
    let has_humps = word.contains(char::is_uppercase) && word.contains(char::is_lowercase);
    let humps = || parts(word).filter(|part| !part.starts_with(char::is_numeric)).count();
    has_humps && humps() > 1 && !known::has(PRODUCTS, &word.to_lowercase())
}

/// Whether a word means something in a language itself, so that no repository defines it.
pub(super) fn is_language_word(word: &str) -> bool {
    known::has(LANGUAGE_WORDS, word)
}

/// Whether a name follows this word where code defines one.
pub(super) fn defines(word: &str) -> bool {
    known::has(DEFINING, word)
}

/// Whether a word begins a sentence far more often than it names a member.
pub(super) fn begins_sentence(word: &str) -> bool {
    let word = word.to_lowercase();
    is_stop_word(&word) || known::has(SENTENCE_STARTS, &word)
}

/// Hashes, identifiers of objects, versions: nothing to search for.
pub(super) fn is_data(word: &str) -> bool {
    const SHORTEST_HASH: usize = 7;
    const UUID: usize = 36;
    let has_digit = word.bytes().any(|byte| byte.is_ascii_digit());
    let is_hex = word.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_uuid = word.len() == UUID && word.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-');
    let version = word.strip_prefix(['v', 'V']).unwrap_or_default();
    let is_version = !version.is_empty() && version.bytes().all(|byte| byte.is_ascii_digit());
    is_version || word.starts_with("0x") || has_digit && (is_uuid || is_hex && word.len() >= SHORTEST_HASH)
}

/// `h0123456789abcdef`, as Rust ends the names of its symbols.
pub(super) fn is_symbol_hash(word: &str) -> bool {
    const LENGTH: usize = 16;
    let hash = word.strip_prefix('h').unwrap_or_default();
    hash.len() == LENGTH && hash.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// `_word_`, as Markdown stresses a word; `__name__` is Python's more often than bold.
fn is_emphasis(word: &str) -> bool {
    let inner = word.strip_prefix('_').and_then(|word| word.strip_suffix('_'));
    inner.is_some_and(|inner| !inner.contains('_'))
}
