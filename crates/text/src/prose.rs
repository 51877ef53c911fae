//! Prose as the tokens that carry its meaning: words without case and accents, numbers and operators.
//!
//! What the scorers of `similarity` and the embedding share. Knows English and Portuguese at once and needs not be told
//! which of them it reads.

mod fold;
mod stem;
mod stop;

pub(crate) use stem::stem;
pub(crate) use stop::{is_negation, is_stop_word};

use crate::identifiers::{is_written_without_spaces, pairs};
pub(crate) use fold::fold;

/// Operators of more than one sign, which count wherever they stand.
#[rustfmt::skip]
const LONG_OPERATORS: &[&str] = &[
    "===", "!==", "==", "!=", "<=", ">=", "&&", "||", "<<", ">>", "->", "=>", "+=", "-=", "*=", "/=", "::", "..",
];

/// Operators of one sign, which are nothing else in prose.
const SHORT_OPERATORS: &str = "<>=≤≥≠±×÷∧∨¬";

/// Operators of one sign, which are dashes, bullets or marks unless blanks stand on both sides.
const SPACED_OPERATORS: &str = "+-*/%&|^";

/// What the `n't` of a word says.
const NOT: &str = "not";

/// A piece of a text that carries meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    /// A word in small letters without accents, stop words and negations too; two characters in writing without spaces.
    Word(&'a str),
    /// A number as written.
    Number(&'a str),
    /// An operator.
    Operator(&'a str),
}

/// Gives the tokens of the text, in its order.
pub(crate) fn for_each_token(text: &str, mut give: impl FnMut(Token<'_>)) {
    let mut word = String::new();
    let mut at = 0;
    while let Some(sign) = text[at..].chars().next() {
        let rest = &text[at..];
        at += if sign == ' ' {
            1
        } else if is_letter(sign) {
            give_word(rest, &mut word, &mut give)
        } else if sign.is_numeric() {
            let length = length_of_number(rest);
            give(Token::Number(&rest[..length]));
            length
        } else if let Some(operator) = operator_at(text, at) {
            give(Token::Operator(operator));
            operator.len()
        } else {
            sign.len_utf8()
        };
    }
}

/// A number for a token, the same on every machine (FNV-1a, with its bits mixed for use modulo small numbers).
pub(crate) fn hash(kind: u8, text: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = std::iter::once(kind).chain(text.bytes()).fold(0xcbf2_9ce4_8422_2325, step);
    let hash = (hash ^ (hash >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    hash ^ (hash >> 29)
}

fn give_word(rest: &str, word: &mut String, give: &mut impl FnMut(Token<'_>)) -> usize {
    let is_dense = |sign: char| !sign.is_ascii() && is_written_without_spaces(sign);
    let is_all_dense = rest.starts_with(is_dense);
    let end = rest.find(|sign| !is_letter(sign) || is_dense(sign) != is_all_dense).unwrap_or(rest.len());
    if is_all_dense {
        pairs(&rest[..end]).for_each(|pair| give(Token::Word(pair)));
        return end;
    }
    word.clear();
    fold(&rest[..end], word);
    let denied = word.ends_with('n').then(|| length_of_denial(&rest[end..])).flatten();
    if denied.is_some() {
        word.pop();
    }
    if !word.is_empty() {
        give(Token::Word(word));
    }
    if denied.is_some() {
        give(Token::Word(NOT));
    }
    end + denied.unwrap_or_default()
}

/// How long the `'t` of `don't` is, if it stands here.
fn length_of_denial(rest: &str) -> Option<usize> {
    let behind = rest.strip_prefix(['\'', '’'])?.strip_prefix(['t', 'T'])?;
    (!behind.starts_with(is_letter)).then_some(rest.len() - behind.len())
}

/// Digits, with points and commas between them.
fn length_of_number(rest: &str) -> usize {
    let mut signs = rest.char_indices().peekable();
    while let Some((at, sign)) = signs.next() {
        let is_between = matches!(sign, '.' | ',') && signs.peek().is_some_and(|(_, next)| next.is_numeric());
        if !sign.is_numeric() && !is_between {
            return at;
        }
    }
    rest.len()
}

fn operator_at(text: &str, at: usize) -> Option<&str> {
    let rest = &text[at..];
    if let Some(long) = LONG_OPERATORS.iter().find(|operator| rest.starts_with(**operator)) {
        return Some(&rest[..long.len()]);
    }
    let mut signs = rest.chars();
    let sign = signs.next()?;
    let before = text[..at].chars().next_back();
    let is_operator = match sign {
        '!' => signs.as_str().starts_with(|next| is_letter(next) || next == '(') && !before.is_some_and(is_letter),
        _ if SHORT_OPERATORS.contains(sign) => true,
        _ if SPACED_OPERATORS.contains(sign) => {
            before.is_some_and(char::is_whitespace) && signs.as_str().starts_with(char::is_whitespace)
        }
        _ => false,
    };
    is_operator.then(|| &rest[..sign.len_utf8()])
}

fn is_letter(sign: char) -> bool {
    sign.is_alphabetic() || matches!(sign, '\u{300}'..='\u{36f}')
}
