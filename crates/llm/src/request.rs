//! What is asked of a model. Every text is `Cleared`: nothing unfiltered can be sent.

use serde_json::Value;
use std::fmt;
use tribunal_domain::ContentHash;
use tribunal_text::secrets::Cleared;

/// The stage of work that asks; routing goes by it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stage(String);

impl Stage {
    /// The stage of this name.
    pub fn new(name: &str) -> Self {
        Self(name.to_owned())
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// Who says a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Speaker {
    /// The one who asks.
    User,
    /// The model, earlier.
    Assistant,
}

impl Speaker {
    /// The role in all wire formats.
    pub fn name(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Assistant => "assistant",
        }
    }
}

/// What goes first when a prompt does not fit: the least.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Priority {
    /// What went wrong the last time.
    RetryDetails,
    /// Context that helps.
    Supporting,
    /// Without it the question makes no sense; never trimmed.
    Required,
}

/// A piece of a message that is sent whole or not at all.
#[derive(Debug, Clone)]
pub struct Part {
    /// How it is called when it is trimmed.
    pub name: String,
    /// The text.
    pub text: Cleared,
    /// When it may go.
    pub priority: Priority,
}

impl Part {
    /// A part that must be sent.
    pub fn required(text: Cleared) -> Self {
        Self { name: String::new(), text, priority: Priority::Required }
    }
}

/// One turn of the conversation.
#[derive(Debug, Clone)]
pub struct Message {
    /// Who says it.
    pub speaker: Speaker,
    /// Its parts, in order; within a priority the last goes first.
    pub parts: Vec<Part>,
}

impl Message {
    /// A question in one required part.
    pub fn user(text: Cleared) -> Self {
        Self { speaker: Speaker::User, parts: vec![Part::required(text)] }
    }
}

/// How hard a model shall think, or how much it shall say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// Hardly at all.
    Minimal,
    /// Little.
    Low,
    /// As usual.
    Medium,
    /// Much.
    High,
    /// As much as it can.
    Xhigh,
}

impl Level {
    /// The word in the wire formats.
    pub fn name(self) -> &'static str {
        match self {
            Self::Minimal => "minimal",
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
            Self::Xhigh => "xhigh",
        }
    }
}

/// Whether a summary of the model's thinking is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Summary {
    /// None.
    #[default]
    None,
    /// As the provider sees fit.
    Auto,
    /// As much of it as there is.
    Detailed,
}

/// One question.
#[derive(Debug, Clone)]
pub struct Request {
    /// Who asks.
    pub stage: Stage,
    /// What the model is told to be; empty leaves it out.
    pub system: Cleared,
    /// The conversation; the last message is the question.
    pub messages: Vec<Message>,
    /// The JSON schema that the answer has to follow.
    pub schema: Option<Value>,
    /// In hundredths; the model's entry decides where it is absent.
    pub temperature: Option<u32>,
    /// The most tokens of the answer; the model's entry decides where it is absent.
    pub max_tokens: Option<u32>,
    /// Where a provider knows it.
    pub seed: Option<u64>,
    /// Where a provider knows it.
    pub effort: Option<Level>,
    /// Where a provider knows it.
    pub verbosity: Option<Level>,
    /// Where a provider knows it.
    pub summary: Summary,
    /// Raised by who wants a second answer to the same question; equal requests share one paid reply.
    pub ordinal: u32,
}

impl Request {
    /// A question with nothing but its text.
    pub fn new(stage: &str, system: Cleared, question: Cleared) -> Self {
        Self {
            stage: Stage::new(stage),
            system,
            messages: vec![Message::user(question)],
            schema: None,
            temperature: None,
            max_tokens: None,
            seed: None,
            effort: None,
            verbosity: None,
            summary: Summary::None,
            ordinal: 0,
        }
    }
}

/// What a request is known by in the journal and among recordings: of everything that decides the reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RequestHash(ContentHash);

impl RequestHash {
    /// The hash of these parts, each set off from the next by its length.
    pub(crate) fn of(parts: &[&[u8]]) -> Self {
        let mut all = Vec::new();
        for part in parts {
            all.extend_from_slice(&(part.len() as u64).to_le_bytes());
            all.extend_from_slice(part);
        }
        Self(ContentHash::of(&all))
    }

    /// The raw bytes, for keys in a database.
    pub fn as_bytes(&self) -> &[u8; 32] {
        self.0.as_bytes()
    }
}

impl fmt::Display for RequestHash {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, formatter)
    }
}
