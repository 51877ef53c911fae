//! What must hold with a real model: each check says what it saw, or ends the run.

use super::secrecy::{KEY, RightKey, VARIABLE};
use super::server::Server;
use anyhow::{Context, Result, bail, ensure};
use serde_json::json;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tribunal_llm::structured::{Recovered, Schema, complete};
use tribunal_llm::{
    Breakers, Cancel, Caps, Client, Delta, Entry, ImpatientClock, Limits, LlmError, Model, NoJournal, Problem,
    Provider, Request, Shared, Spent, Transport, TransportSettings,
};
use tribunal_text::secrets::clear;

/// A small model needs few words to answer; more only cost time.
const ANSWER: u32 = 48;
/// Long enough that there is a middle to stop in.
const LONG_ANSWER: u32 = 400;

/// The formats the server speaks, with where each begins.
const FORMATS: [(Provider, &str); 3] =
    [(Provider::OpenaiCompat, "/v1"), (Provider::Openai, "/v1"), (Provider::Anthropic, "")];

/// A key that is wrong is told as such, in every format.
pub fn wrong_key(server: &Server) -> Result<()> {
    for (provider, path) in FORMATS {
        let mut entry = entry(provider, &format!("{}{path}", server.url()), ANSWER);
        entry.key_variable = None;
        let result = Client::new(entry, shared()?).complete(&question("Hello?"), &Cancel::default(), &mut |_| {});
        let Err(LlmError::Setup { problem: Problem::KeyRefused, what, hint }) = result else {
            bail!("{}: {result:?}", provider.name())
        };
        println!("{}: {what}; {hint}", provider.name());
    }
    Ok(())
}

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
    let place = folder.join("repository");
    let _ = std::fs::remove_dir_all(&place);
    std::fs::create_dir_all(&place)?;
    std::fs::write(place.join("calc.py"), "def add(a, b):\n    return a + b\n")?;
    let git = |arguments: &[&str]| Command::new("git").args(arguments).current_dir(&place).status();
    ensure!(git(&["init", "--quiet"])?.success(), "git init failed");
    let asked = ["--debug", "ask", "What does the function add return?", "--json"];
    let output = tool(folder, server)?.args(asked).output()?;
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    std::fs::write(folder.join("ask.log"), [&output.stdout[..], &output.stderr[..]].concat())?;
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

/// The doctor sees what the server was started with. A server that is busy with another answer does not say it in time,
/// so it may be asked twice.
pub fn doctor(folder: &Path, server: &Server) -> Result<()> {
    let ask = || -> Result<String> {
        let output = tool(folder, server)?.args(["doctor", "--models"]).output()?;
        std::fs::write(folder.join("doctor.log"), [&output.stdout[..], &output.stderr[..]].concat())?;
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        let line = told.lines().find(|line| line.contains("reasoning: ")).context("no line about the model")?;
        Ok(line.trim().to_owned())
    };
    let knows = |line: &str| line.contains("answers") && line.contains("4096 at the server");
    let mut line = ask()?;
    if !knows(&line) {
        line = ask()?;
    }
    ensure!(knows(&line), "{line}");
    println!("tribunal doctor: {line}");
    Ok(())
}

/// The program, built, in the repository, with the server as its model.
fn tool(folder: &Path, server: &Server) -> Result<Command> {
    let mut command = Command::new(super::tool()?);
    command.current_dir(folder.join("repository")).env("HOME", folder).env(VARIABLE, KEY);
    for (name, value) in [
        ("PROVIDER", "openai_compat"),
        ("MODEL", "smollm2"),
        ("BASE_URL", &format!("{}/v1", server.url())),
        ("CONTEXT_WINDOW", "4096"),
        ("MAX_TOKENS", "300"),
        ("KEY_VARIABLE", VARIABLE),
    ] {
        command.env(format!("TRIBUNAL_MODELS_REASONING_{name}"), value);
    }
    Ok(command)
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
    Ok(Client::new(entry(provider, url, most), shared()?))
}

fn entry(provider: Provider, url: &str, most: u32) -> Entry {
    let mut entry = Entry::new(provider, "smollm2");
    entry.base_url = Some(url.to_owned());
    entry.key_variable = Some(VARIABLE.to_owned());
    entry.max_tokens = most;
    entry.context_window = 4_096;
    entry
}

fn shared() -> Result<Arc<Shared>> {
    Ok(Arc::new(Shared {
        transport: Arc::new(Transport::new(TransportSettings::default())?),
        clock: Arc::<ImpatientClock>::default(),
        keys: Arc::new(RightKey),
        journal: Arc::new(NoJournal),
        caps: Caps::new(Limits::default(), Spent::default()),
        breakers: Breakers::default(),
        recordings: None,
    }))
}
