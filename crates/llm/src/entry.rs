//! One configured model: who serves it, where, how much it can read, what it costs.

use crate::error::{LlmError, Problem};
use crate::reply::Price;
use tribunal_text::tokens::Vocabulary;

/// Who serves a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Provider {
    /// A local Ollama server.
    Ollama,
    /// Chat completions: vLLM, llama-server, LM Studio and many others.
    OpenaiCompat,
    /// The Responses API.
    Openai,
    /// Messages.
    Anthropic,
    /// The user's own agent on the command line.
    ClaudeCode,
    /// Chat completions for the stages of `learn` alone.
    RemoteApi,
    /// Recorded replies.
    Replay,
}

/// What differs between providers before the first byte is sent.
struct Row {
    name: &'static str,
    url: Option<&'static str>,
    key: Option<&'static str>,
    window: u32,
}

impl Provider {
    /// All of them, in the order of messages.
    pub const ALL: [Self; 7] = [
        Self::Ollama,
        Self::OpenaiCompat,
        Self::Openai,
        Self::Anthropic,
        Self::ClaudeCode,
        Self::RemoteApi,
        Self::Replay,
    ];

    /// The name in configuration and messages.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The provider of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|provider| provider.name() == name)
    }

    /// Where it is served if nothing is configured.
    pub fn default_url(self) -> Option<&'static str> {
        self.row().url
    }

    /// The variable that holds its key if nothing is configured; local servers need none.
    pub fn default_key(self) -> Option<&'static str> {
        self.row().key
    }

    /// What its models can read at least, in tokens.
    pub fn default_window(self) -> u32 {
        self.row().window
    }

    fn row(self) -> Row {
        const LOCAL_WINDOW: u32 = 8_192; // what small local models are started with
        const LARGE_WINDOW: u32 = 128_000; // the least of the current hosted models
        let row = |name, url, key, window| Row { name, url, key, window };
        match self {
            Self::Ollama => row("ollama", Some("http://127.0.0.1:11434"), None, LOCAL_WINDOW),
            Self::OpenaiCompat => row("openai_compat", Some("http://127.0.0.1:8080/v1"), None, LOCAL_WINDOW),
            Self::Openai => row("openai", Some("https://api.openai.com/v1"), Some("OPENAI_API_KEY"), LARGE_WINDOW),
            Self::Anthropic => {
                row("anthropic", Some("https://api.anthropic.com"), Some("ANTHROPIC_API_KEY"), LARGE_WINDOW)
            }
            Self::ClaudeCode => row("claude_code", None, None, LARGE_WINDOW),
            Self::RemoteApi => row("remote_api", None, Some("TRIBUNAL_REMOTE_API_KEY"), LARGE_WINDOW),
            Self::Replay => row("replay", None, None, LARGE_WINDOW),
        }
    }
}

/// A model as it is configured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Who serves it.
    pub provider: Provider,
    /// Its name there.
    pub model: String,
    /// Where; for `claude_code` the program.
    pub base_url: Option<String>,
    /// Tokens of prompt and answer together.
    pub context_window: u32,
    /// The most tokens of an answer.
    pub max_tokens: u32,
    /// In hundredths.
    pub temperature: u32,
    /// What it costs, if it costs.
    pub price: Option<Price>,
    /// The variable that holds the key.
    pub key_variable: Option<String>,
    /// How its tokens are counted before it is asked.
    pub vocabulary: Vocabulary,
    /// Headers that are sent along, such as who pays.
    pub headers: Vec<(&'static str, String)>,
    /// An adapter that is asked for instead of the model, by its tag.
    pub adapter: Option<String>,
}

/// Room for an answer if nothing is configured: a few screens, and half of the smallest window.
const DEFAULT_MAX_TOKENS: u32 = 4_096;

impl Entry {
    /// A model with the defaults of its provider.
    pub fn new(provider: Provider, model: &str) -> Self {
        Self {
            provider,
            model: model.to_owned(),
            base_url: None,
            context_window: provider.default_window(),
            max_tokens: DEFAULT_MAX_TOKENS,
            temperature: 0,
            price: None,
            key_variable: provider.default_key().map(str::to_owned),
            vocabulary: if provider == Provider::Openai { Vocabulary::O200k } else { Vocabulary::Approximate },
            headers: Vec::new(),
            adapter: None,
        }
    }

    /// The name that is sent: of the adapter if one is active.
    pub fn model_tag(&self) -> &str {
        self.adapter.as_deref().unwrap_or(&self.model)
    }

    /// How the model is called in messages: `ollama/qwen3`.
    pub fn title(&self) -> String {
        format!("{}/{}", self.provider.name(), self.model_tag())
    }

    /// The server's address, without a slash at its end.
    pub fn url(&self) -> Result<&str, LlmError> {
        let url = self.base_url.as_deref().or(self.provider.default_url()).unwrap_or_default().trim_end_matches('/');
        let rest = url.strip_prefix("http://").or_else(|| url.strip_prefix("https://"));
        let authority = rest.and_then(|rest| rest.split('/').next()).unwrap_or_default();
        if authority.is_empty() {
            let what = format!("{} has no usable base_url", self.title());
            return Err(LlmError::setup(Problem::Address, what, "set base_url to http:// or https:// and a host"));
        }
        if authority.contains('@') {
            let what = format!("the base_url of {} holds a user name or password", self.title());
            let hint = "put the key into an environment variable and name it in key_variable";
            return Err(LlmError::setup(Problem::Address, what, hint));
        }
        Ok(url)
    }
}
