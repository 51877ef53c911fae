//! What must hold with a real model: each check says what it saw, or ends the run.

use super::server::Server;
use anyhow::{Context, Result, bail, ensure};
use serde_json::json;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tribunal_llm::structured::{Recovered, Schema, complete};
use tribunal_llm::{
    Breakers, Cancel, Caps, Client, Delta, Entry, ImpatientClock, Limits, LlmError, Model, NoJournal, NoKeys, Provider,
    Request, Shared, Spent, Transport, TransportSettings,
};
use tribunal_text::secrets::clear;

/// A small model needs few words to answer; more only cost time.
const ANSWER: u32 = 48;
/// Long enough that there is a middle to stop in.
const LONG_ANSWER: u32 = 400;

/// The formats the server speaks, with where each begins.
const FORMATS: [(Provider, &str); 3] =
    [(Provider::OpenaiCompat, "/v1"), (Provider::Openai, "/v1"), (Provider::Anthropic, "")];

/// Completion and streaming in every format.
pub fn formats(server: &Server) -> Result<()> {
    for (provider, path) in FORMATS {
        let client = client(provider, &format!("{}{path}", server.url()), ANSWER)?;
        let (mut pieces, mut heard) = (0, String::new());
        let result = client.complete(&question("Name one colour."), &Cancel::default(), &mut |delta| {
            if let Delta::Text(text) = delta {
                pieces += 1;
                heard.push_str(text);
            }
        });
        // A model this small may talk until it is cut; that it was cut must be told.
        let text = match result {
            Ok(reply) => reply.text,
            Err(LlmError::CutByLength { text, .. }) => text,
            Err(error) => bail!("{}: {error}", provider.name()),
        };
        ensure!(!text.trim().is_empty() && heard == text, "{}: heard {heard:?}, got {text:?}", provider.name());
        ensure!(pieces > 1, "{}: the answer came in one piece", provider.name());
        println!("{}: {pieces} pieces, {} characters", provider.name(), text.chars().count());
    }
    Ok(())
}

/// JSON that the server constrains by a schema, valid by a validator of our own.
pub fn value(server: &Server) -> Result<()> {
    let document = json!({
        "type": "object",
        "properties": {"colour": {"enum": ["red", "green", "blue"]}, "count": {"type": "integer", "maximum": 9}},
        "required": ["colour", "count"],
        "additionalProperties": false,
    });
    let schema = Schema::new(document)?;
    let client = client(Provider::OpenaiCompat, &format!("{}/v1", server.url()), ANSWER)?;
    let answer = complete(&client, &question("Choose a colour and a count."), &schema, &Cancel::default())?;
    let Recovered::Parsed { value, .. } = answer.recovered else { bail!("no value: {answer:?}") };
    ensure!(schema.accepts(&value), "{value} is not valid");
    println!("a value valid by its schema: {value}");
    Ok(())
}

/// Cancellation in the middle of a stream.
pub fn stopping(server: &Server) -> Result<()> {
    for (provider, path) in FORMATS {
        let client = client(provider, &format!("{}{path}", server.url()), LONG_ANSWER)?;
        let (cancel, started) = (Cancel::default(), Instant::now());
        let mut stopped = None;
        let result = client.complete(&question("Tell a long story."), &cancel, &mut |_| {
            cancel.cancel();
            stopped.get_or_insert_with(Instant::now);
        });
        ensure!(result == Err(LlmError::Cancelled), "{}: {result:?}", provider.name());
        let after = stopped.context("nothing was heard")?.elapsed();
        ensure!(after < Duration::from_secs(5), "{}: {after:?} after it was stopped", provider.name());
        println!("{}: stopped in the middle, after {} ms", provider.name(), started.elapsed().as_millis());
    }
    Ok(())
}

/// The program itself: a question about a small repository.
pub fn program(folder: &Path, server: &Server) -> Result<()> {
    let tool = super::tool()?;
    let place = folder.join("repository");
    let _ = std::fs::remove_dir_all(&place);
    std::fs::create_dir_all(&place)?;
    std::fs::write(place.join("calc.py"), "def add(a, b):\n    return a + b\n")?;
    let git = |arguments: &[&str]| Command::new("git").args(arguments).current_dir(&place).status();
    ensure!(git(&["init", "--quiet"])?.success(), "git init failed");
    let output = Command::new(tool)
        .args(["ask", "What does the function add return?", "--json"])
        .current_dir(&place)
        .env("HOME", folder)
        .env("TRIBUNAL_MODELS_REASONING_PROVIDER", "openai_compat")
        .env("TRIBUNAL_MODELS_REASONING_MODEL", "smollm2")
        .env("TRIBUNAL_MODELS_REASONING_BASE_URL", format!("{}/v1", server.url()))
        .env("TRIBUNAL_MODELS_REASONING_CONTEXT_WINDOW", "4096")
        .env("TRIBUNAL_MODELS_REASONING_MAX_TOKENS", "300")
        .output()?;
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    let runs = std::fs::read_dir(place.join(".tribunal/runs"))?.count();
    ensure!(runs == 1, "the run is not kept: {told}");
    if output.status.success() {
        let report: serde_json::Value = serde_json::from_slice(&output.stdout)?;
        println!("tribunal ask: {}", report["answer"]);
    } else {
        ensure!(told.contains("cut at its limit of tokens") && told.contains("answer.partial.md"), "{told}");
        println!("tribunal ask: the answer was cut, told as such, and kept");
    }
    Ok(())
}

/// The server killed in the middle of a stream: an error, never half an answer.
pub fn dying(server: &mut Server) -> Result<()> {
    let client = client(Provider::OpenaiCompat, &format!("{}/v1", server.url()), LONG_ANSWER)?;
    let mut killed = None;
    let result = client.complete(&question("Tell another long story."), &Cancel::default(), &mut |_| {
        if killed.is_none() {
            killed = Some(server.kill());
        }
    });
    killed.context("nothing was heard before the end")??;
    let Err(LlmError::Fault { fault, attempts, .. }) = &result else { bail!("after the server died: {result:?}") };
    println!("the server died in the middle: told after {attempts} attempts ({fault})");
    Ok(())
}

fn question(text: &str) -> Request {
    Request::new("real", clear(b"", "You answer briefly."), clear(b"", text))
}

fn client(provider: Provider, url: &str, most: u32) -> Result<Client> {
    let mut entry = Entry::new(provider, "smollm2");
    entry.base_url = Some(url.to_owned());
    entry.key_variable = None;
    entry.max_tokens = most;
    entry.context_window = 4_096;
    let shared = Shared {
        transport: Arc::new(Transport::new(TransportSettings::default())?),
        clock: Arc::<ImpatientClock>::default(),
        keys: Arc::new(NoKeys),
        journal: Arc::new(NoJournal),
        caps: Caps::new(Limits::default(), Spent::default()),
        breakers: Breakers::default(),
        recordings: None,
    };
    Ok(Client::new(entry, Arc::new(shared)))
}
