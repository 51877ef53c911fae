//! From the raw text of a model's reply to a value that is valid by a schema, or to the reason why there is none.
//!
//! [`complete`] asks a model; [`read`] parses strictly, then once leniently; [`recover`] asks once more and then gives up. No step invents a value:
//! a reply that was cut, that breaks off in doubt or that holds two different answers is unusable. The lenient parser is
//! in `tolerant`, where documents stand in a reply in `scan`.

mod complete;
mod fault;
mod marked;
mod nested;
mod repair;
mod scan;
mod schema;
mod tolerant;

pub use complete::{Answer, complete};
pub use fault::{Fault, ask_again};
pub use repair::Repair;
pub use schema::{Mismatch, Schema, SchemaError};

use scan::{Document, Ending};
use serde_json::Value;
use std::collections::BTreeSet;

/// What a reply comes to.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// A value that is valid by the schema.
    Parsed {
        /// The value.
        value: Value,
        /// How it was read from the text.
        how: How,
    },
    /// Nothing that could be used without guessing.
    Unusable {
        /// Why, in words the model can act on.
        reason: Fault,
    },
}

/// How a value was read from a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum How {
    /// The whole text is the value.
    Strict,
    /// After these repairs.
    Lenient(BTreeSet<Repair>),
}

/// What a reply and, where needed, a second one came to.
#[derive(Debug, Clone, PartialEq)]
pub enum Recovered {
    /// A value that is valid by the schema.
    Parsed {
        /// The value.
        value: Value,
        /// How it was read from its reply.
        how: How,
        /// What was wrong with the first reply, if it took a second one.
        asked_for: Option<Fault>,
    },
    /// Neither reply can be used; there is no value, not even an empty one.
    Inconclusive {
        /// What was wrong with the first reply.
        first: Fault,
        /// What was wrong with the second one.
        second: Fault,
    },
}

/// Reads the value out of a reply: a strict parse, then one lenient pass.
pub fn read(reply: &str, schema: &Schema) -> Outcome {
    outcome(read_until(reply, schema, Ending::Unknown))
}

/// Reads the value out of the one block of the reply that stands between two lines with the nonce.
///
/// What stands outside of the block is ignored. A block without its second line was cut.
pub fn read_marked(reply: &str, nonce: &str, schema: &Schema) -> Outcome {
    outcome(marked::block(reply, nonce).and_then(|block| read_until(block, schema, Ending::Known)))
}

/// Reads the first reply and, if it cannot be used, asks once more with the reason and reads the second.
///
/// The error is that of `ask`: the world failed, not the reply.
pub fn recover<E>(
    first: &str,
    schema: &Schema,
    ask: &mut dyn FnMut(&str) -> Result<String, E>,
) -> Result<Recovered, E> {
    let fault = match read(first, schema) {
        Outcome::Parsed { value, how } => return Ok(Recovered::Parsed { value, how, asked_for: None }),
        Outcome::Unusable { reason } => reason,
    };
    let second = ask(&ask_again(&fault, schema))?;
    Ok(match read(&second, schema) {
        Outcome::Parsed { value, how } => Recovered::Parsed { value, how, asked_for: Some(fault) },
        Outcome::Unusable { reason } => Recovered::Inconclusive { first: fault, second: reason },
    })
}

fn outcome(read: Result<(Value, How), Fault>) -> Outcome {
    match read {
        Ok((value, how)) => Outcome::Parsed { value, how },
        Err(reason) => Outcome::Unusable { reason },
    }
}

fn read_until(text: &str, schema: &Schema, ending: Ending) -> Result<(Value, How), Fault> {
    if text.trim().is_empty() {
        return Err(Fault::Empty);
    }
    match serde_json::from_str(text) {
        Ok(value) => read_strict(text, value, schema),
        Err(_) => choose(scan::documents(text, schema, ending)?, schema),
    }
}

/// The text is JSON; what is left is whether it is the value, hides it in a string, or says two things at once.
fn read_strict(text: &str, value: Value, schema: &Schema) -> Result<(Value, How), Fault> {
    if let (Value::String(inner), false) = (&value, schema.accepts(&value)) {
        let mut documents = scan::documents(inner, schema, Ending::Unknown)?;
        documents.iter_mut().for_each(|document| _ = document.repairs.insert(Repair::DoubleEncoding));
        return choose(documents, schema);
    }
    if value.is_object() || value.is_array() {
        tolerant::refuse_contradictions(text)?;
    }
    choose(vec![Document { value, repairs: BTreeSet::new() }], schema)
}

/// The one value among the documents that the schema accepts; two different ones are a doubt, none is a reason.
fn choose(documents: Vec<Document>, schema: &Schema) -> Result<(Value, How), Fault> {
    let mut chosen: Option<Document> = None;
    let mut nearest: Option<Vec<Mismatch>> = None;
    for mut document in documents {
        let mismatches = nested::settle(&mut document, schema);
        if mismatches.is_empty() {
            match &chosen {
                Some(known) if known.value != document.value => return Err(Fault::Ambiguous),
                Some(_) => {}
                None => chosen = Some(document),
            }
        } else if nearest.as_ref().is_none_or(|known| mismatches.len() <= known.len()) {
            nearest = Some(mismatches);
        }
    }
    match (chosen, nearest) {
        (Some(document), _) => Ok((document.value, how(document.repairs))),
        (None, Some(mismatches)) => Err(Fault::Invalid(mismatches)),
        (None, None) => Err(Fault::NoJson),
    }
}

fn how(repairs: BTreeSet<Repair>) -> How {
    if repairs.is_empty() { How::Strict } else { How::Lenient(repairs) }
}
