//! Recorded replies, found by the hash of their request: for tests and demonstrations without any server.

use super::Asked;
use crate::RequestHash;
use crate::journal::JournalError;
use crate::reply::{Finish, Reply};
use crate::wire::{Gathered, Parsed, ReadError, Reader, Sink, object};
use serde_json::{Value, json};

/// Where recordings are kept.
pub trait Recordings: Send + Sync {
    /// The recording of this request: `{"text": …, "model": …, "prompt_tokens": …, "completion_tokens": …}`.
    fn recorded(&self, hash: &RequestHash) -> Option<Vec<u8>>;
    /// Keeps a recording of the request, in place of an older one.
    fn record(&self, hash: &RequestHash, recording: &[u8]) -> Result<(), JournalError>;
    /// How to record it.
    fn hint(&self, hash: &RequestHash) -> String;
}

/// A reply as it is recorded.
pub(crate) fn recording(reply: &Reply) -> Vec<u8> {
    let Reply { text, model, usage, .. } = reply;
    let value =
        json!({"text": text, "model": model, "prompt_tokens": usage.prompt, "completion_tokens": usage.completion});
    format!("{value:#}\n").into_bytes()
}

/// The request without anything that belongs to a provider, so that a recording outlives the choice of one.
pub(crate) fn body(asked: &Asked<'_>) -> Value {
    json!({
        "messages": asked.messages_with_system(),
        "schema": asked.request.schema,
        "temperature": asked.temperature(),
        "max_tokens": asked.fitted.max_tokens,
        "seed": asked.request.seed,
    })
}

/// Reads one recording.
#[derive(Debug, Default)]
pub(crate) struct Recording {
    bytes: Vec<u8>,
}

impl Reader for Recording {
    fn push(&mut self, bytes: &[u8], _: &mut Sink<'_>) -> Result<(), ReadError> {
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }

    fn is_done(&self) -> bool {
        false
    }

    fn end(&mut self) -> Result<Parsed, ReadError> {
        let text = std::str::from_utf8(&self.bytes).map_err(|_| ReadError::malformed("the recording is not UTF-8"))?;
        let value = object(text)?;
        let said = value["text"].as_str().ok_or_else(|| ReadError::malformed("the recording has no text"))?;
        let mut gathered = Gathered { begun: true, done: true, finish: Some(Finish::Stop), ..Gathered::default() };
        gathered.model(&value["model"]);
        gathered.count(&value["prompt_tokens"], &value["completion_tokens"]);
        said.clone_into(&mut gathered.text);
        gathered.take()
    }
}
