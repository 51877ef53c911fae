//! Correct replies in the four wire formats, as events that can be cut, doubled, left out or put together wrongly.

mod anthropic;
mod chat;
mod ollama;
mod responses;

/// A wire format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// `/api/chat`, one JSON per line.
    Ollama,
    /// `/chat/completions`, server-sent events.
    Chat,
    /// `/responses`, server-sent events.
    Responses,
    /// `/v1/messages`, server-sent events.
    Anthropic,
}

/// How a reply ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// All was said.
    Stop,
    /// The limit of tokens was reached.
    Length,
    /// The provider's filter stopped it.
    Filtered,
    /// The model calls a tool.
    ToolCall,
}

/// What a reply says.
#[derive(Debug, Clone)]
#[must_use]
pub struct Canned {
    /// The text.
    pub text: String,
    /// What the model thinks before, if it says so.
    pub reasoning: String,
    /// The model that answers.
    pub model: String,
    /// Tokens in and out; absent if the server does not tell.
    pub usage: Option<(u64, u64)>,
    /// How it ends.
    pub end: End,
}

impl Canned {
    /// A reply that ends well.
    pub fn text(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            reasoning: String::new(),
            model: "scripted".to_owned(),
            usage: Some((11, 7)),
            end: End::Stop,
        }
    }

    /// The same with another end.
    pub fn ending(mut self, end: End) -> Self {
        self.end = end;
        self
    }

    /// The same after some thinking.
    pub fn thinking(mut self, reasoning: &str) -> Self {
        reasoning.clone_into(&mut self.reasoning);
        self
    }

    /// The same without usage.
    pub fn uncounted(mut self) -> Self {
        self.usage = None;
        self
    }
}

impl Format {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Ollama, Self::Chat, Self::Responses, Self::Anthropic];

    /// The content type of a stream.
    pub fn content_type(self) -> &'static str {
        match self {
            Self::Ollama => "application/x-ndjson",
            Self::Chat | Self::Responses | Self::Anthropic => "text/event-stream",
        }
    }

    /// A reply, event by event as bytes.
    pub fn events(self, canned: &Canned) -> Vec<Vec<u8>> {
        match self {
            Self::Ollama => ollama::events(canned),
            Self::Chat => chat::events(canned),
            Self::Responses => responses::events(canned),
            Self::Anthropic => anthropic::events(canned),
        }
    }

    /// An error told within a stream, as this format tells it.
    pub fn error_event(self, kind: &str, message: &str) -> Vec<u8> {
        match self {
            Self::Ollama => ollama::error(message),
            Self::Chat => chat::error(kind, message),
            Self::Responses => responses::error(kind, message),
            Self::Anthropic => anthropic::error(kind, message),
        }
    }

    /// The body of an answer that is an error.
    pub fn error_body(self, kind: &str, message: &str) -> String {
        let body = match self {
            Self::Ollama => serde_json::json!({"error": message}),
            Self::Chat | Self::Responses => {
                serde_json::json!({"error": {"message": message, "type": kind, "code": kind, "param": null}})
            }
            Self::Anthropic => serde_json::json!({"type": "error", "error": {"type": kind, "message": message}}),
        };
        body.to_string()
    }
}

/// A named event.
fn event(name: &str, data: &serde_json::Value) -> Vec<u8> {
    format!("event: {name}\ndata: {data}\n\n").into_bytes()
}

/// The text in pieces of a few characters, as models send it.
fn pieces(text: &str) -> Vec<String> {
    const PIECE: usize = 7;
    let characters: Vec<char> = text.chars().collect();
    characters.chunks(PIECE).map(|piece| piece.iter().collect()).collect()
}
