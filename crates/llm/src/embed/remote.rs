//! Embeddings from a server: OpenAI's format, Ollama's, Voyage's.

use super::Embedder;
use crate::classify::Classifier;
use crate::client::Shared;
use crate::error::{Fault, FaultKind, LlmError, Problem};
use crate::providers::headers;
use crate::transport::{Appetite, Post};
use crate::{Cancel, Entry, Provider};
use serde_json::{Value, json};
use std::sync::Arc;
use tribunal_text::secrets::Cleared;

/// How a server is asked for embeddings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EmbedFormat {
    /// `/embeddings`, as OpenAI and all that are compatible serve it.
    Openai,
    /// `/api/embed`.
    Ollama,
    /// `/embeddings` with the kind of input.
    Voyage,
}

impl EmbedFormat {
    /// The format of a provider, by its name in the configuration.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "openai_compat" => Some(Self::Openai),
            "ollama" => Some(Self::Ollama),
            "voyage" => Some(Self::Voyage),
            _ => None,
        }
    }

    /// A model with the defaults of this format.
    pub fn entry(self, model: &str) -> Entry {
        match self {
            Self::Openai => Entry::new(Provider::OpenaiCompat, model),
            Self::Ollama => Entry::new(Provider::Ollama, model),
            Self::Voyage => Entry {
                base_url: Some("https://api.voyageai.com/v1".to_owned()),
                key_variable: Some("VOYAGE_API_KEY".to_owned()),
                ..Entry::new(Provider::OpenaiCompat, model)
            },
        }
    }

    fn path(self) -> &'static str {
        match self {
            Self::Openai | Self::Voyage => "/embeddings",
            Self::Ollama => "/api/embed",
        }
    }

    fn body(self, model: &str, texts: &[&str]) -> Value {
        match self {
            Self::Openai => json!({"model": model, "input": texts, "encoding_format": "float"}),
            Self::Ollama => json!({"model": model, "input": texts}),
            Self::Voyage => json!({"model": model, "input": texts, "input_type": "document"}),
        }
    }
}

/// Asks a server.
pub struct RemoteEmbedder {
    format: EmbedFormat,
    entry: Entry,
    provider: String,
    dimensions: Option<u32>,
    shared: Arc<Shared>,
}

impl RemoteEmbedder {
    /// An embedder for this model; nothing is sent yet.
    pub fn new(format: EmbedFormat, entry: Entry, shared: Arc<Shared>) -> Self {
        let address = entry.base_url.as_deref().or(entry.provider.default_url()).unwrap_or_default();
        let provider = format!("embeddings {address}");
        Self { format, entry, provider, dimensions: None, shared }
    }

    /// The same, which takes vectors of this length alone.
    #[must_use]
    pub fn with_dimensions(self, dimensions: Option<u32>) -> Self {
        Self { dimensions, ..self }
    }

    fn check_length(&self, vectors: &[Vec<f32>]) -> Result<(), LlmError> {
        let found = vectors.first().map_or(0, Vec::len);
        match self.dimensions {
            Some(wanted) if wanted as usize != found => {
                let what = format!("{} gives vectors of {found} numbers, not of {wanted}", self.entry.title());
                let hint = format!("set dimensions of [models.embedding] to {found}, or choose another model");
                Err(LlmError::setup(Problem::Model, what, hint))
            }
            _ => Ok(()),
        }
    }

    fn vectors(&self, body: &[u8], count: usize) -> Option<Vec<Vec<f32>>> {
        let value: Value = serde_json::from_slice(body).ok()?;
        let vectors: Vec<Vec<f32>> = match self.format {
            EmbedFormat::Ollama => value["embeddings"].as_array()?.iter().map(vector).collect::<Option<_>>()?,
            EmbedFormat::Openai | EmbedFormat::Voyage => {
                let mut rows: Vec<&Value> = value["data"].as_array()?.iter().collect();
                rows.sort_by_key(|row| row["index"].as_u64());
                rows.into_iter().map(|row| vector(&row["embedding"])).collect::<Option<_>>()?
            }
        };
        let length = vectors.first().map_or(0, Vec::len);
        let sound = vectors.len() == count && length > 0 && vectors.iter().all(|vector| vector.len() == length);
        sound.then_some(vectors)
    }
}

impl Embedder for RemoteEmbedder {
    fn embed(&self, texts: &[Cleared], cancel: &Cancel) -> Result<Vec<Vec<f32>>, LlmError> {
        let Shared { keys, transport, clock, .. } = self.shared.as_ref();
        let title = self.entry.title();
        let key = match &self.entry.key_variable {
            Some(variable) => Some(keys.key(variable).ok_or_else(|| {
                let what = format!("{title} needs a key and {variable} is not set");
                LlmError::setup(Problem::KeyMissing, what, format!("set {variable} in the environment"))
            })?),
            None => None,
        };
        let texts: Vec<&str> = texts.iter().map(Cleared::text).collect();
        let post = Post {
            url: format!("{}{}", self.entry.url()?, self.format.path()),
            headers: headers(self.entry.provider, key.as_ref()),
            body: Some(self.format.body(self.entry.model_tag(), &texts).to_string().into_bytes()),
            model: &title,
        };
        let answer = transport.post(post, clock.as_ref(), cancel, &mut |_| Appetite::More)?;
        if answer.status != 200 {
            return Err(Classifier { entry: &self.entry, key: key.as_ref() }.answer(&answer));
        }
        let vectors = self.vectors(&answer.body, texts.len()).ok_or_else(|| {
            LlmError::fault(&title, Fault::new(FaultKind::Malformed, "the answer holds no embeddings of the texts"))
        })?;
        self.check_length(&vectors)?;
        Ok(vectors)
    }

    fn model(&self) -> &str {
        self.entry.model_tag()
    }

    fn provider(&self) -> Option<&str> {
        Some(&self.provider)
    }
}

fn vector(value: &Value) -> Option<Vec<f32>> {
    let number = |value: &Value| value.as_f64().map(|number| number as f32).filter(|number| number.is_finite());
    value.as_array()?.iter().map(number).collect()
}
