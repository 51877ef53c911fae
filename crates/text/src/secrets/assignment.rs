//! A value given to a name that promises a secret: in code, configuration, markup and command lines.
//!
//! `names` judges the name, `value` the value; `cursor` knows how one leads to the other.

use super::cursor::{Cursor, Given, bare_length};
use super::names::Promise;
use super::value::{self, Mix};

/// A longer name is none.
const LONGEST_NAME: usize = 96;

/// A list of secrets is followed so far.
const LONGEST_LIST: usize = 32;

/// What a person remembers is at least this long, or not worth hiding from anyone who guesses.
const SHORTEST_PASSWORD: usize = 8;

/// Machines make no shorter secrets.
const SHORTEST_TOKEN: usize = 12;

/// Without quotes it may be the name of something: `ecdsaP256Key` looks as random as a token.
const SHORTEST_BARE_TOKEN: usize = 16;

/// A value without any digit must be this long before unusual letters prove it random.
const SHORTEST_WITHOUT_DIGIT: usize = 20;

/// If small and capital letters alternate, this is enough.
const SHORTEST_MIXED: usize = 12;

/// The name around a place: where it begins and ends.
pub(super) fn name_around(text: &str, start: usize, end: usize) -> (usize, usize) {
    let bytes = text.as_bytes();
    let is_part = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'$');
    let before = bytes[..start].iter().rev().take(LONGEST_NAME).take_while(is_part).count();
    let after = bytes[end..].iter().take(LONGEST_NAME).take_while(is_part).count();
    let trailing = bytes[end..end + after].iter().rev().take_while(|byte| matches!(byte, b'-' | b'.')).count();
    (start - before, end + after - trailing)
}

/// Where the secret values lie that the name is given: one, or several in a list; none if it is given none.
pub(super) fn find(text: &str, name: (usize, usize), promise: Promise) -> Vec<(usize, usize)> {
    let mut cursor = Cursor { text, place: name.1 };
    let Some(given) = cursor.pass_operator(name) else { return Vec::new() };
    let start = cursor.place;
    let mut found = Vec::new();
    let mut value = cursor.quoted();
    if value.is_none() && given == Given::Anything {
        cursor.place = start;
        found.extend(cursor.bare().filter(|(start, end)| is_secret(&text[*start..*end], promise, false)));
        return found.into_iter().map(|(start, end)| (start, end + bare_length(&text[end..]))).collect();
    }
    for _ in 0..LONGEST_LIST {
        let Some((start, end)) = value else { break };
        found.extend(is_secret(&text[start..end], promise, true).then_some((start, end)));
        let goes_on = given == Given::Anything && cursor.pass_comma();
        value = goes_on.then(|| cursor.quoted()).flatten();
    }
    found
}

/// Whether a value that such a name is given is the secret it promises.
fn is_secret(value: &str, promise: Promise, is_quoted: bool) -> bool {
    let shortest = match promise {
        Promise::Password => SHORTEST_PASSWORD,
        Promise::Token if is_quoted => SHORTEST_TOKEN,
        Promise::Token => SHORTEST_BARE_TOKEN,
    };
    let is_plain = value.bytes().all(|byte| byte.is_ascii_graphic() && !b"(){}[]<>|\\\"'`,;".contains(&byte));
    let is_other = value.contains("://") || is_time(value) || value.matches('%').count() > 1;
    if value.len() < shortest || !is_plain || is_other {
        return false;
    }
    let mix = Mix::of(value);
    let looks_secret = if value::is_readable(value) {
        promise == Promise::Password && is_memorable(value, mix, is_quoted)
    } else {
        let shortest = if mix.lower && mix.upper { SHORTEST_MIXED } else { SHORTEST_WITHOUT_DIGIT };
        (mix.lower || mix.upper) && (mix.digit || (is_quoted && value.len() >= shortest))
    };
    looks_secret && !value::is_stand_in(value)
}

fn is_time(value: &str) -> bool {
    value.bytes().all(|byte| byte.is_ascii_digit() || b"TZ-:.+".contains(&byte))
}

/// Whether words were made a password by what policies ask for: `Summer2023!`, which nobody names a thing, and between
/// quotes `Summer2023`, unless it says that it is a password.
fn is_memorable(value: &str, mix: Mix, is_quoted: bool) -> bool {
    let is_word =
        value.bytes().all(|byte| byte.is_ascii_alphanumeric()) && !value.to_ascii_lowercase().contains("pass");
    let is_mixed = mix.digit && (mix.lower || mix.upper) && mix.sign && !value.contains('/');
    is_mixed || (is_quoted && is_word && mix.digit && mix.lower && mix.upper)
}
