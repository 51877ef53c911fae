//! Where documents stand in a reply: between prose, in code fences, behind reasoning.
//!
//! Only outermost documents count. What stands within a document that could not be read is never taken for the answer,
//! and a document without an end makes the whole reply unusable.

mod start;

use super::tolerant::{Bound, Parsed, Stop, Unread, parse, unescape};
use super::{Fault, Repair, Schema};
use serde_json::Value;
use start::{Start, start_at};
use std::collections::BTreeSet;

/// The tags that models put around what they think before they answer.
const REASONING: &[&str] = &["think", "thinking", "thought", "reasoning", "reflection", "scratchpad"];

/// More broken documents than these are code, and looking further would cost more than asking again.
const MOST_BROKEN: usize = 64;

/// Whether the text is known to be whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    /// It may have been cut.
    Unknown,
    /// A mark stood behind it.
    Known,
}

/// A value that stands in a reply, and what was repaired to read it.
pub(super) struct Document {
    pub value: Value,
    pub repairs: BTreeSet<Repair>,
}

/// All outermost documents of the text, in its order.
pub(super) fn documents(text: &str, schema: &Schema, ending: Ending) -> Result<Vec<Document>, Fault> {
    let mut scan =
        Scan { text, schema, ending, at: 0, fence: None, found: Vec::new(), fault: None, passed: None, broken: 0 };
    while let Some(next) = text[scan.at..].find(['{', '[', '`', '~', '<']) {
        scan.at += next;
        scan.look()?;
    }
    match scan.fault.or(scan.passed.filter(|_| scan.found.is_empty())) {
        Some(fault) => Err(fault),
        None => Ok(scan.found),
    }
}

struct Scan<'a> {
    text: &'a str,
    schema: &'a Schema,
    ending: Ending,
    at: usize,
    /// The fence that is open.
    fence: Option<&'a str>,
    found: Vec<Document>,
    /// What is wrong with a document that was meant as the answer.
    fault: Option<Fault>,
    /// What is wrong with a document that was not; worth saying if there is nothing else.
    passed: Option<Fault>,
    broken: usize,
}

impl Scan<'_> {
    fn look(&mut self) -> Result<(), Fault> {
        match self.text.as_bytes()[self.at] {
            b'`' | b'~' => self.fence(),
            b'<' => self.tag()?,
            _ => match start_at(self.text, self.at, self.schema.may_be_list()) {
                Start::Document => self.document()?,
                Start::Escaped => self.escaped()?,
                Start::Cut => return Err(Fault::Cut),
                Start::Headless => return Err(self.malformed(self.at, "the beginning of the JSON value")),
                Start::None => self.at += 1,
            },
        }
        Ok(())
    }

    fn fence(&mut self) {
        let rest = &self.text[self.at..];
        let length = rest.len() - rest.trim_start_matches(&rest[..1]).len();
        let run = &rest[..length];
        self.at += length;
        if length < 3 {
            return;
        }
        self.fence = match self.fence {
            Some(open) if run.starts_with(open) => None,
            Some(open) => Some(open),
            None => Some(run),
        };
    }

    fn tag(&mut self) -> Result<(), Fault> {
        let rest = &self.text[self.at..];
        self.at += 1;
        let Some((name, is_closing)) = reasoning_tag(rest) else { return Ok(()) };
        if is_closing {
            // Its opening tag was part of the prompt: all so far was reasoning.
            self.found.clear();
            self.fault = None;
            self.passed = None;
            self.fence = None;
            return Ok(());
        }
        let mut closing = rest.match_indices("</").filter(|(at, _)| reasoning_tag(&rest[*at..]) == Some((name, true)));
        let (close, mark) = closing.next().ok_or(Fault::Cut)?;
        self.at += close + mark.len() + name.len();
        Ok(())
    }

    fn document(&mut self) -> Result<(), Fault> {
        let (text, start) = (self.text, self.at);
        let bound = match (self.fence, self.ending) {
            (Some(fence), _) => Bound::Fence(fence),
            (None, Ending::Known) => Bound::Text,
            (None, Ending::Unknown) => Bound::None,
        };
        match parse(text, start, bound) {
            Ok(mut parsed) => {
                parsed.end = self.tail(start, &mut parsed)?;
                self.keep(start, parsed);
                Ok(())
            }
            Err(unread) => self.unread(start, unread),
        }
    }

    /// Checks what stands right behind a document, and gives where the scan goes on.
    fn tail(&self, start: usize, parsed: &mut Parsed) -> Result<usize, Fault> {
        let around = start::around(self.text, start, parsed.end);
        if around.braces_before > around.braces_after {
            return Err(Fault::Cut);
        }
        if around.braces_after > 0 {
            if parsed.repairs.contains(&Repair::MissingCloser) {
                return Err(self.malformed(parsed.end, "brackets that match"));
            }
            parsed.repairs.insert(Repair::ExtraBrace);
        }
        if around.goes_on {
            return Err(self.malformed(around.end, "the end of the JSON value"));
        }
        Ok(around.end)
    }

    /// JSON whose quotes were escaped, as it stands within a string.
    fn escaped(&mut self) -> Result<(), Fault> {
        let start = self.at;
        let (plain, length) = unescape(&self.text[start..]);
        match parse(&plain, 0, Bound::None) {
            Ok(mut parsed) => {
                parsed.repairs.insert(Repair::DoubleEncoding);
                parsed.end = start + length;
                self.keep(start, parsed);
                Ok(())
            }
            Err(Unread { stop: Stop::Cut, .. }) => Err(Fault::Cut),
            Err(_) => Err(self.malformed(start, "JSON without escaped quotes")),
        }
    }

    fn keep(&mut self, start: usize, parsed: Parsed) {
        let mut repairs = parsed.repairs;
        if !self.text[..start].trim().is_empty() || !self.text[parsed.end..].trim().is_empty() {
            repairs.insert(Repair::Surroundings);
        }
        self.found.push(Document { value: parsed.value, repairs });
        self.at = parsed.end;
    }

    /// A document that cannot be read ends the search if its end is missing too; else it counts if it was the answer.
    fn unread(&mut self, start: usize, unread: Unread) -> Result<(), Fault> {
        let fault = match unread.stop {
            Stop::Cut => return Err(Fault::Cut),
            Stop::Malformed { at, expected } => self.malformed(at, expected),
            Stop::Contradiction { at } => self.malformed(at, "one value for each key"),
        };
        self.broken += 1;
        match start::balanced_end(self.text, start) {
            Some(end) if self.broken < MOST_BROKEN => self.at = end,
            _ => return Err(fault),
        }
        let is_answer = match unread.first_key {
            Some(key) => self.schema.may_have_key(&key),
            None => self.text[start..].starts_with('[') && self.schema.may_be_list(),
        };
        if is_answer { &mut self.fault } else { &mut self.passed }.get_or_insert(fault);
        Ok(())
    }

    fn malformed(&self, at: usize, expected: &'static str) -> Fault {
        Fault::malformed(self.text, at, expected)
    }
}

/// The name of the reasoning tag at the start of the text, and whether it closes.
fn reasoning_tag(text: &str) -> Option<(&'static str, bool)> {
    let inner = &text[1..];
    let (is_closing, inner) = inner.strip_prefix('/').map_or((false, inner), |inner| (true, inner));
    let matches = |name: &&&str| {
        let head = inner.get(..name.len()).is_some_and(|head| head.eq_ignore_ascii_case(name));
        head && inner[name.len()..].starts_with('>')
    };
    REASONING.iter().find(matches).map(|name| (*name, is_closing))
}
