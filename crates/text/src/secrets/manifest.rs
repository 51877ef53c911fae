//! Secrets of Kubernetes in YAML: whatever stands under `data` and `stringData` is secret, under any name.

use super::value;

/// A manifest is looked through so far, before and after the line that says what it is.
const WINDOW: usize = 32_768;

/// From where to where the manifest goes whose `kind: Secret` ends at `place`; nothing if it is of another kind.
pub(super) fn bounds(text: &str, place: usize) -> Option<(usize, usize)> {
    let from = text.floor_char_boundary(place.saturating_sub(WINDOW));
    let to = text.floor_char_boundary(place + WINDOW);
    let start = text[from..place].rfind("\n---").map_or(from, |at| from + at + 1);
    let end = text[place..to].find("\n---").map_or(to, |at| place + at);
    let goes_on = text[place..].starts_with(|char: char| char.is_alphanumeric());
    (!goes_on).then_some((start, end))
}

/// The values of a manifest, line by line.
pub(super) fn find(text: &str, (start, end): (usize, usize)) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut data: Option<usize> = None;
    let mut at = start;
    for line in text[start..end].split_inclusive('\n') {
        let (indent, content) = indented(line);
        match data {
            Some(depth) if indent > depth && !content.is_empty() => {
                found.extend(value_of(content).map(|(from, to)| (at + indent + from, at + indent + to)));
            }
            _ => data = matches!(content, "data:" | "stringData:").then_some(indent),
        }
        at += line.len();
    }
    found
}

/// How far a line is indented, a sign of a diff included, and what it says.
fn indented(line: &str) -> (usize, &str) {
    let indent =
        line.bytes().enumerate().take_while(|(at, byte)| *byte == b' ' || (*at == 0 && b"+-".contains(byte))).count();
    (indent, line[indent..].trim_end())
}

/// Where the value lies in `name: value`, or in a line of a longer value.
fn value_of(content: &str) -> Option<(usize, usize)> {
    let start = content.find(": ").map_or(0, |at| at + ": ".len());
    let trimmed = content[start..].trim_matches([' ', '"', '\'']);
    let is_syntax = trimmed.ends_with(':') || matches!(trimmed, "|" | ">" | "|-" | ">-" | "{}" | "~" | "null");
    let is_hidden = trimmed.bytes().all(|byte| byte == b'*');
    if is_hidden || is_syntax || trimmed.starts_with('#') || value::is_template(trimmed) {
        return None;
    }
    let start = trimmed.as_ptr() as usize - content.as_ptr() as usize;
    Some((start, start + trimmed.len()))
}
