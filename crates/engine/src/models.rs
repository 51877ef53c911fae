//! Models as the configuration names them, behind one router, with every call kept in the log.
//!
//! The only place that knows both `llm` and `store`. The binary hands in keys and, where there is one, the proxy.

pub mod embedding;
mod journal;
pub mod probe;
mod times;

pub use journal::StoreJournal;
pub use tribunal_llm::{
    Cancel, Delta, Entry, JournalError, Keys, Level, LlmError, Model, Recordings, Reply, Request, RequestHash, Role,
    Router, Secret, Stage, Summary, SystemClock,
};

use crate::config::{Calls, Config, Decimal, Limits, ModelEntry};
use std::sync::Arc;
use std::time::Duration;
use tribunal_llm::breaker::Tolerance;
use tribunal_llm::{
    Breakers, Caps, Clock, Journal, Money, Price, Provider, Routes, Shared, Spent, Transport, TransportSettings,
};
use tribunal_store::{AdapterMetadata, Raw};

/// What the binary knows and this crate does not.
#[derive(Clone)]
pub struct Outside {
    /// Where keys are read.
    pub keys: Arc<dyn Keys>,
    /// The proxy that the environment names.
    pub proxy: Option<String>,
    /// Headers that are sent to every model, such as who pays.
    pub headers: Vec<(&'static str, String)>,
    /// The recorded replies that `[calls]` names.
    pub recordings: Option<Arc<dyn Recordings>>,
}

/// Sets up a router for one task: what the task has bought already is found again and counts against its limits.
pub fn router(
    config: &Config,
    adapters: &[AdapterMetadata],
    raw: Raw,
    task_id: Option<&str>,
    outside: &Outside,
) -> Result<Router, LlmError> {
    let failed = |error: tribunal_store::StoreError| LlmError::Journal(error.to_string());
    let spent = raw.llm_spent(task_id).map_err(failed)?;
    let spent = Spent { tokens: spent.tokens, money: Money(spent.cost), requests: spent.requests };
    let caps = Caps::new(limits(&config.limits), spent);
    let journal = Arc::new(StoreJournal::new(raw, task_id));
    let shared = shared(config, outside, Arc::<SystemClock>::default(), journal, caps)?;
    let mut routes = routes(config, adapters);
    let entries = routes.roles.values_mut().chain(routes.overrides.values_mut());
    entries.for_each(|entry| entry.headers.clone_from(&outside.headers));
    Ok(Router::new(&routes, &shared))
}

/// What all clients of one invocation share.
fn shared(
    config: &Config,
    outside: &Outside,
    clock: Arc<dyn Clock>,
    journal: Arc<dyn Journal>,
    caps: Caps,
) -> Result<Arc<Shared>, LlmError> {
    let settings = TransportSettings { proxy: outside.proxy.clone(), ..TransportSettings::default() };
    let transport = Arc::new(Transport::new(settings)?);
    let (keys, recordings) = (Arc::clone(&outside.keys), outside.recordings.clone());
    Ok(Arc::new(Shared { transport, clock, keys, journal, caps, breakers: breakers(&config.calls), recordings }))
}

fn breakers(calls: &Calls) -> Breakers {
    let cool_down = Duration::from_secs(calls.breaker_seconds.into());
    Breakers::new(Tolerance { failures: calls.breaker_failures, cool_down })
}

/// Who answers, as configured.
pub fn routes(config: &Config, adapters: &[AdapterMetadata]) -> Routes {
    let models = &config.models;
    let roles = [
        (Role::Coding, &models.coding),
        (Role::Reasoning, &models.reasoning),
        (Role::Fast, &models.fast),
        (Role::Classifier, &models.classifier),
    ];
    let overrides = models.overrides.iter();
    Routes {
        roles: roles.into_iter().filter_map(|(role, configured)| Some((role, entry(configured)?))).collect(),
        overrides: overrides.filter_map(|(stage, configured)| Some((Stage::new(stage), entry(configured)?))).collect(),
        adapters: adapters.iter().map(|adapter| (Stage::new(&adapter.stage), adapter.name.clone())).collect(),
    }
}

/// A model as configured; without a name it is not configured at all.
fn entry(configured: &ModelEntry) -> Option<Entry> {
    let provider = configured.provider.as_deref().and_then(Provider::from_name).unwrap_or(Provider::Ollama);
    let mut entry = Entry::new(provider, configured.model.as_deref()?);
    entry.base_url.clone_from(&configured.base_url);
    entry.context_window = configured.context_window.unwrap_or(entry.context_window);
    entry.max_tokens = configured.max_tokens.unwrap_or(entry.max_tokens);
    entry.temperature = configured.temperature.map_or(0, Decimal::hundredths);
    entry.key_variable = configured.key_variable.clone().or(entry.key_variable);
    if configured.price_input.is_some() || configured.price_output.is_some() {
        let money = |price: Option<Decimal>| Money(price.map_or(0, |price| price.0));
        entry.price = Some(Price { input: money(configured.price_input), output: money(configured.price_output) });
    }
    Some(entry)
}

fn limits(limits: &Limits) -> tribunal_llm::Limits {
    const MICRO_PER_CENT: u64 = 10_000;
    let set = |limit: u64| (limit > 0).then_some(limit);
    tribunal_llm::Limits {
        tokens: set(limits.tokens),
        money: set(limits.cents).map(|cents| Money(cents.saturating_mul(MICRO_PER_CENT))),
        time: set(limits.minutes.into()).map(|minutes| Duration::from_secs(minutes * 60)),
        requests: set(limits.requests.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_providers_of_the_configuration_are_those_that_exist() {
        let schema = crate::config::schema();
        let known = schema.pointer("/properties/models/properties/coding/properties/provider/enum").expect("a list");
        let known: Vec<_> = known.as_array().expect("a list").iter().filter_map(|name| name.as_str()).collect();
        assert_eq!(known, Provider::ALL.map(Provider::name));
    }

    #[test]
    fn what_is_not_configured_is_the_providers_default() {
        let configured = ModelEntry {
            provider: Some("anthropic".to_owned()),
            model: Some("judge".to_owned()),
            price_output: Some(Decimal(15_000_000)),
            ..ModelEntry::default()
        };
        let found = entry(&configured).expect("it has a name");
        assert_eq!(found.key_variable.as_deref(), Some("ANTHROPIC_API_KEY"));
        assert_eq!(found.price, Some(Price { input: Money(0), output: Money(15_000_000) }));
        assert_eq!(found.url(), Ok("https://api.anthropic.com"));
        assert!(entry(&ModelEntry::default()).is_none());
    }
}
