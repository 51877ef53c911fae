//! Keys: read lazily by the name of their variable, never printed, and taken out of whatever a server sends back.

use std::fmt;

/// What stands where a key stood.
pub(crate) const MARK: &str = "[REDACTED:api-key]";

/// Shorter values are placeholders of local servers (`none`, `local`); replacing them would tear up ordinary text.
const SHORTEST_TAKEN_OUT: usize = 8;

/// A key; it shows itself to nobody but the header it is sent in.
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    /// Takes a key as it was read; surrounding space is no part of it.
    pub fn new(text: &str) -> Self {
        Self(text.trim().to_owned())
    }

    /// The key itself, for the request's header alone.
    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }

    /// The text without the key.
    pub(crate) fn take_out(&self, text: &str) -> String {
        if self.0.len() < SHORTEST_TAKEN_OUT { text.to_owned() } else { text.replace(&self.0, MARK) }
    }

    /// How many bytes at the end of the text may be the beginning of the key.
    pub(crate) fn begun_in(&self, text: &str) -> usize {
        if self.0.len() < SHORTEST_TAKEN_OUT {
            return 0;
        }
        let longest = (self.0.len() - 1).min(text.len());
        (1..=longest).rev().find(|&length| text.as_bytes().ends_with(&self.0.as_bytes()[..length])).unwrap_or(0)
    }

    /// The bytes without the key.
    pub(crate) fn take_out_of_bytes(&self, bytes: Vec<u8>) -> Vec<u8> {
        let key = self.0.as_bytes();
        if key.len() < SHORTEST_TAKEN_OUT || !bytes.windows(key.len()).any(|part| part == key) {
            return bytes;
        }
        let mut kept = Vec::with_capacity(bytes.len());
        let mut rest = bytes.as_slice();
        while let Some(at) = rest.windows(key.len()).position(|part| part == key) {
            kept.extend_from_slice(&rest[..at]);
            kept.extend_from_slice(MARK.as_bytes());
            rest = &rest[at + key.len()..];
        }
        kept.extend_from_slice(rest);
        kept
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(MARK)
    }
}

/// Where keys come from; asked only when a request is about to be sent.
pub trait Keys: Send + Sync {
    /// The key in this variable, if it is set and not empty.
    fn key(&self, variable: &str) -> Option<Secret>;
}

/// No keys at all, as for local servers.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoKeys;

impl Keys for NoKeys {
    fn key(&self, _: &str) -> Option<Secret> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_taken_out_wherever_it_stands() {
        let key = Secret::new(" sk-12345678\n");
        assert_eq!(key.take_out("bad key sk-12345678!"), "bad key [REDACTED:api-key]!");
        let bytes = key.take_out_of_bytes(b"sk-12345678\xffsk-12345678".to_vec());
        assert_eq!(bytes, b"[REDACTED:api-key]\xff[REDACTED:api-key]");
        assert_eq!(format!("{key:?}"), "[REDACTED:api-key]");
    }

    #[test]
    fn a_placeholder_does_not_tear_up_text() {
        assert_eq!(Secret::new("none").take_out("none of it"), "none of it");
    }
}
