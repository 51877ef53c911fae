//! The fields of an item, with a reason where one is not what it should be.

use serde_json::{Map, Value};

/// Which field is wrong, and how.
pub type Wrong = (String, String);

/// An object's fields.
pub struct Fields<'v> {
    object: &'v Map<String, Value>,
}

impl<'v> Fields<'v> {
    /// Over an object.
    pub fn new(object: &'v Map<String, Value>) -> Self {
        Self { object }
    }

    /// Whether a field is there and not null.
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// A field, unless it is null.
    pub fn get(&self, name: &str) -> Option<&'v Value> {
        self.object.get(name).filter(|value| !value.is_null())
    }

    /// A text that must be there.
    pub fn text(&self, name: &str) -> Result<String, Wrong> {
        self.maybe_text(name)?.ok_or_else(|| (name.to_owned(), "is missing".to_owned()))
    }

    /// A text that may be missing or null.
    pub fn maybe_text(&self, name: &str) -> Result<Option<String>, Wrong> {
        match self.get(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.clone())),
            Some(other) => Err((name.to_owned(), format!("should be a text, and is {}", kind(other)))),
        }
    }

    /// A line number that must be there.
    pub fn line(&self, name: &str) -> Result<i64, Wrong> {
        self.maybe_line(name)?.ok_or_else(|| (name.to_owned(), "is missing".to_owned()))
    }

    /// A line number that may be missing or null; numbers in texts are numbers.
    pub fn maybe_line(&self, name: &str) -> Result<Option<i64>, Wrong> {
        let wrong = |what: &str| (name.to_owned(), format!("should be a whole number, and is {what}"));
        match self.get(name) {
            None => Ok(None),
            Some(Value::Number(number)) => {
                let whole = number.as_f64().filter(|float| float.fract() == 0.0 && float.abs() < 1e15);
                number
                    .as_i64()
                    .or_else(|| whole.map(|float| float as i64))
                    .map(Some)
                    .ok_or_else(|| wrong(&number.to_string()))
            }
            Some(Value::String(text)) => text.trim().parse().map(Some).map_err(|_| wrong(&format!("`{text}`"))),
            Some(other) => Err(wrong(kind(other))),
        }
    }

    /// The id, if it has one: a text or a number.
    pub fn id(&self) -> Option<String> {
        match self.get("id")? {
            Value::String(text) if !text.trim().is_empty() => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        }
    }

    /// Whatever text it carries, for an item that cannot be used.
    pub fn any_text(&self) -> Option<String> {
        let names = ["message", "summary", "body", "reason", "title", "description"];
        names.iter().find_map(|name| self.get(name).and_then(Value::as_str).map(str::to_owned))
    }
}

/// What a value is, in words.
pub fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a yes or no",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
