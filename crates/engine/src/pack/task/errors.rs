//! Error lines: where in a line an error's message begins.

use super::Place;
use super::chars::at_most;
use std::ops::Range;
use tribunal_text::identifiers::parts;

/// In bytes. The rest of a longer message is what was printed, not what went wrong.
const LONGEST_MESSAGE: usize = 500;

/// In bytes; exceptions have shorter names, packages included.
const LONGEST_NAME: usize = 160;

/// How a line of an error begins, where no name of an exception says it.
const STARTS: &[&str] = &[
    "error[",
    "error: ",
    "Error: ",
    "ERROR: ",
    "error TS",
    "[ERROR] ",
    "fatal: ",
    "FATAL: ",
    "fatal error: ",
    "Fatal error: ",
    "PHP Fatal error: ",
    "panic: ",
    "Exception in thread ",
    "Segmentation fault",
    "segmentation fault",
];

/// What stands between a compiler's location and its message.
const AFTER_LOCATION: &[&str] = &[": error: ", ": fatal error: ", ": runtime error: ", ": error["];

/// How names of exceptions end.
const ENDINGS: &[&str] = &["Error", "Exception", "Warning", "DoesNotExist", "Interrupt", "TimeoutExpired", "Iteration"];

/// The message of the first error in a line; one that begins between backticks ends there.
pub(super) fn find<'a>(line: &'a str, pieces: &[(Place, Range<usize>)]) -> Option<&'a str> {
    let spans = || pieces.iter().filter(|(place, _)| *place == Place::Inline).map(|(_, range)| range.clone());
    let Some(message) = find_start(line) else {
        return spans().map(|span| line[span].trim()).find(|span| is_exception(span));
    };
    let end = spans().find(|span| span.contains(&message.start)).map_or(message.end, |span| span.end);
    Some(at_most(line[message.start..end].trim_end(), LONGEST_MESSAGE))
}

fn find_start(line: &str) -> Option<Range<usize>> {
    // Pytest marks the lines of a message with an `E`.
    let inner = line.trim().strip_prefix("E   ").unwrap_or(line).trim();
    let end = line.trim_end().len();
    let at_margin = end - inner.len();
    let is_panic = inner.starts_with("thread '") && inner.contains("panicked at");
    let begins = STARTS.iter().any(|start| inner.starts_with(start) && inner.len() > start.trim_end().len());
    if begins || is_panic || is_exception(inner) {
        return Some(at_margin..end);
    }
    let after_location = AFTER_LOCATION.iter().filter_map(|sign| inner.find(sign)).min().or_else(|| coded(inner));
    if let Some(place) = after_location {
        return Some(at_margin + place + ": ".len()..end);
    }
    named(line, end).or_else(|| ruby(line, end))
}

/// `x.ts(1,2): error TS2322: message`, and C# and MSVC alike.
fn coded(line: &str) -> Option<usize> {
    const SIGN: &str = ": error ";
    let place = line.find(SIGN)?;
    let code = &line[place + SIGN.len()..];
    let number = code.trim_start_matches(|char: char| char.is_ascii_uppercase());
    (number.len() < code.len() && number.starts_with(|char: char| char.is_ascii_digit())).then_some(place)
}

/// `package.NameError: message`, anywhere in the line.
fn named(line: &str, end: usize) -> Option<Range<usize>> {
    let margin = line.len() - line.trim_start().len();
    for (colon, _) in line[..end].match_indices(':') {
        let name = name_before(line, colon);
        let message = line[colon + 1..end].trim_start();
        let is_spaced = line[colon + 1..].starts_with([' ', '\t']) || message.is_empty();
        let is_first = colon - name.len() <= margin;
        if is_spaced && is_exception_or_error(name) && (is_first && !is_plain(name) || !message.is_empty()) {
            return Some(colon - name.len()..end);
        }
    }
    None
}

/// The dotted name that ends at a place.
fn name_before(line: &str, end: usize) -> &str {
    let is_in_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$' | b'\\');
    let length = line.as_bytes()[..end].iter().rev().take(LONGEST_NAME).take_while(|byte| is_in_name(**byte)).count();
    line[end - length..end].trim_start_matches(['.', '\\'])
}

/// Ruby's `x.rb:1:in 'm': message (NameError)`.
fn ruby(line: &str, end: usize) -> Option<Range<usize>> {
    let (before, name) = line[..end].strip_suffix(')')?.rsplit_once(" (")?;
    let start = before.find("': ")? + "': ".len();
    is_exception(name).then_some(start..end)
}

/// A name such as `IOError` or `app.errors.NotFoundException`, alone.
fn is_exception(name: &str) -> bool {
    is_exception_or_error(name) && !is_plain(name)
}

fn is_exception_or_error(name: &str) -> bool {
    let last = name.rsplit(['.', '\\', ':']).next().unwrap_or_default();
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$' | b'\\' | b':');
    name.len() <= LONGEST_NAME
        && name.bytes().all(is_name)
        && last.starts_with(|char: char| char.is_ascii_uppercase())
        && ENDINGS.iter().any(|ending| last.ends_with(ending))
}

/// `Error` and `Exception` themselves, which prose has as well.
fn is_plain(name: &str) -> bool {
    !name.contains(['.', '_', '\\']) && parts(name).nth(1).is_none()
}
