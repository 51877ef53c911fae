//! Which brackets in prose begin a document, and what around a document shows that it is part of something broken.

use crate::structured::tolerant::{KeyAhead, is_quote, key_ahead, skip_blank};

/// What a bracket begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Start {
    /// Nothing: prose or code.
    None,
    /// A document.
    Document,
    /// A document whose quotes are escaped.
    Escaped,
    /// A comment without an end.
    Cut,
    /// A value whose key stands before it: the beginning of the document is missing.
    Headless,
}

/// What the bracket at this place begins.
pub(super) fn start_at(text: &str, at: usize, may_be_list: bool) -> Start {
    let Some(blank) = skip_blank(text, at + 1) else { return Start::Cut };
    let rest = &text[blank.end..];
    let Some(next) = rest.chars().next() else { return Start::Document };
    let is_list = text[at..].starts_with('[');
    let is_document = match next {
        _ if is_quoted_bracket(text, at, next) => false,
        '\\' if !is_list && is_escaped_quote(rest) => return Start::Escaped,
        '"' => true,
        ',' if !is_list => key_ahead(rest[1..].trim_start(), 0) == KeyAhead::Yes,
        '{' | '[' => is_list,
        '}' => !is_list,
        ']' => is_list && may_be_list,
        _ if is_list => may_be_list && (is_quote(next) || next.is_alphanumeric() || matches!(next, '-' | '+' | '.')),
        _ => is_quote(next) || key_ahead(text, blank.end) != KeyAhead::No,
    };
    match (is_document, is_behind_key(&text[..at])) {
        (false, _) => Start::None,
        (true, false) => Start::Document,
        (true, true) => Start::Headless,
    }
}

/// Whether the bracket stands alone between quotes: somebody writes about it.
fn is_quoted_bracket(text: &str, at: usize, next: char) -> bool {
    let is_adjacent = text[at + 1..].starts_with(next) && text[..at].ends_with(next);
    is_adjacent && (next == '`' || is_quote(next) && key_ahead(text, at + 1) != KeyAhead::Yes)
}

/// Whether an escaped quote stands here, perhaps behind escaped line breaks.
fn is_escaped_quote(text: &str) -> bool {
    let mut rest = text;
    while let Some(behind) = ["\\n", "\\r", "\\t", " "].iter().find_map(|blank| rest.strip_prefix(blank)) {
        rest = behind;
    }
    rest.starts_with("\\\"")
}

/// Whether a quoted key and a colon stand before.
fn is_behind_key(before: &str) -> bool {
    let key = before.trim_end().strip_suffix(':').map(str::trim_end);
    key.is_some_and(|key| key.ends_with(is_quote))
}

/// What stands right before and behind a document.
pub(super) struct Around {
    pub braces_before: usize,
    pub braces_after: usize,
    /// Whether what follows reads like the rest of a document.
    pub goes_on: bool,
    /// Behind the braces.
    pub end: usize,
}

/// Looks around the document between these places.
pub(super) fn around(text: &str, start: usize, end: usize) -> Around {
    let before = &text[..start];
    let braces_before = before.len() - before.trim_end_matches('{').len();
    let (mut braces_after, mut at) = (0, end);
    let mut rest = text[at..].trim_start();
    while let Some(behind) = rest.strip_prefix('}') {
        braces_after += 1;
        at = text.len() - behind.len();
        rest = behind.trim_start();
    }
    let goes_on = match rest.chars().next() {
        Some(']') => true,
        Some(sign) if is_quote(sign) => !before.trim_end().ends_with(is_quote),
        Some(',') => {
            let next = rest[1..].trim_start();
            next.starts_with('"') || !next.is_empty() && key_ahead(next, 0) == KeyAhead::Yes
        }
        _ => false,
    };
    Around { braces_before, braces_after, goes_on, end: at }
}

/// Where the brackets that begin here are all closed, strings left out of the count.
///
/// None if that is nowhere, or if other quotes seem to be in use: what is a string is not sure then.
pub(super) fn balanced_end(text: &str, start: usize) -> Option<usize> {
    let (mut depth, mut is_text, mut is_escaped) = (0_usize, false, false);
    let mut before = b' ';
    for (at, byte) in text.bytes().enumerate().skip(start) {
        if is_text {
            is_text = is_escaped || byte != b'"';
            is_escaped = byte == b'\\' && !is_escaped;
            continue;
        }
        match byte {
            b'"' => is_text = true,
            b'\'' | 0xe2 if matches!(before, b'{' | b'[' | b',' | b':') => return None,
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return Some(at + 1);
        }
        if !byte.is_ascii_whitespace() {
            before = byte;
        }
    }
    None
}
