//! The code of a finding in one line, with carets under the exact columns.

use super::super::Shown;
use crate::output::{Style, escaped};
use tribunal_domain::finding::{Evidence, Finding};
use unicode_width::UnicodeWidthStr;

/// A tab as it is shown.
const TAB: &str = "    ";

/// What stands for the part of a line that is left out.
const CUT: &str = "…";

/// Columns that are kept before what is marked when a long line is cut.
const LEAD: usize = 16;

/// The line of a finding and, where its columns are known, carets with what the evidence says of it.
pub fn excerpt(finding: &Finding, shown: &Shown, width: usize) -> Vec<(Style, String)> {
    let own = finding.evidence.iter().find(|evidence| is_own(finding, evidence));
    let note = own.map(|evidence| evidence.note.as_str()).unwrap_or_default();
    let text = shown.text(&finding.path);
    let Some(line) = text.and_then(|text| text.line(finding.start_line)) else {
        let quote = own.map(|evidence| evidence.quote.lines().next().unwrap_or_default()).unwrap_or_default();
        return said(&[&fitted(quote, None, width).0, note]);
    };
    let is_exact = text.is_some_and(|text| text.is_whole(finding.start_line));
    let columns = finding.columns.filter(|_| is_exact && finding.start_line == finding.end_line);
    let (line, carets) = fitted(line, columns, width);
    let Some((before, count)) = carets else { return said(&[&line, note]) };
    let carets = format!("{}{}", " ".repeat(before), "^".repeat(count));
    let marked = format!("{carets} {}", escaped(note));
    if marked.width() <= width {
        return vec![(Style::Plain, line), (Style::Warn, marked.trim_end().to_owned())];
    }
    let mut lines = vec![(Style::Plain, line), (Style::Warn, carets)];
    lines.extend(super::wrapped(note, width).into_iter().map(|line| (Style::Plain, line)));
    lines
}

/// Whether evidence is the finding's own place, and not another one.
fn is_own(finding: &Finding, evidence: &Evidence) -> bool {
    evidence.path == finding.path && evidence.start_line == finding.start_line
}

fn said(lines: &[&str]) -> Vec<(Style, String)> {
    let said = lines.iter().filter(|line| !line.trim().is_empty());
    said.map(|line| (Style::Plain, escaped(line).into_owned())).collect()
}

/// A line without its indentation, cut to a width around its marked columns, and where carets stand under it.
fn fitted(line: &str, columns: Option<(u32, u32)>, width: usize) -> (String, Option<(usize, usize)>) {
    let line = line.trim_end();
    let indent = line.chars().take_while(|c| c.is_whitespace()).count();
    let shown: Vec<String> = line.chars().skip(indent).map(visible).collect();
    let marked = columns.and_then(|(start, end)| {
        let from = (start as usize).checked_sub(1 + indent)?;
        let to = (end as usize).saturating_sub(1 + indent).min(shown.len());
        (from < shown.len()).then_some((from, to.max(from + 1)))
    });
    let first = first_shown(&shown, marked, width);
    let (mut text, mut carets) = (String::new(), None);
    if first > 0 {
        text.push_str(CUT);
    }
    for (at, piece) in shown.iter().enumerate().skip(first) {
        if text.width() + piece.width() + CUT.width() > width && at + 1 < shown.len() {
            text.push_str(CUT);
            break;
        }
        let before = text.width();
        text.push_str(piece);
        if let Some((from, to)) = marked.filter(|(from, to)| (*from..*to).contains(&at)) {
            let start = if at == from { before } else { carets.map_or(before, |(start, _)| start) };
            carets = Some((start, text.width().saturating_sub(start).max(1)));
            debug_assert!(at < to, "only marked columns");
        }
    }
    (text, carets)
}

/// The first character that is shown, so that what is marked is on the screen.
fn first_shown(shown: &[String], marked: Option<(usize, usize)>, width: usize) -> usize {
    let Some((from, to)) = marked else { return 0 };
    let fits = shown[..to].concat().width() + CUT.width() <= width;
    if fits { 0 } else { from.saturating_sub(LEAD) }
}

fn visible(c: char) -> String {
    if c == '\t' { TAB.to_owned() } else { escaped(c.encode_utf8(&mut [0; 4])).into_owned() }
}

#[cfg(test)]
mod tests {
    use super::fitted;

    #[track_caller]
    fn check(line: &str, columns: (u32, u32), width: usize, expected: &str) {
        let (text, carets) = fitted(line, Some(columns), width);
        let (before, count) = carets.expect("carets");
        assert_eq!(format!("{text}\n{}{}", " ".repeat(before), "^".repeat(count)), expected);
    }

    #[test]
    fn carets_stand_under_exact_columns() {
        check("    let x = 1;", (9, 10), 40, "let x = 1;\n    ^");
        check("\tif a == a {", (5, 11), 40, "if a == a {\n   ^^^^^^");
        check("let 名前 = \"日本\";", (5, 7), 40, "let 名前 = \"日本\";\n    ^^^^");
        check("x = \"👩‍👩‍👧\" + y", (13, 14), 40, "x = \"👩‍👩‍👧\" + y\n         ^");
        check("a\u{1b}b", (3, 4), 40, "a\\u{1b}b\n       ^");
    }

    #[test]
    fn long_lines_are_cut_around_what_is_marked() {
        let line = format!("{}needle{}", "a".repeat(200), "b".repeat(200));
        check(&line, (201, 207), 40, "…aaaaaaaaaaaaaaaaneedlebbbbbbbbbbbbbbbb…\n                 ^^^^^^");
    }
}
