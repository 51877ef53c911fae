//! The block between two lines that carry the nonce of the request.

use super::Fault;

/// The text between the first line with the nonce and the next one.
pub(super) fn block<'a>(reply: &'a str, nonce: &str) -> Result<&'a str, Fault> {
    let mut marks = lines(reply).filter(|line| !nonce.is_empty() && line.text.contains(nonce));
    let opening = marks.next().ok_or(Fault::NoBlock)?;
    let closing = marks.next().ok_or(Fault::Cut)?;
    let block = &reply[opening.end..closing.start];
    match (marks.next(), marks.next()) {
        (None, _) => Ok(block),
        (Some(_), None) => Err(Fault::Cut),
        (Some(again), Some(end)) if reply[again.end..end.start].trim() == block.trim() => Ok(block),
        _ => Err(Fault::Ambiguous),
    }
}

struct Line<'a> {
    text: &'a str,
    start: usize,
    end: usize,
}

fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut start = 0;
    text.split_inclusive('\n').map(move |line| {
        let at = start;
        start += line.len();
        Line { text: line, start: at, end: start }
    })
}
