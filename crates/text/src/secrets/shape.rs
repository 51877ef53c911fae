//! The form of a token: after its prefix, runs of characters of one class and fixed texts between them.
//!
//! The forms themselves are a table in `known`.

use super::value;

/// A random token of letters and digits has one digit in six; with less than one in so many, it may be a name.
const FEWEST_DIGITS: usize = 10;

/// A kind of token that its issuer made recognisable.
pub(super) struct Shape {
    pub(super) kind: &'static str,
    /// What the token begins with, or what stands in it after `before`.
    pub(super) prefix: &'static str,
    /// What must stand directly before the prefix and belongs to the token.
    pub(super) before: Option<Part>,
    /// What follows the prefix.
    pub(super) parts: &'static [Part],
}

/// A part of a token.
#[derive(Clone, Copy)]
pub(super) enum Part {
    /// Between so many and so many characters of a class, as many as there are.
    Run(Class, usize, usize),
    /// This text.
    Text(&'static str),
}

/// Characters that tokens are written in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// Digits.
    Digit,
    /// Digits and a to f.
    Hex,
    /// Capitals and digits.
    Upper,
    /// Letters and digits.
    Alnum,
    /// Letters, digits and `_`.
    Word,
    /// Letters, digits, `_` and `-`.
    Base64Url,
    /// The same with `.`.
    Dotted,
    /// The same with `~`.
    Unreserved,
    /// Letters, digits, `+`, `/` and `=`.
    Base64,
    /// The same, or their codes in an address.
    Percent,
}

impl Class {
    pub(super) fn has(self, byte: u8) -> bool {
        match self {
            Self::Digit => byte.is_ascii_digit(),
            Self::Hex => matches!(byte, b'0'..=b'9' | b'a'..=b'f'),
            Self::Upper => matches!(byte, b'0'..=b'9' | b'A'..=b'Z'),
            Self::Alnum => byte.is_ascii_alphanumeric(),
            Self::Word => byte.is_ascii_alphanumeric() || byte == b'_',
            Self::Base64Url => byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'),
            Self::Dotted => byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.'),
            Self::Unreserved => byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'~'),
            Self::Base64 => byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'='),
            Self::Percent => byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=' | b'%'),
        }
    }
}

impl Shape {
    /// Where the token lies whose prefix stands at `place`; nothing if this is none.
    ///
    /// `looked` is how far this form has looked already, so that no run of characters is read twice.
    pub(super) fn find(&self, text: &str, place: usize, looked: &mut usize) -> Option<(usize, usize)> {
        let bytes = text.as_bytes();
        let start = match self.before {
            Some(before) => place - before.length_before(&bytes[..place])?,
            None => place,
        };
        if place < *looked || self.is_preceded(bytes, start) {
            return None;
        }
        let mut end = place + self.prefix.len();
        for part in self.parts {
            end += part.length_at(&bytes[end..])?;
            *looked = end;
        }
        let follows = |byte: &u8| byte.is_ascii_alphanumeric();
        let is_followed = follows(&bytes[end - 1]) && bytes.get(end).is_some_and(follows);
        let body = &text[if start < place { start } else { place + self.prefix.len() }..end];
        (!is_followed && !is_name(body) && !value::is_sample(body)).then_some((start, end))
    }

    /// Whether the token goes on before `start`: what stands there could be part of it, and is no sign of a diff.
    fn is_preceded(&self, bytes: &[u8], start: usize) -> bool {
        let class = self.parts.iter().find_map(|part| match part {
            Part::Run(class, ..) => Some(*class),
            Part::Text(_) => None,
        });
        match &bytes[..start] {
            [] | [b'+' | b'-'] | [.., b'\n', b'+' | b'-'] => false,
            // An assignment may stand before any token.
            [.., b'='] => false,
            [.., last] => Class::Word.has(*last) || class.is_some_and(|class| class.has(*last)),
        }
    }
}

/// Words without a digit, or with hardly any between separators: `hf_hub_download` begins like a token.
fn is_name(body: &str) -> bool {
    let digits = body.bytes().filter(u8::is_ascii_digit).count();
    let is_joined = body.contains(['_', '-']) && digits * FEWEST_DIGITS < body.len();
    let has_small = body.bytes().any(|byte| byte.is_ascii_lowercase());
    has_small && (digits == 0 || is_joined) && value::is_readable(body)
}

impl Part {
    fn length_at(self, bytes: &[u8]) -> Option<usize> {
        match self {
            Self::Text(text) => bytes.starts_with(text.as_bytes()).then_some(text.len()),
            Self::Run(class, least, most) => {
                let length = bytes.iter().take(most).take_while(|byte| class.has(**byte)).count();
                (length >= least).then_some(length)
            }
        }
    }

    fn length_before(self, bytes: &[u8]) -> Option<usize> {
        match self {
            Self::Text(text) => bytes.ends_with(text.as_bytes()).then_some(text.len()),
            Self::Run(class, least, most) => {
                let length = bytes.iter().rev().take(most).take_while(|byte| class.has(**byte)).count();
                (length >= least).then_some(length)
            }
        }
    }
}
