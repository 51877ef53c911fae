//! Why a reply cannot be used, in words for the model that is asked again.

use super::{Mismatch, Schema};
use std::fmt;

const ASK_AGAIN: &str = include_str!("ask_again.md");

/// What is wrong with a reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// Nothing but white space.
    Empty,
    /// No JSON in it.
    NoJson,
    /// No block with the nonce of the request.
    NoBlock,
    /// It ends before its JSON does.
    Cut,
    /// It holds several different values that the schema accepts.
    Ambiguous,
    /// Its JSON is broken in a way that allows no reading, or more than one.
    Malformed {
        /// The line of the text, from 1.
        line: usize,
        /// The column in characters, from 1.
        column: usize,
        /// What should stand there.
        expected: &'static str,
    },
    /// Its JSON is not valid by the schema.
    Invalid(Vec<Mismatch>),
}

impl Fault {
    /// A fault at a byte offset of the text.
    pub(super) fn malformed(text: &str, at: usize, expected: &'static str) -> Self {
        let before = &text[..text.floor_char_boundary(at)];
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        Self::Malformed { line, column: before[start..].chars().count() + 1, expected }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "it is empty."),
            Self::NoJson => write!(f, "it has no JSON in it."),
            Self::NoBlock => write!(f, "it has no block between the marks of the request."),
            Self::Cut => write!(f, "it ends before its JSON is complete. Be briefer, so that it fits."),
            Self::Ambiguous => write!(f, "it has several different JSON values, and only one may be the answer."),
            Self::Malformed { line, column, expected } => {
                write!(f, "its JSON is broken in line {line}, column {column}: expected {expected}.")
            }
            Self::Invalid(mismatches) => {
                write!(f, "its JSON is not valid by the schema:")?;
                mismatches.iter().try_for_each(|mismatch| write!(f, "\n- {mismatch}"))
            }
        }
    }
}

/// The message that asks the model again, with what was wrong and the schema.
pub fn ask_again(fault: &Fault, schema: &Schema) -> String {
    let (before, rest) = ASK_AGAIN.split_once("{problem}").expect("the prompt has a place for the problem");
    let (between, after) = rest.split_once("{schema}").expect("the prompt has a place for the schema");
    format!("{before}{fault}{between}{}{after}", schema.document())
}
