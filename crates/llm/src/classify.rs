//! What a provider's refusals mean, by status and words: the one place that knows how each of them complains.

use crate::error::{Fault, FaultKind, LlmError, Problem};
use crate::key::Secret;
use crate::transport::Answer;
use crate::wire::{ReadError, Told, told};
use crate::{Entry, Provider};
use serde_json::Value;
use std::time::Duration;
use tribunal_text::secrets::clear;

/// The most characters of a provider's message that an error repeats.
const MOST_MESSAGE: usize = 400;

/// Words by which providers say that the money is spent.
const SPENT: &[&str] = &[
    "insufficient_quota",
    "billing_hard_limit",
    "billing_error",
    "credit balance",
    "spend limit",
    "spending limit",
    "usage limits",
    "insufficient credits",
    "insufficient balance",
];

/// Words by which they say that the prompt is too long.
const TOO_LONG: &[&str] = &[
    "context_length",
    "context length",
    "context window",
    "context size",
    "prompt is too long",
    "maximum context",
    "exceed_context_size",
    "too many tokens",
];

/// Words by which they say that the key is wrong.
const BAD_KEY: &[&str] =
    &["invalid_api_key", "authentication_error", "permission_error", "incorrect api key", "invalid x-api-key"];

/// Words by which a filter speaks.
const FILTER: &[&str] = &["content_filter", "content_policy", "content management policy"];

/// Words of an overload, a limit or a fault that passes.
const PASSING: &[&str] = &[
    "overloaded",
    "rate_limit",
    "server_error",
    "api_error",
    "timeout",
    "internal",
    "unavailable",
    "error_during_execution",
    "try again",
];

/// Explains answers to one model, with the key taken out of every word.
pub(crate) struct Classifier<'a> {
    pub entry: &'a Entry,
    pub key: Option<&'a Secret>,
}

impl Classifier<'_> {
    /// An answer with a status other than 200.
    pub(crate) fn answer(&self, answer: &Answer) -> LlmError {
        let told = self.told_by(answer);
        let words = words(&told);
        match answer.status {
            status if is(&words, SPENT) && status < 500 => self.spend(&told),
            402 => self.spend(&told),
            407 => LlmError::setup(Problem::Proxy, "the proxy wants a password", "set it in the proxy's address"),
            401 | 403 => self.key_refused(answer, &told),
            404 | 405 => self.not_found(&told),
            400 | 413 | 422 if is(&words, TOO_LONG) => self.window(),
            400 if is(&words, FILTER) => self.refused(&told),
            300..=399 => self.address("redirects; redirects are not followed, for they would carry the key elsewhere"),
            status if status >= 500 || [408, 409, 425, 429].contains(&status) => {
                self.status_fault(status, &told, answer.retry_after)
            }
            200..=299 => self.malformed(format!("the answer has status {}", answer.status)),
            status => {
                LlmError::Rejected { model: self.entry.title(), status: Some(status), message: self.message(&told) }
            }
        }
    }

    /// A body with status 200 that is no reply; `body` is what came.
    pub(crate) fn read(&self, error: ReadError, content_type: &str, body: &[u8]) -> LlmError {
        let start = String::from_utf8_lossy(&body[..body.len().min(MOST_MESSAGE)]).trim_start().to_ascii_lowercase();
        if content_type.contains("html") || start.starts_with("<!doctype") || start.starts_with("<html") {
            return self.address("answers with a web page, not with a model's reply");
        }
        match error {
            ReadError::Told(told) => self.told(&told),
            ReadError::Empty => self.fault(FaultKind::Empty, "the answer is empty".to_owned()),
            error => match serde_json::from_slice::<Value>(body) {
                Ok(value) if !value["error"].is_null() => self.told(&told(&value["error"])),
                _ if error == ReadError::Truncated => {
                    self.fault(FaultKind::Truncated, "the answer ends before its end".to_owned())
                }
                _ => match error {
                    ReadError::Malformed(what) => self.malformed(what),
                    _ => self.malformed("the answer cannot be read".to_owned()),
                },
            },
        }
    }

    /// The text of the provider with key and other secrets taken out, and not too much of it.
    pub(crate) fn clean(&self, text: &str) -> String {
        let text = self.key.map_or_else(|| text.to_owned(), |key| key.take_out(text));
        let text = clear(b"", &text).into_text();
        let text: String = text.chars().filter(|character| !character.is_control()).take(MOST_MESSAGE).collect();
        text.trim().to_owned()
    }

    /// An error told within a stream, or in a body that came with a good status.
    fn told(&self, told: &Told) -> LlmError {
        let words = words(told);
        if is(&words, SPENT) {
            self.spend(told)
        } else if is(&words, BAD_KEY) {
            self.bad_key(told)
        } else if is(&words, TOO_LONG) {
            self.window()
        } else if is(&words, FILTER) {
            self.refused(told)
        } else if is_unknown_model(&words) {
            self.unknown_model()
        } else if is(&words, PASSING) || !words.contains("invalid_request") {
            self.fault(FaultKind::Told, format!("the provider reports: {}", self.message(told)))
        } else {
            LlmError::Rejected { model: self.entry.title(), status: None, message: self.message(told) }
        }
    }

    fn told_by(&self, answer: &Answer) -> Told {
        match serde_json::from_slice::<Value>(&answer.body) {
            Ok(value) if !value["error"].is_null() => told(&value["error"]),
            Ok(value) if value.is_object() => told(&value),
            _ if answer.content_type.contains("html") => {
                Told { kind: String::new(), message: "a web page instead of an error".to_owned() }
            }
            _ => Told { kind: String::new(), message: String::from_utf8_lossy(&answer.body).into_owned() },
        }
    }

    fn message(&self, told: &Told) -> String {
        let message = self.clean(&told.message);
        let kind = self.clean(&told.kind);
        match (kind.is_empty(), message.is_empty()) {
            (true, true) => "no reason given".to_owned(),
            (true, false) => message,
            (false, true) => kind,
            (false, false) => format!("{message} ({kind})"),
        }
    }

    fn key_refused(&self, answer: &Answer, told: &Told) -> LlmError {
        if answer.content_type.contains("html") {
            return self
                .address(&format!("refuses with a web page (status {}); is a proxy in between?", answer.status));
        }
        self.bad_key(told)
    }

    fn bad_key(&self, told: &Told) -> LlmError {
        let what = format!("{} does not accept the key: {}", self.entry.title(), self.message(told));
        let hint = match &self.entry.key_variable {
            Some(variable) => format!("set {variable} to a valid key of this provider"),
            None => "name the variable that holds the key in key_variable of this model".to_owned(),
        };
        LlmError::setup(Problem::KeyRefused, what, hint)
    }

    fn not_found(&self, told: &Told) -> LlmError {
        if is_unknown_model(&words(told)) { self.unknown_model() } else { self.address("does not know this path") }
    }

    fn unknown_model(&self) -> LlmError {
        let model = self.entry.model_tag();
        let hint = match self.entry.provider {
            Provider::Ollama => format!("fetch it with `ollama pull {model}`, or choose one of `ollama list`"),
            _ => "choose a model that the provider lists, in [models]".to_owned(),
        };
        LlmError::setup(Problem::Model, format!("{} does not exist there", self.entry.title()), hint)
    }

    fn address(&self, what: &str) -> LlmError {
        let hint =
            format!("check base_url and provider with `tribunal config`; {} is meant here", self.entry.provider.name());
        LlmError::setup(Problem::Address, format!("{}: what stands at base_url {what}", self.entry.title()), hint)
    }

    fn window(&self) -> LlmError {
        LlmError::Window { model: self.entry.title(), needed: 0, window: u64::from(self.entry.context_window) }
    }

    fn spend(&self, told: &Told) -> LlmError {
        LlmError::SpendLimit { model: self.entry.title(), message: self.message(told) }
    }

    fn refused(&self, told: &Told) -> LlmError {
        LlmError::Refused { model: self.entry.title(), message: self.message(told) }
    }

    fn status_fault(&self, status: u16, told: &Told, retry_after: Option<Duration>) -> LlmError {
        let message = format!("the server answers with status {status}: {}", self.message(told));
        let fault = Fault { kind: FaultKind::Status(status), message, retry_after };
        LlmError::fault(&self.entry.title(), fault)
    }

    fn malformed(&self, what: String) -> LlmError {
        self.fault(FaultKind::Malformed, what)
    }

    fn fault(&self, kind: FaultKind, message: String) -> LlmError {
        LlmError::fault(&self.entry.title(), Fault::new(kind, message))
    }
}

fn words(told: &Told) -> String {
    format!("{} {}", told.kind, told.message).to_ascii_lowercase()
}

fn is(words: &str, any: &[&str]) -> bool {
    any.iter().any(|word| words.contains(word))
}

fn is_unknown_model(words: &str) -> bool {
    let missing = ["not found", "not_found", "does not exist", "unknown model", "no such model"];
    words.contains("model") && is(words, &missing)
}
