//! The one filter before anything leaves: for a model, or in a report that is shared.
//!
//! Secrets are found by the name of the file, by the form of known tokens, and by values that look random where a name
//! promises a secret. [`clear`] is the only way to a [`Cleared`] text. `scan` finds; the other files hold one rule each.

mod assignment;
mod credentials;
mod cursor;
mod known;
mod manifest;
mod names;
mod paths;
mod pem;
mod scan;
mod shape;
mod value;

pub use paths::is_secret_path;

use scan::{Find, scan};
use std::collections::BTreeMap;
use std::fmt;

/// How a mark begins; the kind and `]` follow.
const MARK: &str = "[REDACTED:";

/// A mark may uncover another secret, so the text is read again until nothing is found. A text that still gives up
/// secrets after so many passes is made to do so, and is withheld.
const MOST_PASSES: usize = 8;

/// What sort of secret was found, as it stands in the mark: `github-token`, `password`, `private-key`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind(&'static str);

impl Kind {
    /// A line of a file that is secret as a whole.
    const FILE: Self = Self("secret-file");

    /// The name in the mark.
    pub fn name(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.0)
    }
}

/// One mark in a cleared text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Redaction {
    /// What stood there.
    pub kind: Kind,
    /// The line it stands on, from 1; the same in the text before.
    pub line: u32,
}

/// A text without secrets, as far as they can be told; only [`clear`] makes one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cleared {
    text: String,
    redactions: Vec<Redaction>,
}

/// Replaces every secret in the text by `[REDACTED:kind]`, and every line of a file that is secret by its name.
///
/// The text keeps its lines. It may be a file, a diff, a message, the output of a tool; where there is no path, give an
/// empty one. What is cleared already stays as it is.
pub fn clear(path: &[u8], text: &str) -> Cleared {
    if is_secret_path(path) {
        return withhold(text);
    }
    let mut cleared = Cleared { text: text.to_owned(), redactions: Vec::new() };
    for _ in 0..MOST_PASSES {
        let found = scan(&cleared.text);
        if found.is_empty() {
            return cleared;
        }
        cleared.redact(&found);
    }
    withhold(text)
}

impl Cleared {
    /// The text with its marks.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text with its marks, when nothing else is needed any more.
    pub fn into_text(self) -> String {
        self.text
    }

    /// The marks that were set, by line.
    pub fn redactions(&self) -> &[Redaction] {
        &self.redactions
    }

    /// How many marks of each kind were set.
    pub fn counts(&self) -> BTreeMap<Kind, usize> {
        let mut counts = BTreeMap::new();
        self.redactions.iter().for_each(|redaction| *counts.entry(redaction.kind).or_default() += 1);
        counts
    }

    /// Puts cleared texts together and reads the whole again, for a secret may lie across a seam.
    pub fn join(parts: &[Self]) -> Self {
        let mut redactions = Vec::new();
        let mut lines = 0;
        for part in parts {
            let moved = |redaction: &Redaction| Redaction { line: redaction.line + lines, ..*redaction };
            redactions.extend(part.redactions.iter().map(moved));
            lines += count_lines(&part.text);
        }
        let text: String = parts.iter().map(Self::text).collect();
        let mut joined = clear(b"", &text);
        joined.redactions.extend(redactions);
        joined.redactions.sort_by_key(|redaction| redaction.line);
        joined
    }

    fn redact(&mut self, found: &[Find]) {
        let mut text = String::with_capacity(self.text.len());
        let mut place = 0;
        let mut line = 1;
        for find in found {
            let before = &self.text[place..find.start];
            line += count_lines(before);
            text.push_str(before);
            push_mark(&mut text, find.kind);
            self.redactions.push(Redaction { kind: find.kind, line });
            place = find.end;
        }
        text.push_str(&self.text[place..]);
        self.text = text;
        self.redactions.sort_by_key(|redaction| redaction.line);
    }
}

/// Replaces every line that is not blank.
fn withhold(text: &str) -> Cleared {
    let mut cleared = Cleared { text: String::new(), redactions: Vec::new() };
    let mark = format!("{MARK}{}]", Kind::FILE);
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let content = line.trim_end_matches(['\n', '\r']);
        if content.trim().is_empty() || content == mark {
            cleared.text.push_str(line);
            continue;
        }
        push_mark(&mut cleared.text, Kind::FILE);
        cleared.text.push_str(&line[content.len()..]);
        cleared.redactions.push(Redaction { kind: Kind::FILE, line: number as u32 + 1 });
    }
    cleared
}

fn push_mark(text: &mut String, kind: Kind) {
    text.push_str(MARK);
    text.push_str(kind.name());
    text.push(']');
}

fn count_lines(text: &str) -> u32 {
    text.bytes().filter(|byte| *byte == b'\n').count() as u32
}
