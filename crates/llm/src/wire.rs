//! What all wire formats share: a reader takes a reply's bytes as they come and says at the end what they were.
//!
//! Readers are pure state machines: how the bytes are cut into pieces makes no difference, and a reply that lacks its
//! last byte is never a reply. `lines` and `sse` cut bytes into lines and events.

pub(crate) mod lines;
pub(crate) mod sse;
#[cfg(test)]
mod tests;

use crate::reply::{Delta, Finish, Money, Usage};
use serde_json::Value;

/// A reply as the provider gave it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Parsed {
    pub text: String,
    pub finish: Finish,
    pub usage: Usage,
    pub model: Option<String>,
    /// Only if the provider itself says what it cost.
    pub cost: Option<Money>,
}

/// Why bytes are no reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ReadError {
    /// They end too early.
    Truncated,
    /// There are none.
    Empty,
    /// They are something else.
    Malformed(String),
    /// They tell of an error of the provider.
    Told(Told),
}

/// An error in the provider's words.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Told {
    /// The types and codes it has, put together.
    pub kind: String,
    pub message: String,
}

impl ReadError {
    pub(crate) fn malformed(what: impl Into<String>) -> Self {
        Self::Malformed(what.into())
    }
}

/// Takes pieces of an answer as they come.
pub(crate) type Sink<'a> = dyn FnMut(Delta<'_>) + 'a;

/// Reads one reply.
pub(crate) trait Reader {
    /// Takes the next bytes.
    fn push(&mut self, bytes: &[u8], sink: &mut Sink<'_>) -> Result<(), ReadError>;
    /// Whether the reply is whole; what follows is of no interest.
    fn is_done(&self) -> bool;
    /// The reply, if it is whole.
    fn end(&mut self) -> Result<Parsed, ReadError>;
}

/// Reads a reply that is there in one piece.
pub(crate) fn read(mut reader: Box<dyn Reader>, bytes: &[u8]) -> Result<Parsed, ReadError> {
    reader.push(bytes, &mut |_| {})?;
    reader.end()
}

/// What a reader has gathered so far.
#[derive(Debug, Default)]
pub(crate) struct Gathered {
    pub text: String,
    /// What the model says while it refuses.
    pub refusal: String,
    pub finish: Option<Finish>,
    pub usage: Usage,
    pub model: Option<String>,
    pub cost: Option<Money>,
    pub tool_call: bool,
    pub done: bool,
    /// Any byte came at all.
    pub begun: bool,
}

impl Gathered {
    pub(crate) fn say(&mut self, text: &str, sink: &mut Sink<'_>) {
        if !text.is_empty() {
            self.text.push_str(text);
            sink(Delta::Text(text));
        }
    }

    pub(crate) fn model(&mut self, value: &Value) {
        if let (None, Some(name)) = (&self.model, value.as_str().filter(|name| !name.is_empty())) {
            self.model = Some(name.to_owned());
        }
    }

    pub(crate) fn count(&mut self, prompt: &Value, completion: &Value) {
        self.usage.prompt = prompt.as_u64().or(self.usage.prompt);
        self.usage.completion = completion.as_u64().or(self.usage.completion);
    }

    /// What follows the end is of no interest, whether it came in the same piece or not.
    pub(crate) fn unless_done(&self, pushed: Result<(), ReadError>) -> Result<(), ReadError> {
        if self.done { Ok(()) } else { pushed }
    }

    /// The reply, if its end was seen.
    pub(crate) fn take(&mut self) -> Result<Parsed, ReadError> {
        let finish = match self.finish {
            Some(finish) if self.done => finish,
            _ if !self.begun => return Err(ReadError::Empty),
            _ => return Err(ReadError::Truncated),
        };
        let refused = !self.refusal.is_empty();
        let text = std::mem::take(if refused { &mut self.refusal } else { &mut self.text });
        let finish = match finish {
            Finish::Stop if refused => Finish::Filtered,
            Finish::Stop if self.tool_call => Finish::ToolCall,
            other => other,
        };
        Ok(Parsed { text, finish, usage: self.usage, model: self.model.take(), cost: self.cost })
    }
}

/// Says a piece of thinking.
pub(crate) fn think(text: &str, sink: &mut Sink<'_>) {
    if !text.is_empty() {
        sink(Delta::Reasoning(text));
    }
}

/// A JSON object in an event.
pub(crate) fn object(text: &str) -> Result<Value, ReadError> {
    match serde_json::from_str::<Value>(text) {
        Ok(value) if value.is_object() => Ok(value),
        Ok(_) => Err(ReadError::malformed("an event is not a JSON object")),
        Err(error) => Err(ReadError::malformed(format!("an event is not JSON ({error})"))),
    }
}

/// The error that an `error` field tells of: a string, or an object with message, type and code.
pub(crate) fn told(error: &Value) -> Told {
    if let Some(message) = error.as_str() {
        return Told { kind: String::new(), message: message.to_owned() };
    }
    let word = |name: &str| match &error[name] {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => String::new(),
    };
    Told { kind: format!("{} {}", word("type"), word("code")).trim().to_owned(), message: word("message") }
}
