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

/// How long an agent that has answered may take to end.
const GRACE: Duration = Duration::from_secs(2);

/// Runs what the body says and hands on its output as it comes; blocks until the end.
pub(crate) fn run(
    model: &str,
    body: &Value,
    timeouts: &Timeouts,
    cancel: &Cancel,
    take: &mut dyn FnMut(&[u8]) -> Appetite,
) -> Result<Vec<u8>, LlmError> {
    let mut child = start(model, body)?;
    ask(&mut child, body["input"].as_str().unwrap_or_default());
    let complaints = complaints(&mut child);
    let output = listen(&mut child);
    let result = follow(model, &output, timeouts, cancel, take);
    drop(output);
    let ended_well = end(&mut child, if result.is_ok() { GRACE } else { Duration::ZERO });
    let Heard { bytes, whole } = result?;
    if whole || ended_well {
        return Ok(bytes);
    }
    let complaint = complaints.recv_timeout(GRACE).unwrap_or_default();
    if complaint.is_empty() && !bytes.is_empty() {
        return Ok(bytes);
    }
    Err(LlmError::fault(model, Fault::new(FaultKind::Process, format!("the agent failed: {complaint}"))))
}

/// What came, and whether it is all that was wanted.
struct Heard {
    bytes: Vec<u8>,
    whole: bool,
}

/// An agent that does not read its question says so by how it ends; nobody waits for it.
fn ask(child: &mut Child, input: &str) {
    let input = input.to_owned();
    if let Some(mut pipe) = child.stdin.take() {
        thread::spawn(move || pipe.write_all(input.as_bytes()));
    }
}

/// What it complains about, once it is done with it.
fn complaints(child: &mut Child) -> Receiver<String> {
    let (sender, receiver) = sync_channel(1);
    if let Some(pipe) = child.stderr.take() {
        thread::spawn(move || sender.send(complaint(pipe)));
    }
    receiver
}

/// Whether it ended well by itself; who does not end in time is ended, with all it has started.
fn end(child: &mut Child, patience: Duration) -> bool {
    let start = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return status.success(),
            Ok(None) if start.elapsed() < patience => thread::sleep(LOOK),
            Ok(None) | Err(_) => break,
        }
    }
    kill_group(child.id());
    let _ = child.kill();
    let _ = child.wait();
    false
}

/// An agent's own children would live on; the standard library cannot signal a group, and ours may not be unsafe.
#[cfg(unix)]
fn kill_group(leader: u32) {
    let mut command = Command::new("kill");
    command.args(["-KILL", "--", &format!("-{leader}")]).stderr(Stdio::null());
    let _ = command.status();
}

#[cfg(not(unix))]
fn kill_group(_: u32) {}

fn start(model: &str, body: &Value) -> Result<Child, LlmError> {
    let program = body["program"].as_str().unwrap_or_default();
    let arguments = body["arguments"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let mut command = Command::new(program);
    command.args(arguments).current_dir(NEUTRAL_FOLDER);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
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
) -> Result<Heard, LlmError> {
    let fault = |kind, what: &str| Err(LlmError::fault(model, Fault::new(kind, what)));
    let mut bytes = Vec::new();
    let start = Instant::now();
    let mut last = start;
    loop {
        if cancel.is_set() {
            return Err(LlmError::Cancelled);
        }
        if let Some((phase, what)) = too_late(bytes.is_empty(), start.elapsed(), last.elapsed(), timeouts) {
            return fault(FaultKind::Timeout(phase), what);
        }
        match output.recv_timeout(LOOK) {
            Ok(Ok(piece)) => {
                bytes.extend_from_slice(&piece);
                last = Instant::now();
                if bytes.len() > MOST_BYTES {
                    return fault(FaultKind::TooLarge, "the agent never stops answering");
                }
                if take(&piece) == Appetite::Enough {
                    return Ok(Heard { bytes, whole: true });
                }
            }
            Ok(Err(_)) => return fault(FaultKind::Truncated, "the agent's output broke off"),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(Heard { bytes, whole: false }),
        }
    }
}

fn too_late(silent: bool, total: Duration, idle: Duration, timeouts: &Timeouts) -> Option<(Phase, &'static str)> {
    if total > timeouts.total {
        Some((Phase::Total, "the agent did not come to an end"))
    } else if silent && idle > timeouts.first_byte {
        Some((Phase::FirstByte, "the agent says nothing"))
    } else if !silent && idle > timeouts.idle {
        Some((Phase::Idle, "the agent stopped answering"))
    } else {
        None
    }
}
