//! What a server says of its model, and whether the model calls tools: for `doctor`, never for a stage.
//!
//! Nothing here is journaled, retried or counted, and what a server does not tell is unknown, not guessed.

use crate::budget::fit;
use crate::client::Shared;
use crate::error::{FaultKind, LlmError};
use crate::key::Secret;
use crate::providers::{Asked, body, headers, offer, path, reader};
use crate::reply::Finish;
use crate::transport::{Appetite, Post};
use crate::wire::read;
use crate::{Cancel, Entry, Provider, Request};
use serde_json::{Value, json};

/// Whether a model calls tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tools {
    /// It called the one it was told to call.
    Called,
    /// It could have, and answered in words.
    NotCalled,
    /// The server refuses requests with tools.
    Refused,
    /// The format has none, or no answer came.
    Unknown,
}

/// How many tokens the server itself allows for prompt and answer, where it tells.
pub fn window(entry: &Entry, shared: &Shared, cancel: &Cancel) -> Option<u32> {
    let asking = Asking { entry, shared, cancel };
    match entry.provider {
        Provider::Ollama => asking.ollama_window(),
        Provider::OpenaiCompat | Provider::RemoteApi => asking.props_window().or_else(|| asking.listed_window()),
        Provider::Openai | Provider::Anthropic | Provider::ClaudeCode | Provider::Replay => None,
    }
}

/// Whether the model calls a tool when it is offered one; the request tells it to.
pub fn tools(entry: &Entry, request: &Request, shared: &Shared, cancel: &Cancel) -> Tools {
    let asking = Asking { entry, shared, cancel };
    match asking.finish_with_tool(request) {
        Some(Ok(Finish::ToolCall)) => Tools::Called,
        Some(Ok(Finish::Stop)) => Tools::NotCalled,
        // The same server has just answered the same model without a tool.
        Some(Err(LlmError::Rejected { .. })) => Tools::Refused,
        Some(Err(LlmError::Fault { fault, .. })) if matches!(fault.kind, FaultKind::Status(_) | FaultKind::Told) => {
            Tools::Refused
        }
        Some(Ok(Finish::Length | Finish::Filtered) | Err(_)) | None => Tools::Unknown,
    }
}

struct Asking<'a> {
    entry: &'a Entry,
    shared: &'a Shared,
    cancel: &'a Cancel,
}

impl Asking<'_> {
    /// What the model was made for; the window of a request is sent with it.
    fn ollama_window(&self) -> Option<u32> {
        let shown = self.json("/api/show", Some(&json!({"model": self.entry.model_tag()})))?;
        let facts = shown["model_info"].as_object()?;
        let (_, length) = facts.iter().find(|(name, _)| name.ends_with(".context_length"))?;
        number(length)
    }

    /// llama.cpp tells at its root how it was started.
    fn props_window(&self) -> Option<u32> {
        let url = self.entry.url().ok()?;
        let props = self.json_at(&format!("{}/props", url.strip_suffix("/v1").unwrap_or(url)), None)?;
        number(&props["default_generation_settings"]["n_ctx"])
    }

    /// Others tell in the list of models, each by a name of its own.
    fn listed_window(&self) -> Option<u32> {
        const NAMES: [&str; 5] =
            ["/max_model_len", "/loaded_context_length", "/context_length", "/max_context_length", "/meta/n_ctx_train"];
        let listed = self.json("/models", None)?;
        let models = listed["data"].as_array()?;
        let model = models.iter().find(|model| model["id"] == self.entry.model_tag())?;
        NAMES.iter().find_map(|name| number(model.pointer(name)?))
    }

    /// How an answer to a request with a tool ends; nothing where the format has no tools.
    fn finish_with_tool(&self, request: &Request) -> Option<Result<Finish, LlmError>> {
        let fitted = fit(request, self.entry).ok()?;
        let mut body = body(&Asked { entry: self.entry, request, fitted: &fitted });
        body["tools"] = json!([offer(self.entry.provider)?]);
        Some(self.finish(&body))
    }

    fn finish(&self, body: &Value) -> Result<Finish, LlmError> {
        let url = format!("{}{}", self.entry.url()?, path(self.entry.provider));
        let bytes = self.fetch(&url, Some(body))?;
        let parsed = read(reader(self.entry.provider, None), &bytes);
        parsed.map(|parsed| parsed.finish).map_err(|error| self.classifier(None).read(error, "", &bytes))
    }

    fn json(&self, path: &str, body: Option<&Value>) -> Option<Value> {
        self.json_at(&format!("{}{path}", self.entry.url().ok()?), body)
    }

    fn json_at(&self, url: &str, body: Option<&Value>) -> Option<Value> {
        serde_json::from_slice(&self.fetch(url, body).ok()?).ok()
    }

    fn fetch(&self, url: &str, body: Option<&Value>) -> Result<Vec<u8>, LlmError> {
        let key = self.entry.key_variable.as_deref().and_then(|variable| self.shared.keys.key(variable));
        let post = Post {
            url: url.to_owned(),
            headers: [headers(self.entry.provider, key.as_ref()), self.entry.headers.clone()].concat(),
            body: body.map(|body| body.to_string().into_bytes()),
            model: &self.entry.title(),
        };
        let Shared { transport, clock, .. } = self.shared;
        let answer = transport.post(post, clock.as_ref(), self.cancel, &mut |_| Appetite::More)?;
        if answer.status == 200 { Ok(answer.body) } else { Err(self.classifier(key.as_ref()).answer(&answer)) }
    }

    fn classifier<'k>(&'k self, key: Option<&'k Secret>) -> crate::classify::Classifier<'k> {
        crate::classify::Classifier { entry: self.entry, key }
    }
}

/// A server that says 0 says nothing.
fn number(value: &Value) -> Option<u32> {
    value.as_u64().and_then(|number| u32::try_from(number).ok()).filter(|number| *number > 0)
}
