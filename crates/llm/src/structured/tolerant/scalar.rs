//! Numbers and words: those of JSON, and those that other languages write in their place.

use crate::structured::Repair;
use serde_json::{Number, Value};

/// The stretch at the start of the text that is one number or word.
pub(super) fn word(text: &str) -> &str {
    let end = text.find(|sign: char| !(sign.is_alphanumeric() || matches!(sign, '+' | '-' | '.' | '_' | '$')));
    &text[..end.unwrap_or(text.len())]
}

/// Whether a name can begin with it.
pub(super) fn starts_word(sign: char) -> bool {
    sign.is_alphabetic() || matches!(sign, '_' | '$')
}

/// The value that a word stands for, and what had to be repaired.
pub(super) fn read(word: &str) -> Option<(Value, Option<Repair>)> {
    match word {
        "true" => return Some((Value::Bool(true), None)),
        "false" => return Some((Value::Bool(false), None)),
        "null" => return Some((Value::Null, None)),
        _ => {}
    }
    let lower = word.to_ascii_lowercase();
    match lower.as_str() {
        "true" => Some((Value::Bool(true), Some(Repair::Literal))),
        "false" => Some((Value::Bool(false), Some(Repair::Literal))),
        "null" | "none" | "nil" => Some((Value::Null, Some(Repair::Literal))),
        "nan" | "undefined" => Some((Value::Null, Some(Repair::NotANumber))),
        _ if matches!(lower.trim_start_matches(['+', '-']), "infinity" | "inf") => {
            Some((Value::Null, Some(Repair::NotANumber)))
        }
        _ => number(word).or_else(|| bare_word(word)),
    }
}

fn bare_word(word: &str) -> Option<(Value, Option<Repair>)> {
    let is_word = word.starts_with(starts_word) && !word.ends_with('.') && !word.contains("..");
    is_word.then(|| (Value::String(word.to_owned()), Some(Repair::BareWord)))
}

fn number(word: &str) -> Option<(Value, Option<Repair>)> {
    if let Ok(number) = word.parse::<Number>() {
        return Some((Value::Number(number), None));
    }
    let (sign, digits) = match word.strip_prefix(['+', '-']) {
        Some(digits) => (if word.starts_with('-') { "-" } else { "" }, digits),
        None => ("", word),
    };
    let number = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hex) if sign.is_empty() && hex.starts_with(|sign: char| sign.is_ascii_hexdigit()) => {
            Number::from(u64::from_str_radix(hex, 16).ok()?)
        }
        _ => format!("{sign}{}", plain_digits(digits)?).parse().ok()?,
    };
    Some((Value::Number(number), Some(Repair::Number)))
}

/// The digits as JSON writes them. A zero in front stays, and fails: it may mean eight as well as ten.
fn plain_digits(digits: &str) -> Option<String> {
    let has_digit = digits.contains(|sign: char| sign.is_ascii_digit());
    let is_split_well = !digits.starts_with('_') && !digits.ends_with('_') && !digits.contains("__");
    if !has_digit || !is_split_well || digits.contains("..") {
        return None;
    }
    let mut plain = digits.replace('_', "");
    if plain.starts_with('.') {
        plain.insert(0, '0');
    }
    if let Some(whole) = plain.strip_suffix('.') {
        plain.truncate(whole.len());
    }
    Some(plain)
}
