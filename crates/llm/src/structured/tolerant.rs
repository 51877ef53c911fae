//! A parser for what models write in place of JSON. It repairs what has one reading and refuses the rest.
//!
//! It takes one document from a place in a text, in linear time and with bounded depth, and never takes a document whose
//! end is missing: at the end of the text an open bracket is a cut. Only where the text provably goes on, at a closing
//! fence or at a bracket that closes something further out, can a closing bracket have been forgotten. Strings are in
//! `string`, numbers and words in `scalar`, forgotten brackets in `closing`.

mod blank;
mod closing;
mod frame;
mod scalar;
mod string;

pub(super) use blank::{Blank, skip_blank};
pub(super) use string::{KeyAhead, is_quote, key_ahead, unescape};

use super::{Fault, Repair};
use closing::{Closed, is_in_doubt};
use frame::{Frame, Kind};
use serde_json::Value;
use std::collections::BTreeSet;

/// The depth at which serde_json stops as well; no schema of ours comes near it.
const DEEPEST: usize = 128;

/// Why a document could not be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    /// The text ends first.
    Cut,
    /// Nothing that could be meant.
    Malformed { at: usize, expected: &'static str },
    /// A key has two different values.
    Contradiction { at: usize },
}

/// Where a text is known to end.
#[derive(Debug, Clone, Copy)]
pub(super) enum Bound<'a> {
    /// Nowhere: it may have been cut.
    None,
    /// At the next such fence outside of a string.
    Fence(&'a str),
    /// At its last byte: something stood behind it.
    Text,
}

/// A document that was read.
pub(super) struct Parsed {
    pub value: Value,
    /// Where the text goes on behind it.
    pub end: usize,
    pub repairs: BTreeSet<Repair>,
}

/// A document that was not read, and the first key it has.
pub(super) struct Unread {
    pub stop: Stop,
    pub first_key: Option<String>,
}

/// Reads the document whose opening bracket stands at `start`.
pub(super) fn parse(text: &str, start: usize, bound: Bound<'_>) -> Result<Parsed, Unread> {
    let mut parser = Parser {
        text,
        at: start,
        bound,
        frames: Vec::new(),
        closed: Vec::new(),
        repairs: BTreeSet::new(),
        first_key: None,
    };
    match parser.run() {
        Ok(value) => Ok(Parsed { value, end: parser.at, repairs: parser.repairs }),
        Err(stop) => Err(Unread { stop, first_key: parser.first_key }),
    }
}

/// Refuses JSON that gives a key two different values: which one is meant nobody can say.
pub(super) fn refuse_contradictions(text: &str) -> Result<(), Fault> {
    let start = text.find(['{', '[']).unwrap_or_default();
    match parse(text, start, Bound::None) {
        Err(Unread { stop: Stop::Contradiction { at }, .. }) => Err(Fault::malformed(text, at, closing::ONE_VALUE)),
        _ => Ok(()),
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    bound: Bound<'a>,
    /// The containers that are open, outermost first.
    frames: Vec<Frame>,
    /// The containers closed since the last value, innermost first.
    closed: Vec<Closed>,
    repairs: BTreeSet<Repair>,
    first_key: Option<String>,
}

impl<'a> Parser<'a> {
    fn run(&mut self) -> Result<Value, Stop> {
        self.open(if self.rest().starts_with('{') { Kind::Object } else { Kind::Array })?;
        loop {
            if let Some(value) = self.step()? {
                return Ok(value);
            }
        }
    }

    /// One bracket, comma, member or item; the value if it closed the last container.
    fn step(&mut self) -> Result<Option<Value>, Stop> {
        match self.next_sign()? {
            None => self.close_all(),
            Some('}') => self.close(Kind::Object),
            Some(']') => self.close(Kind::Array),
            Some(',') => self.comma().map(|()| None),
            Some(sign) => self.entry(sign).map(|()| None),
        }
    }

    fn entry(&mut self, sign: char) -> Result<(), Stop> {
        self.settle_closed()?;
        let frame = self.frame();
        let (kind, is_separated) = (frame.kind(), frame.is_separated());
        if !is_separated {
            self.refuse_unless(self.may_lack_comma(sign, kind), "`,` or a closing bracket")?;
            self.repairs.insert(Repair::MissingComma);
        }
        match kind {
            Kind::Array => self.value(sign, Kind::Array),
            Kind::Object => {
                self.key(sign)?;
                let sign = self.next_sign()?;
                self.refuse_unless(sign == Some(':'), "`:`")?;
                self.at += 1;
                match self.next_sign()? {
                    Some(sign) => self.value(sign, Kind::Object),
                    None => Err(Stop::Cut),
                }
            }
        }
    }

    /// Whether an entry can begin here although no comma stands before it.
    fn may_lack_comma(&self, sign: char, kind: Kind) -> bool {
        let is_on_new_line = self.text[..self.at].trim_end_matches([' ', '\t', '\r']).ends_with('\n');
        match kind {
            Kind::Object => is_quote(sign) || scalar::starts_word(sign),
            Kind::Array => matches!(sign, '{' | '[') || is_on_new_line && is_quote(sign),
        }
    }

    fn key(&mut self, sign: char) -> Result<(), Stop> {
        let key = if is_quote(sign) {
            self.string(string::Role::Key)?
        } else {
            let word = self.word()?;
            self.refuse_unless(
                word.starts_with(|sign: char| scalar::starts_word(sign) || sign.is_ascii_digit()),
                "a key",
            )?;
            self.at += word.len();
            self.repairs.insert(Repair::BareKey);
            word.to_owned()
        };
        self.first_key.get_or_insert_with(|| key.clone());
        self.frame().expect_value_of(key);
        Ok(())
    }

    fn value(&mut self, sign: char, kind: Kind) -> Result<(), Stop> {
        let value = match sign {
            '{' => return self.open(Kind::Object),
            '[' => return self.open(Kind::Array),
            _ if is_quote(sign) => Value::String(self.joined_string(kind)?),
            _ => self.scalar()?,
        };
        self.put(value)
    }

    fn scalar(&mut self) -> Result<Value, Stop> {
        let word = self.word()?;
        let Some((value, repair)) = scalar::read(word) else { return self.malformed("a value") };
        self.at += word.len();
        self.repairs.extend(repair);
        Ok(value)
    }

    /// The word that stands here; one that reaches the end of the text may go on behind it.
    fn word(&self) -> Result<&'a str, Stop> {
        let word = scalar::word(self.rest());
        let is_whole = word.len() < self.rest().len() || matches!(self.bound, Bound::Text);
        if is_whole { Ok(word) } else { Err(Stop::Cut) }
    }

    fn open(&mut self, kind: Kind) -> Result<(), Stop> {
        self.refuse_unless(self.frames.len() < DEEPEST, "at most 128 brackets within each other")?;
        self.at += 1;
        self.frames.push(Frame::new(kind));
        Ok(())
    }

    fn put(&mut self, value: Value) -> Result<(), Stop> {
        let at = self.at;
        let repeated = self.frame().put(value).map_err(|_| Stop::Contradiction { at })?;
        self.repairs.extend(repeated);
        Ok(())
    }

    fn comma(&mut self) -> Result<(), Stop> {
        self.settle_closed()?;
        let frame = self.frame();
        if frame.has_comma() {
            self.repairs.insert(Repair::ExtraComma);
        } else if !frame.take_comma() {
            // A hole in a list may be a value that was left out.
            return self.malformed("a value");
        }
        self.at += 1;
        Ok(())
    }

    /// The next sign behind white space and comments; none where the text is known to end.
    fn next_sign(&mut self) -> Result<Option<char>, Stop> {
        let Blank { end, repairs } = skip_blank(self.text, self.at).ok_or(Stop::Cut)?;
        self.at = end;
        self.repairs.extend(repairs.into_iter().flatten());
        match (self.rest().chars().next(), self.bound) {
            (Some(_), Bound::Fence(fence)) if self.rest().starts_with(fence) => Ok(None),
            (None, Bound::Text) => Ok(None),
            (None, _) => Err(Stop::Cut),
            (sign, _) => Ok(sign),
        }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn frame(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("the document is open until its value is returned")
    }

    fn malformed<T>(&self, expected: &'static str) -> Result<T, Stop> {
        Err(Stop::Malformed { at: self.at, expected })
    }

    fn refuse_unless(&self, holds: bool, expected: &'static str) -> Result<(), Stop> {
        if holds { Ok(()) } else { self.malformed(expected) }
    }

    /// Brackets were closed and the text goes on: were those that were forgotten clear?
    fn settle_closed(&mut self) -> Result<(), Stop> {
        let is_in_doubt = is_in_doubt(&self.closed);
        self.closed.clear();
        self.refuse_unless(!is_in_doubt, "the closing brackets that are missing")
    }
}
