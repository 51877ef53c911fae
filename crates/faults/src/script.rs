//! What one request gets, step by step: bytes, waits, and the way the connection ends.

use crate::format::{Canned, Format};
use std::time::Duration;

/// Told with every answer unless the connection stays open.
const CLOSING: &str = "connection: close\r\n";

/// One thing the server does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// Sends these bytes.
    Send(Vec<u8>),
    /// Sends the same bytes many times, without holding them all.
    Repeat(Vec<u8>, usize),
    /// Does nothing for a while.
    Wait(Duration),
    /// Does nothing any more, but keeps the connection open.
    Hang,
    /// Ends the connection with a reset instead of an end.
    Reset,
}

/// How the length of a body is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Framing {
    /// By a correct `content-length`.
    Length,
    /// By this `content-length`, right or wrong.
    Claimed(usize),
    /// By chunks, one per piece of the body.
    Chunked,
    /// By the end of the connection.
    UntilClose,
}

/// Status line and headers of an answer.
#[derive(Debug, Clone)]
#[must_use]
pub struct Head {
    status: u16,
    headers: Vec<(String, String)>,
}

impl Head {
    /// An answer of this status.
    pub fn new(status: u16) -> Self {
        Self { status, headers: Vec::new() }
    }

    /// One more header.
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// The answer with a body in these pieces.
    pub fn body(self, framing: Framing, pieces: &[Vec<u8>]) -> Script {
        let total: usize = pieces.iter().map(Vec::len).sum();
        let mut steps = vec![Step::Send(self.bytes(framing, total))];
        for piece in pieces.iter().filter(|piece| !piece.is_empty()) {
            steps.push(Step::Send(if framing == Framing::Chunked { chunk(piece) } else { piece.clone() }));
        }
        if framing == Framing::Chunked {
            steps.push(Step::Send(b"0\r\n\r\n".to_vec()));
        }
        Script { steps, keep_alive: false }
    }

    /// The answer with a JSON or other text as its whole body.
    pub fn text(self, body: &str) -> Script {
        self.body(Framing::Length, &[body.as_bytes().to_vec()])
    }

    fn bytes(&self, framing: Framing, total: usize) -> Vec<u8> {
        let mut head = format!("HTTP/1.1 {} Scripted\r\n", self.status);
        self.headers.iter().for_each(|(name, value)| head.push_str(&format!("{name}: {value}\r\n")));
        match framing {
            Framing::Length => head.push_str(&format!("content-length: {total}\r\n")),
            Framing::Claimed(length) => head.push_str(&format!("content-length: {length}\r\n")),
            Framing::Chunked => head.push_str("transfer-encoding: chunked\r\n"),
            Framing::UntilClose => {}
        }
        head.push_str(CLOSING);
        head.push_str("\r\n");
        head.into_bytes()
    }
}

/// The steps of one request; afterwards the connection is closed.
#[derive(Debug, Clone)]
#[must_use]
pub struct Script {
    /// In order.
    pub steps: Vec<Step>,
    pub(crate) keep_alive: bool,
}

impl Script {
    /// These bytes and nothing else.
    pub fn raw(bytes: &[u8]) -> Self {
        Self { steps: vec![Step::Send(bytes.to_vec())], keep_alive: false }
    }

    /// A correct streamed reply.
    pub fn stream(format: Format, canned: &Canned) -> Self {
        Self::events(format, &format.events(canned))
    }

    /// A streamed reply of these events.
    pub fn events(format: Format, events: &[Vec<u8>]) -> Self {
        Head::new(200).header("content-type", format.content_type()).body(Framing::Chunked, events)
    }

    /// A JSON answer.
    pub fn json(status: u16, body: &str) -> Self {
        Head::new(status).header("content-type", "application/json").text(body)
    }

    /// How many bytes it sends.
    pub fn len(&self) -> usize {
        let sent = |step: &Step| match step {
            Step::Send(bytes) => bytes.len(),
            Step::Repeat(bytes, times) => bytes.len() * times,
            Step::Wait(_) | Step::Hang | Step::Reset => 0,
        };
        self.steps.iter().map(sent).sum()
    }

    /// Whether it sends nothing.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The connection stays open for the next request.
    pub fn keep_alive(mut self) -> Self {
        if let Some(Step::Send(head)) = self.steps.first_mut() {
            *head = String::from_utf8_lossy(head).replacen(CLOSING, "", 1).into_bytes();
        }
        self.keep_alive = true;
        self
    }

    /// Closes after so many bytes.
    pub fn cut(mut self, at: usize) -> Self {
        let mut left = at;
        let mut kept = Vec::new();
        for step in self.steps {
            match step {
                Step::Send(bytes) if bytes.len() >= left => {
                    kept.push(Step::Send(bytes[..left].to_vec()));
                    break;
                }
                Step::Send(bytes) => {
                    left -= bytes.len();
                    kept.push(Step::Send(bytes));
                }
                other => kept.push(other),
            }
        }
        self.steps = kept;
        self
    }

    /// Stops after so many bytes and keeps the connection open.
    pub fn hang_at(self, at: usize) -> Self {
        self.cut(at).then(Step::Hang)
    }

    /// Breaks the connection after so many bytes.
    pub fn reset_at(self, at: usize) -> Self {
        self.cut(at).then(Step::Reset)
    }

    /// One more step at the end.
    pub fn then(mut self, step: Step) -> Self {
        self.steps.push(step);
        self
    }

    /// A wait before anything is sent.
    pub fn after(mut self, wait: Duration) -> Self {
        self.steps.insert(0, Step::Wait(wait));
        self
    }

    /// Sends everything in pieces of this size with a pause before each.
    pub fn drip(mut self, size: usize, pause: Duration) -> Self {
        let mut steps = Vec::new();
        for step in self.steps {
            let Step::Send(bytes) = step else {
                steps.push(step);
                continue;
            };
            for piece in bytes.chunks(size) {
                steps.extend([Step::Wait(pause), Step::Send(piece.to_vec())]);
            }
        }
        self.steps = steps;
        self
    }
}

fn chunk(piece: &[u8]) -> Vec<u8> {
    let mut framed = format!("{:x}\r\n", piece.len()).into_bytes();
    framed.extend_from_slice(piece);
    framed.extend_from_slice(b"\r\n");
    framed
}
