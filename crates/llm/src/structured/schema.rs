//! A JSON schema ready to judge values, and what it says about one that is not valid.
//!
//! The only file that knows the validator. References beyond the schema itself are not resolved, from nowhere.

use jsonschema::{ValidationError, Validator};
use serde_json::Value;
use std::fmt;

/// More mismatches than these do not help a model to answer better.
const MOST_MISMATCHES: usize = 8;

/// Longer quotes of schema and value, in characters, bury the message they are in.
const LONGEST_QUOTE: usize = 160;

/// A schema that replies are judged by.
#[derive(Debug)]
pub struct Schema {
    document: Value,
    validator: Validator,
}

/// A schema that is none, or that refers to documents elsewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SchemaError(String);

impl fmt::Display for SchemaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the schema of the reply cannot be used: {}", self.0)
    }
}

impl std::error::Error for SchemaError {}

/// One place where a value is not what the schema asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// Where in the value, as a JSON pointer; empty for the whole value.
    pub pointer: String,
    /// What the schema asks for there: its keyword and what stands behind it.
    pub expected: String,
    /// What stands there, shortened.
    pub found: String,
    wants_structure: bool,
}

impl Mismatch {
    /// Whether a string stands where an object or a list belongs.
    pub(super) fn wants_structure(&self) -> bool {
        self.wants_structure
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = if self.pointer.is_empty() { "the whole value" } else { &self.pointer };
        write!(f, "at {place}: expected {}, found {}", self.expected, self.found)
    }
}

impl Schema {
    /// Compiles the schema.
    pub fn new(document: Value) -> Result<Self, SchemaError> {
        let validator = jsonschema::options().offline().build(&document);
        let validator = validator.map_err(|error| SchemaError(error.to_string()))?;
        Ok(Self { document, validator })
    }

    /// The schema as it was given.
    pub fn document(&self) -> &Value {
        &self.document
    }

    /// Whether the value is valid.
    pub fn accepts(&self, value: &Value) -> bool {
        self.validator.is_valid(value)
    }

    /// What is wrong with the value; nothing if it is valid.
    pub fn mismatches(&self, value: &Value) -> Vec<Mismatch> {
        self.validator.iter_errors(value).take(MOST_MISMATCHES).map(|error| self.mismatch(&error)).collect()
    }

    /// Whether a list may be the whole value, as far as the schema says so at its root.
    pub(super) fn may_be_list(&self) -> bool {
        match self.document.get("type") {
            Some(Value::String(name)) => name == "array",
            Some(Value::Array(names)) => names.iter().any(|name| name == "array"),
            _ => !self.document.get("properties").is_some_and(Value::is_object),
        }
    }

    /// Whether an object with this key may be meant as the value.
    pub(super) fn may_have_key(&self, key: &str) -> bool {
        self.document.get("properties").and_then(Value::as_object).is_none_or(|known| known.contains_key(key))
    }

    fn mismatch(&self, error: &ValidationError<'_>) -> Mismatch {
        let wanted = self.document.pointer(error.schema_path().as_str());
        let keyword = error.kind().keyword();
        Mismatch {
            pointer: error.instance_path().as_str().to_owned(),
            expected: wanted.map_or_else(|| keyword.to_owned(), |wanted| format!("`{keyword}` {}", quote(wanted))),
            found: quote(error.instance()),
            wants_structure: error.instance().is_string() && keyword == "type" && wanted.is_some_and(is_structure),
        }
    }
}

fn is_structure(wanted: &Value) -> bool {
    match wanted {
        Value::String(name) => name == "object" || name == "array",
        Value::Array(names) => names.iter().any(is_structure),
        _ => false,
    }
}

fn quote(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(LONGEST_QUOTE) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}
