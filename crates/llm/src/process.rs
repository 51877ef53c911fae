//! The agent's process as a transport: the question on its standard input, events on its standard output.

use crate::Cancel;
use crate::error::{Fault, FaultKind, LlmError, Phase, Problem};
use crate::transport::{Appetite, MOST_BYTES, Timeouts};
use serde_json::Value;
use std::io::{self, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// How often a waiting call looks whether it shall stop.
const LOOK: Duration = Duration::from_millis(50);

/// The most of what the program complains about that is repeated.
const MOST_COMPLAINT: usize = 2_000;

/// The root: a folder that holds no instructions of a project for the agent to obey.
const NEUTRAL_FOLDER: &str = "/";

/// Runs what the body says and hands on its output as it comes; blocks until the end.
pub(crate) fn run(
    model: &str,
    body: &Value,
    timeouts: &Timeouts,
    cancel: &Cancel,
    take: &mut dyn FnMut(&[u8]) -> Appetite,
) -> Result<Vec<u8>, LlmError> {
    let mut child = start(model, body)?;
    let input = body["input"].as_str().unwrap_or_default().to_owned();
    let mut stdin = child.stdin.take();
    // An agent that does not read its question says so by how it ends.
    let asking = thread::spawn(move || stdin.take().map(|mut pipe| pipe.write_all(input.as_bytes())));
    let complaints = child.stderr.take().map(|pipe| thread::spawn(move || complaint(pipe)));
    let output = listen(&mut child);
    let result = follow(model, &output, timeouts, cancel, take);
    drop(output);
    if result.is_err() {
        let _ = child.kill();
    }
    let status = child.wait();
    let _ = asking.join();
    let complaint = complaints.and_then(|thread| thread.join().ok()).unwrap_or_default();
    let bytes = result?;
    match status {
        Ok(status) if status.success() || !bytes.is_empty() => Ok(bytes),
        _ => Err(LlmError::fault(model, Fault::new(FaultKind::Process, format!("the agent failed: {complaint}")))),
    }
}

fn start(model: &str, body: &Value) -> Result<Child, LlmError> {
    let program = body["program"].as_str().unwrap_or_default();
    let arguments = body["arguments"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let mut command = Command::new(program);
    command.args(arguments).current_dir(NEUTRAL_FOLDER);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().map_err(|error| {
        let hint = "install it, or name the program in base_url of this model";
        LlmError::setup(Problem::Program, format!("{model}: `{program}` cannot be started: {error}"), hint)
    })
}

fn listen(child: &mut Child) -> Receiver<io::Result<Vec<u8>>> {
    const PIECES_WAITING: usize = 16;
    let (sender, receiver) = sync_channel(PIECES_WAITING);
    if let Some(pipe) = child.stdout.take() {
        thread::spawn(move || pump(pipe, &sender));
    }
    receiver
}

fn pump(mut pipe: impl Read, sender: &SyncSender<io::Result<Vec<u8>>>) {
    let mut buffer = vec![0; 16 << 10];
    loop {
        let piece = match pipe.read(&mut buffer) {
            Ok(0) => return,
            Ok(count) => Ok(buffer[..count].to_vec()),
            Err(error) => Err(error),
        };
        let failed = piece.is_err();
        if sender.send(piece).is_err() || failed {
            return;
        }
    }
}

fn complaint(pipe: impl Read) -> String {
    let mut text = Vec::new();
    let _ = pipe.take(MOST_COMPLAINT as u64).read_to_end(&mut text);
    String::from_utf8_lossy(&text).trim().to_owned()
}

fn follow(
    model: &str,
    output: &Receiver<io::Result<Vec<u8>>>,
    timeouts: &Timeouts,
    cancel: &Cancel,
    take: &mut dyn FnMut(&[u8]) -> Appetite,
) -> Result<Vec<u8>, LlmError> {
    let fault = |kind, what: &str| Err(LlmError::fault(model, Fault::new(kind, what)));
    let mut bytes = Vec::new();
    let start = Instant::now();
    let mut last = start;
    loop {
        if cancel.is_set() {
            return Err(LlmError::Cancelled);
        }
        let limit = if bytes.is_empty() { timeouts.first_byte } else { timeouts.idle };
        if start.elapsed() > timeouts.total || last.elapsed() > limit {
            return fault(FaultKind::Timeout(Phase::Idle), "the agent stopped answering");
        }
        match output.recv_timeout(LOOK) {
            Ok(Ok(piece)) => {
                bytes.extend_from_slice(&piece);
                last = Instant::now();
                if bytes.len() > MOST_BYTES {
                    return fault(FaultKind::TooLarge, "the agent never stops answering");
                }
                take(&piece);
            }
            Ok(Err(_)) => return fault(FaultKind::Truncated, "the agent's output broke off"),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(bytes),
        }
    }
}
