//! Closing brackets: those that stand in the text, and those that were forgotten in a place where only one is possible.

use super::frame::{Frame, Kind};
use super::{Parser, Stop};
use crate::structured::Repair;
use serde_json::Value;

/// What is expected where a key has two values.
pub(super) const ONE_VALUE: &str = "one value for each key";

/// More brackets closed at one place leave too many readings to weigh, and no model forgets one among so many.
const LONGEST_RUN: usize = 16;

/// A container that was closed, and whether its bracket stands in the text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Closed {
    kind: Kind,
    entries: usize,
    is_written: bool,
}

impl Closed {
    fn new(frame: &Frame, is_written: bool) -> Self {
        Self { kind: frame.kind(), entries: frame.entries(), is_written }
    }
}

/// Whether brackets forgotten in this run (innermost first) could also have been forgotten further left.
///
/// A container of several entries may have been closed before its last ones, together with all up to an outer container
/// of its kind that then holds these last ones. That reading needs as many forgotten brackets as ours; it is possible if
/// the written brackets close, in their order, containers that are still open in it.
pub(super) fn is_in_doubt(run: &[Closed]) -> bool {
    if run.iter().all(|closed| closed.is_written) {
        return false;
    }
    if run.len() > LONGEST_RUN {
        return true;
    }
    let written: Vec<Kind> = run.iter().filter(|closed| closed.is_written).map(|closed| closed.kind).collect();
    let early = run.iter().enumerate().filter(|(_, closed)| closed.entries > 1);
    early.into_iter().any(|(inner, closed)| {
        let outer = (inner + 1..run.len()).filter(|outer| run[*outer].kind == closed.kind);
        outer.into_iter().any(|outer| closes_in_order(&written, run[..inner].iter().chain(&run[outer..])))
    })
}

fn closes_in_order<'a>(written: &[Kind], open: impl Iterator<Item = &'a Closed>) -> bool {
    let mut left = written.iter().peekable();
    open.for_each(|closed| _ = left.next_if(|kind| **kind == closed.kind));
    left.peek().is_none()
}

impl Parser<'_> {
    /// A closing bracket of this kind: closes the innermost such container, and what is open within it.
    pub(super) fn close(&mut self, kind: Kind) -> Result<Option<Value>, Stop> {
        while self.frame().kind() != kind {
            let is_inside = self.frames.iter().any(|frame| frame.kind() == kind);
            let is_whole = is_inside && !self.frame().dangles();
            self.refuse_unless(is_whole, "the bracket that closes what is open")?;
            self.close_last(false)?;
        }
        self.at += 1;
        if self.frame().dangles() {
            self.repairs.insert(Repair::ExtraComma);
        }
        self.close_last(true)
    }

    /// The text ends here for sure: closes all that is open.
    pub(super) fn close_all(&mut self) -> Result<Option<Value>, Stop> {
        if self.frame().dangles() {
            return Err(Stop::Cut);
        }
        loop {
            if let Some(value) = self.close_last(false)? {
                return Ok(Some(value));
            }
        }
    }

    fn close_last(&mut self, is_written: bool) -> Result<Option<Value>, Stop> {
        let frame = self.frames.pop().expect("the document is open until its value is returned");
        self.closed.push(Closed::new(&frame, is_written));
        if !is_written {
            self.repairs.insert(Repair::MissingCloser);
        }
        if self.frames.is_empty() {
            self.settle_closed()?;
            return Ok(Some(frame.into_value()));
        }
        self.put(frame.into_value())?;
        Ok(None)
    }
}
