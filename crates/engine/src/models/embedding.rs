//! The embedder as the configuration names it, behind its cache and its breaker; without any configuration, the one that
//! is part of this program and needs no network.

use super::{Outside, breakers, shared};
use crate::config::{Config, Convergence, EmbeddingEntry};
use crate::doctor::Check;
use std::sync::Arc;
use std::time::Duration;
use tribunal_llm::embed::{Cached, EmbedFormat, Keeping, LocalEmbedder, RemoteEmbedder};
use tribunal_llm::{Cancel, Caps, Entry, Limits, LlmError, NoJournal, Problem, Spent, SystemClock};
use tribunal_text::embedding::{DIMENSIONS, MODEL, embed};
use tribunal_text::secrets::clear;

/// What `[models.embedding]` says unless it says otherwise.
const EMBEDDED: &str = "embedded";

/// The embedder that is configured; nothing is sent yet.
pub fn embedder(config: &Config, outside: &Outside) -> Result<Cached, LlmError> {
    embedder_keeping(config, outside, Keeping::default())
}

/// The embedder for the cascade of `polish`, which has a cache and a breaker of its own measure.
pub fn of_convergence(config: &Config, outside: &Outside) -> Result<Cached, LlmError> {
    let rules = &config.polish.convergence;
    let mut calls = config.clone();
    calls.calls.breaker_failures = rules.breaker_threshold;
    embedder_keeping(&calls, outside, keeping(rules))
}

fn keeping(rules: &Convergence) -> Keeping {
    let time = Duration::from_secs(u64::from(rules.cache_ttl_min) * 60);
    Keeping { most: rules.cache_size as usize, time }
}

fn embedder_keeping(config: &Config, outside: &Outside, keeping: Keeping) -> Result<Cached, LlmError> {
    let configured = &config.models.embedding;
    let clock = Arc::<SystemClock>::default();
    let Some((format, entry)) = remote(configured)? else {
        check_embedded(configured)?;
        let local = LocalEmbedder { model: MODEL, function: embed };
        return Ok(Cached::new(Box::new(local), clock, &breakers(&config.calls)).keeping(keeping));
    };
    let caps = Caps::new(Limits::default(), Spent::default());
    let shared = shared(config, outside, Arc::clone(&clock) as _, Arc::new(NoJournal), caps)?;
    let remote = RemoteEmbedder::new(format, entry, Arc::clone(&shared)).with_dimensions(configured.dimensions);
    Ok(Cached::new(Box::new(remote), clock, &shared.breakers).keeping(keeping))
}

/// Which embedder is in use, without asking anybody.
pub fn configured(config: &Config) -> Check {
    match remote(&config.models.embedding) {
        Ok(None) => embedded(config),
        Ok(Some((_, entry))) => Check::ok(NAME, format!("{}; `tribunal doctor --models` asks it", entry.title())),
        Err(error) => Check::warning(NAME, error.to_string(), error.hint()),
    }
}

/// Which embedder is in use, and whether it answers with vectors of the right length.
pub fn asked(config: &Config, outside: &Outside) -> Check {
    let Ok(Some((_, entry))) = remote(&config.models.embedding) else { return configured(config) };
    let vector = embedder(config, outside)
        .and_then(|embedder| embedder.embed(&clear(b"", "a text for the doctor"), &Cancel::default()));
    match vector {
        Ok(vector) => Check::ok(NAME, format!("{} answers with vectors of {} numbers", entry.title(), vector.len())),
        Err(error) => Check::warning(NAME, error.to_string(), error.hint()),
    }
}

/// What the doctor calls it.
const NAME: &str = "embedder";

fn embedded(config: &Config) -> Check {
    match check_embedded(&config.models.embedding) {
        Ok(()) => Check::ok(NAME, format!("{EMBEDDED}: {MODEL}, vectors of {DIMENSIONS} numbers, no network")),
        Err(error) => Check::warning(NAME, error.to_string(), error.hint()),
    }
}

/// The server that is configured, if the vectors come from one.
fn remote(configured: &EmbeddingEntry) -> Result<Option<(EmbedFormat, Entry)>, LlmError> {
    let provider = configured.provider.as_deref().unwrap_or(EMBEDDED);
    let Some(format) = EmbedFormat::from_name(provider) else { return Ok(None) };
    let Some(model) = &configured.model else {
        return Err(wrong(
            format!("[models.embedding] names {provider}, but no model"),
            "set its model, or leave the section out for the embedder that needs none",
        ));
    };
    let mut entry = format.entry(model);
    entry.base_url = configured.base_url.clone().or(entry.base_url);
    entry.key_variable = configured.key_variable.clone().or(entry.key_variable);
    Ok(Some((format, entry)))
}

/// Other keys than the provider say that somebody expects a server.
fn check_embedded(configured: &EmbeddingEntry) -> Result<(), LlmError> {
    let EmbeddingEntry { model, base_url, dimensions, .. } = configured;
    if base_url.is_some() || model.as_deref().is_some_and(|model| model != MODEL) {
        return Err(wrong(
            "[models.embedding] names a model or a server, but the embedder is the embedded one".to_owned(),
            "set its provider to ollama, openai_compat or voyage",
        ));
    }
    if dimensions.is_some_and(|wanted| wanted as usize != DIMENSIONS) {
        let what = format!("the embedded embedder gives vectors of {DIMENSIONS} numbers, and others are configured");
        return Err(wrong(what, "leave dimensions of [models.embedding] out, or choose another provider"));
    }
    Ok(())
}

fn wrong(what: String, hint: &str) -> LlmError {
    LlmError::Setup { problem: Problem::Model, what, hint: hint.to_owned() }
}

#[cfg(test)]
mod tests;
