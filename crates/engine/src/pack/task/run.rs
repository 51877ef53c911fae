//! Where in a line something may stand: runs of the characters that paths, names and addresses are made of.

use super::Place;
use super::chars::{at_most, changes_script, is_dense, is_in_name};
use super::known::{self, HTML_TAGS};
use std::ops::Range;

pub(super) struct Run {
    pub(super) range: Range<usize>,
    pub(super) is_url: bool,
}

/// How far a bracket in a path or a tag is looked for, in bytes; `[...slug]` and `<img src=…>` are shorter.
const LONGEST_GROUP: usize = 64;
const LONGEST_TAG: usize = 256;

/// The next run that begins in the range.
pub(super) fn next(line: &str, range: Range<usize>, place: Place) -> Option<Run> {
    let mut at = range.start;
    while at < range.end {
        let rest = &line[at..];
        let char = rest.chars().next()?;
        if is_in_run(char) && !rest.starts_with("->") {
            return Some(run_at(line, at));
        }
        let tag = if char == '<' && place == Place::Prose { tag_length(rest) } else { None };
        at += tag.unwrap_or(char.len_utf8());
    }
    None
}

fn is_in_run(char: char) -> bool {
    is_in_name(char) || matches!(char, '.' | '/' | '\\' | '-' | '+' | '~' | '@')
}

fn run_at(line: &str, start: usize) -> Run {
    let mut at = start;
    let mut before = None;
    while let Some(char) = line[at..].chars().next() {
        let rest = &line[at..];
        let length = match char {
            ':' if rest.starts_with("://") => return Run { range: start..url_end(line, at), is_url: true },
            ':' if is_drive(&line[start..at], rest) => 1,
            '-' if rest.starts_with("->") => break,
            '(' | '[' if before == Some('/') => match group_length(rest) {
                Some(length) => length,
                None => break,
            },
            _ if !is_in_run(char) || before.is_some_and(|before| changes_script(before, char)) => break,
            _ => char.len_utf8(),
        };
        at += length;
        before = Some(char);
    }
    Run { range: start..at, is_url: false }
}

/// `C` before `:\` or `:/`.
fn is_drive(name: &str, rest: &str) -> bool {
    name.len() == 1 && name.starts_with(|char: char| char.is_ascii_alphabetic()) && rest[1..].starts_with(['\\', '/'])
}

/// The length of `[id]` or `(group)` as a segment of a path, as routers by file name have them.
fn group_length(rest: &str) -> Option<usize> {
    let closing = if rest.starts_with('[') { ']' } else { ')' };
    let end = at_most(rest, LONGEST_GROUP).find(closing)?;
    let is_name = rest[1..end].chars().all(|char| is_in_name(char) || matches!(char, '.' | '-' | '@' | '['));
    (end > 1 && is_name && rest[end + 1..].starts_with(['/', '.', ']'])).then_some(end + 1)
}

/// Where the address ends whose `://` stands at `start`.
fn url_end(line: &str, start: usize) -> usize {
    let mut has_opened = false;
    let end = line[start..].find(|char: char| {
        has_opened |= char == '(';
        let is_foreign = !char.is_ascii() && (!char.is_alphanumeric() || is_dense(char));
        char.is_whitespace()
            || is_foreign
            || matches!(char, '"' | '\'' | '<' | '>' | '`' | '|' | '{' | '}' | ']' | '\\')
            || char == ')' && !has_opened
    });
    let end = end.map_or(line.len(), |end| start + end);
    start + line[start..end].trim_end_matches(['.', ',', ';', ':', '!', '?', '*', '_']).len()
}

/// The length of a tag that only formats; others may be components.
fn tag_length(rest: &str) -> Option<usize> {
    let name = rest[1..].strip_prefix('/').unwrap_or(&rest[1..]);
    let length = name.bytes().take_while(u8::is_ascii_alphanumeric).take(LONGEST_GROUP).count();
    let is_tag = known::has(HTML_TAGS, &name[..length]) && name[length..].starts_with([' ', '>', '/']);
    if !is_tag {
        return None;
    }
    at_most(rest, LONGEST_TAG).find('>').map(|end| end + 1)
}
