//! One file per provider: how a request becomes a body, and how a reply is read. All of it is pure.

pub(crate) mod anthropic;
pub(crate) mod claude_code;
pub(crate) mod ollama;
pub(crate) mod openai;
pub(crate) mod openai_compat;
pub(crate) mod replay;

use crate::budget::Fitted;
use crate::key::Secret;
use crate::wire::Reader;
use crate::wire::lines::LineReader;
use crate::{Entry, Provider, Request};
use serde_json::{Value, json};

/// Everything a body is built from.
pub(crate) struct Asked<'a> {
    pub entry: &'a Entry,
    pub request: &'a Request,
    pub fitted: &'a Fitted,
}

impl Asked<'_> {
    /// In hundredths.
    pub(crate) fn temperature(&self) -> u32 {
        self.request.temperature.unwrap_or(self.entry.temperature)
    }

    /// As the formats write it.
    fn temperature_value(&self) -> Value {
        json!(f64::from(self.temperature()) / 100.0)
    }

    /// The conversation as `role` and `content`, without the system's text.
    fn messages(&self) -> Vec<Value> {
        let message = |(speaker, text): &(crate::Speaker, String)| json!({"role": speaker.name(), "content": text});
        self.fitted.messages.iter().map(message).collect()
    }

    /// The conversation with the system's text as its first message.
    fn messages_with_system(&self) -> Vec<Value> {
        let mut messages = self.messages();
        if !self.fitted.system.is_empty() {
            messages.insert(0, json!({"role": "system", "content": self.fitted.system}));
        }
        messages
    }
}

/// The request as it is sent and journaled; the same request is the same bytes.
pub(crate) fn body(asked: &Asked<'_>) -> Value {
    match asked.entry.provider {
        Provider::Ollama => ollama::body(asked),
        Provider::OpenaiCompat | Provider::RemoteApi => openai_compat::body(asked),
        Provider::Openai => openai::body(asked),
        Provider::Anthropic => anthropic::body(asked),
        Provider::ClaudeCode => claude_code::body(asked),
        Provider::Replay => replay::body(asked),
    }
}

/// A reader for one reply to a request with or without a schema.
pub(crate) fn reader(provider: Provider, schema: Option<&Value>) -> Box<dyn Reader> {
    match provider {
        Provider::Ollama => Box::new(LineReader::new(ollama::line)),
        Provider::OpenaiCompat | Provider::RemoteApi => Box::new(openai_compat::Chunks::default()),
        Provider::Openai => Box::new(openai::Events::default()),
        Provider::Anthropic => Box::new(anthropic::Events::new(schema.is_some())),
        Provider::ClaudeCode => Box::new(LineReader::new(claude_code::line)),
        Provider::Replay => Box::new(replay::Recording::default()),
    }
}

/// The tool of the doctor: it has nothing to decide but whether to call it.
const LOOK: &str = "look";

/// That tool as a format offers it; nothing where there is no such thing.
pub(crate) fn offer(provider: Provider) -> Option<Value> {
    let about = "Looks at the weather and says what it is.";
    let input = json!({"type": "object", "properties": {}, "required": []});
    match provider {
        Provider::Ollama | Provider::OpenaiCompat | Provider::RemoteApi => {
            let function = json!({"name": LOOK, "description": about, "parameters": input});
            Some(json!({"type": "function", "function": function}))
        }
        Provider::Openai => Some(json!({"type": "function", "name": LOOK, "description": about, "parameters": input})),
        Provider::Anthropic => Some(json!({"name": LOOK, "description": about, "input_schema": input})),
        Provider::ClaudeCode | Provider::Replay => None,
    }
}

/// The path below the server's address.
pub(crate) fn path(provider: Provider) -> &'static str {
    match provider {
        Provider::Ollama => "/api/chat",
        Provider::OpenaiCompat | Provider::RemoteApi => "/chat/completions",
        Provider::Openai => "/responses",
        Provider::Anthropic => "/v1/messages",
        Provider::ClaudeCode | Provider::Replay => "",
    }
}

/// The version of the Messages format that `anthropic` reads.
const ANTHROPIC_VERSION: &str = "2023-06-01";

/// The headers beside the content type; values that are keys are marked by the transport as never to be shown.
pub(crate) fn headers(provider: Provider, key: Option<&Secret>) -> Vec<(&'static str, String)> {
    let mut headers = Vec::new();
    if provider == Provider::Anthropic {
        headers.push(("anthropic-version", ANTHROPIC_VERSION.to_owned()));
        headers.extend(key.map(|key| ("x-api-key", key.reveal().to_owned())));
    } else {
        headers.extend(key.map(|key| ("authorization", format!("Bearer {}", key.reveal()))));
    }
    headers
}
