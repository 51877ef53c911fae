//! Facts and resolutions as bytes. A blob that does not decode is damage, reported as the database's own damage is.

use rusqlite::types::Type;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tribunal_domain::Language;
use tribunal_domain::facts::FileFacts;

/// The bytes under which facts are kept, expressions last; call it on a worker thread.
pub fn encode_facts(facts: &FileFacts) -> Vec<u8> {
    postcard::to_extend(&facts.exprs, encode(facts)).expect("plain data always serialises")
}

/// The facts behind bytes that [`encode_facts`] made; `None` if they are damaged or of another version.
pub fn decode_facts(bytes: &[u8]) -> Option<FileFacts> {
    stored_facts(bytes).ok()
}

/// The same without expressions, but for languages whose expressions are wanted.
pub fn decode_facts_with(wanted: impl Fn(Language) -> bool, bytes: &[u8]) -> Option<FileFacts> {
    let (mut facts, rest) = postcard::take_from_bytes::<FileFacts>(bytes).ok()?;
    if wanted(facts.language) {
        facts.exprs = postcard::from_bytes(rest).ok()?;
    }
    Some(facts)
}

pub(crate) fn stored_facts(bytes: &[u8]) -> rusqlite::Result<FileFacts> {
    decode_facts_with(|_| true, bytes).ok_or_else(|| damaged("facts do not decode"))
}

pub(crate) fn encode<T: Serialize>(value: &T) -> Vec<u8> {
    postcard::to_stdvec(value).expect("plain data has a known length and always serialises")
}

pub(crate) fn decode<T: DeserializeOwned>(bytes: &[u8]) -> rusqlite::Result<T> {
    postcard::from_bytes(bytes).map_err(|error| damaged(error.to_string()))
}

/// The first part of a value that was encoded as a whole.
pub(crate) fn decode_first<T: DeserializeOwned>(bytes: &[u8]) -> rusqlite::Result<T> {
    postcard::take_from_bytes(bytes).map(|(first, _)| first).map_err(|error| damaged(error.to_string()))
}

/// The error for stored bytes that are not what was written.
pub(crate) fn damaged(reason: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(0, Type::Blob, reason.into())
}

/// Numbers as little-endian bytes, so that they can be scanned without decoding anything else.
pub(crate) fn words_to_bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// The numbers behind [`words_to_bytes`].
pub(crate) fn words(bytes: &[u8]) -> impl Iterator<Item = u32> + '_ {
    bytes.as_chunks::<4>().0.iter().map(|chunk| u32::from_le_bytes(*chunk))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tribunal_domain::facts::{Expr, LiteralKind};

    #[test]
    fn facts_come_back_with_their_expressions_or_without() {
        let mut facts = FileFacts::empty(Language::Python);
        facts.strings.push("name");
        facts.exprs.push(Expr::Literal(LiteralKind::Number));
        let bytes = encode_facts(&facts);
        assert_eq!(decode_facts(&bytes), Some(facts.clone()));
        assert_eq!(decode_facts_with(|language| language != Language::Python, &bytes), {
            facts.exprs.clear();
            Some(facts)
        });
        assert_eq!(decode_facts(&bytes[..bytes.len() - 1]), None);
    }
}
