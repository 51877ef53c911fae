//! Asking each configured model something small, to say what works: used by `doctor`, never by a stage.

use super::{Outside, routes, shared};
use crate::config::Config;
use crate::doctor::Check;
use std::sync::Arc;
use tribunal_llm::inspect::{self, Tools};
use tribunal_llm::structured::{Recovered, Schema, complete};
use tribunal_llm::{
    Cancel, Caps, Client, Entry, ImpatientClock, Limits, LlmError, Model, NoJournal, Provider, Request, Shared, Spent,
};
use tribunal_text::secrets::clear;

/// Room for a word, and for a model that thinks before it.
const ANSWER: u32 = 256;

/// What is configured, without asking anybody.
pub fn configured(config: &Config) -> Vec<Check> {
    let entries = routes(config, &[]);
    let described = |(name, entry): (String, &Entry)| {
        let (title, window) = (entry.title(), entry.context_window);
        Check::ok("model", format!("{name}: {title}, {window} tokens; `tribunal doctor --models` asks it"))
    };
    named(&entries).into_iter().map(described).collect()
}

/// Asks every configured model whether it answers, by a schema and with a tool, and its server how much it can read.
pub fn asked(config: &Config, outside: &Outside) -> Result<Vec<Check>, LlmError> {
    let caps = Caps::new(Limits::default(), Spent::default());
    // What the doctor is told is no recording.
    let alone = Outside { recordings: None, ..outside.clone() };
    let shared = shared(config, &alone, Arc::<ImpatientClock>::default(), Arc::new(NoJournal), caps)?;
    let routes = routes(config, &[]);
    let asked = |(name, entry): (String, &Entry)| match entry.provider {
        Provider::Replay => replayed(&name, config),
        _ => probe(&name, entry, &shared),
    };
    Ok(named(&routes).into_iter().map(asked).collect())
}

fn replayed(name: &str, config: &Config) -> Check {
    match &config.calls.recordings {
        Some(folder) => Check::ok("model", format!("{name}: replay, recorded replies of {folder}")),
        None => Check::warning(
            "model",
            format!("{name}: replay without recordings"),
            "name their folder in `recordings` of [calls]",
        ),
    }
}

fn named(routes: &tribunal_llm::Routes) -> Vec<(String, &Entry)> {
    let roles = routes.roles.iter().map(|(role, entry)| (role.name().to_owned(), entry));
    let overrides = routes.overrides.iter().map(|(stage, entry)| (stage.to_string(), entry));
    roles.chain(overrides).collect()
}

fn probe(name: &str, entry: &Entry, shared: &Arc<Shared>) -> Check {
    let entry = Entry { max_tokens: entry.max_tokens.min(ANSWER), ..entry.clone() };
    let client = Client::new(entry.clone(), Arc::clone(shared));
    let question = Request::new("doctor", clear(b"", "You answer with one word."), clear(b"", "Say ok."));
    match client.complete(&question, &Cancel::default(), &mut |_| {}) {
        // Whoever talks too long answers, too.
        Ok(_) | Err(LlmError::CutByLength { .. }) => {}
        Err(error) => return Check::warning("model", format!("{name}: {error}"), error.hint()),
    }
    let schema = if answers_by_schema(&client, &question) { "follows a schema" } else { "does not follow a schema" };
    let tools = tools_in_words(inspect::tools(&entry, &told_to_look(), shared, &Cancel::default()));
    let found = format!("{name}: {} answers, {schema}, {tools}", entry.title());
    window_check(name, &found, entry.context_window, inspect::window(&entry, shared, &Cancel::default()))
}

fn told_to_look() -> Request {
    let question = "What is the weather? Call the tool `look` to find out.";
    Request::new("doctor", clear(b"", "You call tools."), clear(b"", question))
}

fn tools_in_words(tools: Tools) -> &'static str {
    match tools {
        Tools::Called => "calls tools",
        Tools::NotCalled => "does not call a tool when told to",
        Tools::Refused => "cannot be given tools there",
        Tools::Unknown => "whether it calls tools is unknown",
    }
}

/// A server with a smaller window than configured cuts prompts or refuses them.
fn window_check(name: &str, found: &str, configured: u32, server: Option<u32>) -> Check {
    match server {
        None => Check::ok("model", format!("{found}; {configured} tokens as configured, the server does not say")),
        Some(real) if real < configured => Check::warning(
            "model",
            format!("{found}; {configured} tokens configured, but only {real} at the server"),
            format!("set context_window of {name} to {real}, or start the server with more"),
        ),
        Some(real) => Check::ok("model", format!("{found}; {configured} tokens configured, {real} at the server")),
    }
}

fn answers_by_schema(client: &Client, question: &Request) -> bool {
    let document = serde_json::json!({
        "type": "object", "properties": {"ok": {"type": "boolean"}}, "required": ["ok"], "additionalProperties": false
    });
    let Ok(schema) = Schema::new(document) else { return false };
    let answer = complete(client, question, &schema, &Cancel::default());
    answer.is_ok_and(|answer| matches!(answer.recovered, Recovered::Parsed { .. }))
}
