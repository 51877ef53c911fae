//! Texts as vectors: from a server, or from a function of this program that needs none. One cache and one breaker
//! stand before any of them; start with [`Cached`].

mod cache;
mod remote;

pub use cache::{Cached, Keeping};
pub use remote::{EmbedFormat, RemoteEmbedder};

use crate::{Cancel, LlmError};
use tribunal_text::secrets::Cleared;

/// Turns texts into vectors.
pub trait Embedder: Send + Sync {
    /// One vector per text, all of one length.
    fn embed(&self, texts: &[Cleared], cancel: &Cancel) -> Result<Vec<Vec<f32>>, LlmError>;
    /// The model; vectors of different models do not compare.
    fn model(&self) -> &str;
    /// What its breaker is called by; nothing for an embedder that cannot fail.
    fn provider(&self) -> Option<&str>;
}

/// The embedded default: a function of this program.
#[derive(Debug, Clone, Copy)]
pub struct LocalEmbedder {
    /// The name of the function and its version.
    pub model: &'static str,
    /// From a text to its vector.
    pub function: fn(&str) -> Vec<f32>,
}

impl Embedder for LocalEmbedder {
    fn embed(&self, texts: &[Cleared], _: &Cancel) -> Result<Vec<Vec<f32>>, LlmError> {
        Ok(texts.iter().map(|text| (self.function)(text.text())).collect())
    }

    fn model(&self) -> &str {
        self.model
    }

    fn provider(&self) -> Option<&str> {
        None
    }
}
