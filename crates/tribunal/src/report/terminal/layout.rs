//! Widths on a terminal: columns of a list of findings, padding, and text broken between words.

use super::super::words::axis_title;
use crate::output::escaped;
use tribunal_domain::finding::{Finding, Status, Word};
use unicode_width::UnicodeWidthStr;

/// A title narrower than this is broken into too many lines to be read.
const NARROWEST_TITLE: usize = 28;

/// A title wider than this is hard to read, and its id is too far away.
const WIDEST_TITLE: usize = 90;

/// The space before the line's number.
const INDENT: usize = 2;

/// The widths of a list's columns.
#[derive(Debug)]
pub struct Columns {
    /// Of the line's number, with the space before it.
    pub line: usize,
    /// Of the axis.
    pub axis: usize,
    /// Of the severity.
    pub severity: usize,
    /// Of the title.
    pub title: usize,
    /// Some finding was verified, so that those which were not need a mark.
    pub tried: bool,
    width: usize,
}

impl Columns {
    /// As wide as these findings need, in a terminal of this width.
    pub fn of(findings: &[&Finding], width: usize) -> Self {
        let most = |of: fn(&Finding) -> usize| findings.iter().map(|finding| of(finding)).max().unwrap_or_default();
        let line = INDENT + most(|finding| finding.start_line.to_string().len()).max(3);
        let axis = most(|finding| axis_title(finding.axis).len());
        let severity = most(|finding| finding.severity.name().len());
        let id = most(|finding| finding.id.width());
        let taken = line + axis + severity + id + 4 * 2;
        let title = width.saturating_sub(taken).clamp(NARROWEST_TITLE, WIDEST_TITLE);
        let longest = most(|finding| finding.message.width() + super::mark(finding).map_or(0, |mark| mark.len() + 1));
        let tried = findings.iter().any(|finding| finding.verification_status != Status::Inconclusive);
        Self { line, axis, severity, title: title.min(longest.max(1)), tried, width }
    }

    /// The column at which titles begin.
    pub fn before_title(&self) -> usize {
        self.line + self.axis + self.severity + 3 * 2
    }

    /// The width that is left for code behind the bar.
    pub fn code(&self) -> usize {
        self.width.saturating_sub(self.line + 2 + super::BAR.width()).max(NARROWEST_TITLE)
    }
}

/// The text, filled up with spaces.
pub fn pad_end(text: &str, width: usize) -> String {
    let text = escaped(text);
    format!("{text}{}", " ".repeat(width.saturating_sub(text.width())))
}

/// The text in lines of at most this width, broken between words; a word that is too long is broken, too.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let text = escaped(text);
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        for (number, piece) in pieces(word, width).into_iter().enumerate() {
            let line = lines.last_mut().expect("there is always one");
            let gap = usize::from(number == 0 && !line.is_empty());
            if !line.is_empty() && line.width() + gap + piece.width() > width {
                lines.push(piece);
            } else {
                line.push_str(&" ".repeat(gap));
                line.push_str(&piece);
            }
        }
    }
    lines
}

/// A word in pieces that fit.
fn pieces(word: &str, width: usize) -> Vec<String> {
    let mut pieces = vec![String::new()];
    for c in word.chars() {
        let piece = pieces.last_mut().expect("there is always one");
        if piece.width() + unicode_width::UnicodeWidthChar::width(c).unwrap_or_default() > width && !piece.is_empty() {
            pieces.push(c.to_string());
        } else {
            piece.push(c);
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::{pad_end, wrapped};

    #[test]
    fn lines_are_broken_between_words_and_wide_characters_count_twice() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("日本語の本", 6), ["日本語", "の本"]);
        assert_eq!(pad_end("日本", 6), "日本  ");
    }
}
