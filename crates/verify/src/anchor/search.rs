//! A quote in one file: every place it stands at, and the nearest of them to the stated one.

use super::quote::{Quote, Reading};
use crate::lexer::{Token, Zone};
use crate::place::Place;
use crate::scene::{Scene, Side};
use crate::source::SourceFile;
use tribunal_domain::RepoPath;
use tribunal_domain::finding::Evidence;

/// The pieces of a quote with left-out parts stand within so many lines of each other.
const ELISION: u32 = 80;

/// Longer stretches are shown by their first lines.
const SHOWN_LINES: u32 = 12;

/// A place where a quote stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hit {
    /// The side of the change.
    pub side: Side,
    /// The file.
    pub path: RepoPath,
    /// The first line.
    pub start_line: u32,
    /// The last line.
    pub end_line: u32,
    /// What stands there.
    pub text: String,
}

impl Hit {
    /// As evidence.
    pub fn evidence(&self, note: &str) -> Evidence {
        let note = match (self.side, note) {
            (Side::Head, note) => note.to_owned(),
            (Side::Base, "") => "before the change".to_owned(),
            (Side::Base, note) => format!("{note}, before the change"),
        };
        Evidence {
            path: self.path.clone(),
            start_line: self.start_line,
            end_line: self.end_line,
            quote: self.text.clone(),
            note,
        }
    }
}

/// In what a quote stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// In code, or as what it is.
    Code,
    /// In a comment, though it is code.
    Comment,
    /// In a string, though it is code.
    Text,
}

/// The place of a quote in a file that is nearest to the stated one, code before anything else.
pub fn found_in(
    scene: &dyn Scene,
    file: &SourceFile,
    side: Side,
    quote: &Quote,
    place: &Place,
) -> Option<(Hit, Standing)> {
    let (mut lines, mut worse) = (Vec::new(), Vec::new());
    for reading in quote.readings() {
        for (first, last) in matches(file.tokens(), reading, file) {
            let tokens = &file.tokens()[first..=last];
            let standing = standing(file, tokens, quote);
            let span =
                (file.line_of(tokens[0].start as usize), file.line_of(tokens[tokens.len() - 1].end as usize - 1));
            if standing == Standing::Code { lines.push(span) } else { worse.push((span, standing)) }
        }
        if !lines.is_empty() {
            break;
        }
    }
    if lines.is_empty() {
        lines = without_comments(file, quote);
    }
    let code = !lines.is_empty();
    if !code {
        lines = worse.iter().map(|(span, _)| *span).collect();
    }
    let span = match lines.as_slice() {
        [] => return None,
        // Most quotes stand once; then nothing has to be weighed.
        [only] => *only,
        several => {
            let near = Nearness::new(scene, file, side, place);
            *several.iter().min_by_key(|span| near.rank(**span))?
        }
    };
    let standing =
        worse.iter().find(|(worse, _)| !code && *worse == span).map_or(Standing::Code, |(_, standing)| *standing);
    Some((hit(file, side, span), standing))
}

/// In how many places of a file a quote stands.
pub fn count_in(file: &SourceFile, quote: &Quote) -> usize {
    quote
        .readings()
        .iter()
        .map(|reading| matches(file.tokens(), reading, file).len())
        .find(|count| *count > 0)
        .unwrap_or(0)
}

fn hit(file: &SourceFile, side: Side, (start_line, end_line): (u32, u32)) -> Hit {
    let text = file.excerpt(start_line, end_line.min(start_line + SHOWN_LINES - 1));
    Hit { side, path: file.path().clone(), start_line, end_line, text }
}

/// A quote may leave out the comments between its lines.
fn without_comments(file: &SourceFile, quote: &Quote) -> Vec<(u32, u32)> {
    let code: Vec<Token> = file.tokens().iter().filter(|token| !token.zone.is_remark()).copied().collect();
    if code.len() == file.tokens().len() {
        return Vec::new();
    }
    for reading in quote.readings() {
        let found = matches(&code, reading, file);
        if !found.is_empty() {
            let lines = |at: usize, end: bool| {
                file.line_of(if end { code[at].end as usize - 1 } else { code[at].start as usize })
            };
            return found.into_iter().map(|(first, last)| (lines(first, false), lines(last, true))).collect();
        }
    }
    Vec::new()
}

/// First and last token of every place where the pieces follow each other.
fn matches(tokens: &[Token], reading: &Reading, file: &SourceFile) -> Vec<(usize, usize)> {
    let Some((head, rest)) = reading.pieces.split_first() else { return Vec::new() };
    let mut found = Vec::new();
    'starts: for start in occurrences(tokens, head, 0) {
        let mut end = start + head.len();
        for piece in rest {
            let limit = file.line_of(tokens[start].start as usize) + ELISION;
            let next = occurrences(tokens, piece, end).next();
            match next.filter(|at| file.line_of(tokens[*at].start as usize) <= limit) {
                Some(at) => end = at + piece.len(),
                None => continue 'starts,
            }
        }
        found.push((start, end - 1));
    }
    found
}

fn occurrences<'t>(tokens: &'t [Token], piece: &'t [u64], from: usize) -> impl Iterator<Item = usize> + 't {
    let last = (tokens.len() + 1).saturating_sub(piece.len());
    let fits = move |at: &usize| piece.iter().zip(&tokens[*at..]).all(|(key, token)| *key == token.key);
    (from..last.max(from)).filter(fits)
}

fn standing(file: &SourceFile, tokens: &[Token], quote: &Quote) -> Standing {
    let all = |zone: Zone| tokens.iter().all(|token| token.zone == zone);
    if quote.is_comment() || file.language().is_none() || !quote.looks_like_code() {
        return Standing::Code;
    }
    if all(Zone::Comment) {
        return Standing::Comment;
    }
    // An example in documentation may be what a finding is about; it is no code, and no mistake either.
    let told = tokens.iter().all(|token| token.zone != Zone::Code);
    if told { Standing::Text } else { Standing::Code }
}

/// How near a place is to the stated one.
struct Nearness {
    stated: (u32, u32),
    hunk: Option<(u32, u32)>,
    function: Option<(u32, u32)>,
}

impl Nearness {
    fn new(scene: &dyn Scene, file: &SourceFile, side: Side, place: &Place) -> Self {
        let stated = (place.line.unwrap_or(1), place.end_line.or(place.line).unwrap_or(1));
        let holds = |range: (u32, u32)| range.0 <= stated.1 && stated.0 <= range.1;
        let hunks = if side == Side::Head { scene.hunks(file.path()) } else { Vec::new() };
        let hunk = hunks.into_iter().map(|range| (*range.start(), *range.end())).find(|range| holds(*range));
        let function = scene.facts(side, file.path()).and_then(|facts| {
            let around = facts.symbols.iter().filter(|symbol| symbol.measures.is_some());
            let spans = around.map(|symbol| (symbol.span.start.line, symbol.span.end.line));
            spans.filter(|span| holds(*span)).min_by_key(|span| span.1 - span.0)
        });
        Self { stated, hunk, function }
    }

    /// The stated lines, the hunk, the function, the file; within each the nearest.
    fn rank(&self, span: (u32, u32)) -> (u32, u32, u32) {
        let overlaps = |range: (u32, u32)| range.0 <= span.1 && span.0 <= range.1;
        let ring = if overlaps(self.stated) {
            0
        } else if self.hunk.is_some_and(overlaps) {
            1
        } else if self.function.is_some_and(overlaps) {
            2
        } else {
            3
        };
        let distance =
            if span.1 < self.stated.0 { self.stated.0 - span.1 } else { span.0.saturating_sub(self.stated.1) };
        (ring, distance, span.0)
    }
}
