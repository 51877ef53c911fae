//! What a task's text names: paths, symbols, stack frames, error lines, code, and the words that remain.
//!
//! The text is anybody's: an issue, a commit's subject, an instruction. Knows no repository; whether a name exists is for
//! the caller to say, so a doubtful name is given rather than dropped. `layout` tells prose from code, `scan` reads a line.

mod chars;
mod diff;
mod errors;
mod found;
mod frames;
mod inline;
mod known;
mod layout;
mod location;
mod names;
mod paths;
mod run;
mod scan;
mod shape;
#[cfg(test)]
mod tests;
mod urls;
mod vocabulary;

use found::Found;
use frames::Reading;
use layout::{Kind, Line};
use serde::Serialize;
use std::ops::Range;

/// What a text names; every list without repetitions, in the order of first appearance.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Task {
    /// Files and folders, those of the stack frames included.
    pub paths: Vec<PathMention>,
    /// Single identifiers that look like code, are called, or stand alone in backticks.
    pub symbols: Vec<String>,
    /// Names of several segments: `a.b.C`, `Foo::bar`, `foo->bar`, `Foo#bar`, `App\Kernel`.
    pub dotted: Vec<Vec<String>>,
    /// Error messages, from the error's name to the end of its line.
    pub errors: Vec<String>,
    /// Frames of stack traces whose file is known.
    pub frames: Vec<Frame>,
    /// Blocks and spans of code, as they stand in the text.
    pub code: Vec<String>,
    /// The words of the prose that are none of the above, in lower case and without stop words.
    pub keywords: Vec<String>,
}

/// A file or folder that a text names.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct PathMention {
    /// The path as written, with single forward slashes, without a leading `./` and a last `/`; perhaps absolute.
    pub path: String,
    /// What the way it is written says about it.
    pub kind: PathKind,
    /// The line, or the first of several.
    pub line: Option<u32>,
    /// The last of several lines.
    pub last_line: Option<u32>,
}

impl PathMention {
    /// The path and its endings at slashes, longest first: an absolute path or one from another checkout is known by one
    /// of them. Segments that only point (`..`, `~`, `C:`) begin none.
    pub fn suffixes(&self) -> impl Iterator<Item = &str> {
        let starts = self.path.char_indices().filter(|(_, char)| *char == '/').map(|(place, _)| place + 1);
        std::iter::once(0).chain(starts).map(|start| &self.path[start..]).filter(|rest| {
            let first = rest.split('/').next().unwrap_or_default();
            !first.ends_with(':') && first.chars().any(|char| !matches!(char, '.' | '~' | '@'))
        })
    }
}

/// What the way a path is written says about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PathKind {
    /// It has an extension, or a name that only files have.
    File,
    /// It ends with a slash.
    Folder,
    /// Neither: `src/engine` may be both.
    Unclear,
}

/// One call in a stack trace.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct Frame {
    /// The file, normalised as in [`PathMention::path`]; a bare name in Java's traces.
    pub path: String,
    /// The line in it.
    pub line: u32,
    /// The function as the trace writes it, if it has a name.
    pub function: Option<String>,
}

/// Where a piece of a line stands, which decides how much a word's shape must say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Prose,
    /// Between backticks in prose.
    Inline,
    Code,
}

/// Finds what a text names, in time linear in its length.
pub fn analyse(text: &str) -> Task {
    let mut reader = Reader { text, found: Found::default(), block: None, previous: "", in_trace: false };
    layout::lines(text).for_each(|line| reader.read(line));
    reader.end_block();
    reader.found.into_task()
}

struct Reader<'a> {
    text: &'a str,
    found: Found,
    /// The lines of code in a row that were read last.
    block: Option<Range<usize>>,
    /// The last line that was not blank, trimmed.
    previous: &'a str,
    /// Whether the last lines were frames of a trace and what traces print below them.
    in_trace: bool,
}

impl<'a> Reader<'a> {
    fn read(&mut self, line: Line<'a>) {
        // Traces show the source below its frame, whether the writer fenced them or not.
        let shown_source = self.in_trace && line.content.starts_with([' ', '\t']);
        match line.kind {
            Kind::Skip => self.end_block(),
            Kind::File => {
                self.grow_block(line.range);
                self.found.file(line.content, None);
            }
            Kind::Code => {
                self.grow_block(line.range);
                self.read_line(line.content, Place::Code);
            }
            Kind::Prose if shown_source && frames::read(self.previous, line.content).is_none() => {
                self.grow_block(line.range);
                self.read_line(line.content, Place::Code);
            }
            Kind::Prose => {
                self.end_block();
                self.read_line(line.content, Place::Prose);
            }
        }
    }

    fn read_line(&mut self, line: &'a str, place: Place) {
        let reading = frames::read(self.previous, line);
        let trimmed = line.trim();
        let is_about_frames = self.in_trace && frames::is_call_above(line) || frames::is_heading(trimmed);
        self.in_trace = reading.is_some() || is_about_frames || self.in_trace && line.starts_with([' ', '\t']);
        if trimmed.is_empty() {
            return;
        }
        self.previous = trimmed;
        if is_about_frames {
            return;
        }
        let pieces = inline::pieces(line, place);
        if let Some(error) = errors::find(line, &pieces) {
            self.found.error(error);
        }
        match reading {
            Some(Reading::Frame(frame)) => self.found.frame(frame),
            Some(Reading::Elsewhere) => {}
            None => self.read_pieces(line, pieces),
        }
    }

    fn read_pieces(&mut self, line: &str, pieces: Vec<(Place, Range<usize>)>) {
        let mut at = 0;
        for (place, range) in pieces {
            if place == Place::Inline {
                self.found.code(&line[range.clone()]);
            }
            let start = range.start.max(at).min(range.end);
            at = scan::scan(line, start..range.end, place, &mut self.found);
        }
    }

    fn grow_block(&mut self, line: Range<usize>) {
        let start = self.block.as_ref().map_or(line.start, |block| block.start);
        self.block = Some(start..line.end);
    }

    fn end_block(&mut self) {
        if let Some(block) = self.block.take() {
            self.found.code(&self.text[block]);
        }
    }
}
