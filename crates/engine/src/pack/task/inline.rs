//! Spans between backticks: as many marks close a span as opened it.

use super::Place;
use std::collections::HashMap;
use std::ops::Range;

/// The pieces of a line in order, without the backticks; a line of code is one piece.
pub(super) fn pieces(line: &str, place: Place) -> Vec<(Place, Range<usize>)> {
    if place == Place::Code || !line.contains('`') {
        return vec![(place, 0..line.len())];
    }
    let marks = marks(line);
    let closing = closing(&marks);
    let mut pieces = Vec::new();
    let (mut at, mut next) = (0, 0);
    while let Some(open) = marks.get(next) {
        if let Some(close) = closing[next] {
            pieces.push((Place::Prose, at..open.start));
            pieces.push((Place::Inline, open.end..marks[close].start));
            at = marks[close].end;
            next = close;
        }
        next += 1;
    }
    pieces.push((Place::Prose, at..line.len()));
    pieces
}

/// The runs of backticks.
fn marks(line: &str) -> Vec<Range<usize>> {
    let mut marks: Vec<Range<usize>> = Vec::new();
    for (place, _) in line.match_indices('`') {
        match marks.last_mut() {
            Some(last) if last.end == place => last.end += 1,
            _ => marks.push(place..place + 1),
        }
    }
    marks
}

/// For each run the next one of its length: found from the end, so that no run is looked at twice.
fn closing(marks: &[Range<usize>]) -> Vec<Option<usize>> {
    let mut next_of_length = HashMap::new();
    let mut closing = vec![None; marks.len()];
    for (index, run) in marks.iter().enumerate().rev() {
        closing[index] = next_of_length.insert(run.len(), index);
    }
    closing
}
