//! What a model call costs in this process, without the server, which runs in another: CPU per call, memory of 64
//! streams at once. Linux only, for it reads `/proc`.

use anyhow::{Context, Result, bail, ensure};
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;
use tribunal_faults::{Canned, FaultServer, Format, Script};
use tribunal_llm::{
    Breakers, Cancel, Caps, Client, Entry, Limits, Model, NoJournal, NoKeys, Provider, Request, Shared, Spent,
    SystemClock, Transport, TransportSettings,
};
use tribunal_text::secrets::clear;

/// Calls per format: enough for the kernel's ticks of 10 ms to tell a tenth of a millisecond.
const CALLS: u32 = 1_000;

/// Streams at once.
const STREAMS: u32 = 64;

/// A page of text: about 500 tokens.
const WORDS: usize = 400;

/// Measures in a release build, which is what users run.
pub fn run() -> Result<()> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["run", "--release", "--quiet", "--package", "xtask", "--", "llm-measure"])
        .status()
        .context("cargo")?;
    ensure!(status.success(), "the release build could not be measured");
    Ok(())
}

/// Measures this build and prints a table.
pub fn measure() -> Result<()> {
    ensure!(!cfg!(debug_assertions), "run `cargo xtask llm`: it measures a release build");
    println!("| format | CPU per call | wall per call |\n|---|---|---|");
    let (mut server, url) = start_server()?;
    let shared = shared()?;
    let formats = [
        ("ollama", Provider::Ollama),
        ("chat completions", Provider::OpenaiCompat),
        ("responses", Provider::Openai),
        ("messages", Provider::Anthropic),
    ];
    for (name, provider) in formats {
        let client = client(provider, &url, &shared);
        ask(&client, u32::MAX)?;
        let (cpu, start) = (cpu_time()?, std::time::Instant::now());
        (0..CALLS).try_for_each(|ordinal| ask(&client, ordinal))?;
        let per_call = |time: Duration| time.as_secs_f64() * 1_000.0 / f64::from(CALLS);
        println!("| {name} | {:.2} ms | {:.2} ms |", per_call(cpu_time()? - cpu), per_call(start.elapsed()));
    }
    streams(&client(Provider::OpenaiCompat, &format!("{url}/slow"), &shared))?;
    server.kill()?;
    server.wait()?;
    Ok(())
}

/// The server's process: lives until its standard input closes.
pub fn serve() -> Result<()> {
    let server = FaultServer::answering(|received, _| {
        let format = match received.path.trim_start_matches("/slow") {
            "/api/chat" => Format::Ollama,
            "/responses" => Format::Responses,
            "/v1/messages" => Format::Anthropic,
            _ => Format::Chat,
        };
        let script = Script::stream(format, &Canned::text(&"word ".repeat(WORDS))).keep_alive();
        if received.path.starts_with("/slow") { script.drip(512, Duration::from_millis(10)) } else { script }
    });
    println!("{}", server.url());
    std::io::stdin().read_to_end(&mut Vec::new())?;
    Ok(())
}

fn start_server() -> Result<(Child, String)> {
    let mut child = Command::new(std::env::current_exe()?)
        .arg("llm-server")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .context("the server")?;
    let mut url = String::new();
    BufReader::new(child.stdout.take().context("its output")?).read_line(&mut url)?;
    Ok((child, url.trim().to_owned()))
}

fn shared() -> Result<Arc<Shared>> {
    Ok(Arc::new(Shared {
        transport: Arc::new(Transport::new(TransportSettings::default())?),
        clock: Arc::new(SystemClock::default()),
        keys: Arc::new(NoKeys),
        journal: Arc::new(NoJournal),
        caps: Caps::new(Limits::default(), Spent::default()),
        breakers: Breakers::default(),
        recordings: None,
    }))
}

fn client(provider: Provider, url: &str, shared: &Arc<Shared>) -> Client {
    let entry = Entry { base_url: Some(url.to_owned()), key_variable: None, ..Entry::new(provider, "scripted") };
    Client::new(entry, Arc::clone(shared))
}

fn ask(client: &Client, ordinal: u32) -> Result<()> {
    let mut request = Request::new("bench", clear(b"", "You answer."), clear(b"", "What is it?"));
    request.ordinal = ordinal;
    let reply = client.complete(&request, &Cancel::default(), &mut |_| {})?;
    if reply.text.len() != "word ".len() * WORDS {
        bail!("the reply is not whole");
    }
    Ok(())
}

fn streams(client: &Client) -> Result<()> {
    let before = memory("VmRSS")?;
    std::thread::scope(|scope| {
        let calls: Vec<_> = (0..STREAMS).map(|ordinal| scope.spawn(move || ask(client, ordinal))).collect();
        calls.into_iter().try_for_each(|call| call.join().unwrap_or_else(|_| bail!("a stream failed")))
    })?;
    println!("\n{STREAMS} streams at once: {} MiB at most, {before} MiB before", memory("VmHWM")?);
    Ok(())
}

/// CPU time of this process, all threads.
fn cpu_time() -> Result<Duration> {
    const TICK: Duration = Duration::from_millis(10);
    let stat = std::fs::read_to_string("/proc/self/stat")?;
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |place: usize| fields.get(place).and_then(|field| field.parse::<u32>().ok()).context("ticks");
    Ok(TICK * (ticks(11)? + ticks(12)?))
}

/// A line of this process's status, in MiB.
fn memory(name: &str) -> Result<u64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find(|line| line.starts_with(name)).context("a line of memory")?;
    let kib: u64 = line.split_whitespace().nth(1).context("a figure")?.parse()?;
    Ok(kib >> 10)
}
