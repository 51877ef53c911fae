//! What can come instead of a reply, told apart where a caller acts differently; each with the next step to take.

use crate::caps::Cap;
use std::fmt;
use std::time::Duration;

/// Why there is no reply.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LlmError {
    /// Somebody has to change something before any request can work: no retry helps.
    #[error("{what}")]
    Setup {
        /// What is wrong.
        problem: Problem,
        /// The same in words.
        what: String,
        /// What to do.
        hint: String,
    },
    /// The request does not fit the model's window, even without its trimmable parts.
    #[error("the prompt ({needed} tokens with room for the answer) does not fit the window of {model} ({window})")]
    Window {
        /// The model.
        model: String,
        /// Tokens of prompt and answer; 0 if only the server could say.
        needed: u64,
        /// Tokens of the window.
        window: u64,
    },
    /// The provider failed, also when asked again.
    #[error("{model}: {fault}{}", after(*attempts))]
    Fault {
        /// The model.
        model: String,
        /// What happened the last time.
        fault: Fault,
        /// How often it was asked.
        attempts: u32,
    },
    /// The provider wants money before it goes on.
    #[error("{model}: the provider's spending limit is reached: {message}")]
    SpendLimit {
        /// The model.
        model: String,
        /// What the provider said.
        message: String,
    },
    /// The provider does not accept the request as it is.
    #[error("{model}: the request was rejected{}: {message}", status_text(*status))]
    Rejected {
        /// The model.
        model: String,
        /// The status, if it came with one.
        status: Option<u16>,
        /// What the provider said.
        message: String,
    },
    /// The answer was cut because it reached its limit of tokens.
    #[error("{model}: the answer was cut at its limit of tokens")]
    CutByLength {
        /// The model.
        model: String,
        /// What came until then; never to be taken for a whole answer.
        text: String,
    },
    /// The model or the provider's filter refused to answer.
    #[error("{model} refused to answer: {message}")]
    Refused {
        /// The model.
        model: String,
        /// What was said, if anything.
        message: String,
    },
    /// A complete answer without any text, or a call of a tool that nobody offered.
    #[error("{model}: {what}")]
    NoText {
        /// The model.
        model: String,
        /// What came instead.
        what: &'static str,
    },
    /// The provider failed so often that it is left alone for a while.
    #[error("{provider} failed {failures} times in a row and is left alone for {} s", wait.as_secs().max(1))]
    BreakerOpen {
        /// Who.
        provider: String,
        /// How often.
        failures: u32,
        /// For how long.
        wait: Duration,
    },
    /// A limit that the user set for this run.
    #[error("the run's limit of {0} is reached")]
    Cap(Cap),
    /// The caller stopped it.
    #[error("stopped")]
    Cancelled,
    /// The journal could not be written, so nothing may be bought.
    #[error("the journal of model calls cannot be written: {0}")]
    Journal(String),
    /// There is no recording of this request.
    #[error("no recorded reply for request {hash}")]
    NotRecorded {
        /// The request.
        hash: String,
        /// How to record it.
        hint: String,
    },
}

/// What has to be changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Problem {
    /// No model is configured.
    NotConfigured,
    /// The variable with the key is not set.
    KeyMissing,
    /// The provider does not accept the key.
    KeyRefused,
    /// Nothing that speaks this format is at the address.
    Address,
    /// The provider does not know the model.
    Model,
    /// No secure connection.
    Tls,
    /// The proxy in between.
    Proxy,
    /// The program of the agent.
    Program,
    /// This provider may not serve this stage.
    Stage,
}

/// A failure that may be over the next time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// What sort.
    pub kind: FaultKind,
    /// In words.
    pub message: String,
    /// How long the server wants to be left alone.
    pub retry_after: Option<Duration>,
}

/// The sorts of failures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultKind {
    /// No connection.
    Connect,
    /// Nothing came in time.
    Timeout(Phase),
    /// An answer with this status.
    Status(u16),
    /// The provider told of an error within the stream.
    Told,
    /// The answer ended before its end.
    Truncated,
    /// The answer is not what the format asks for.
    Malformed,
    /// The answer has no bytes.
    Empty,
    /// The answer is larger than any real one.
    TooLarge,
    /// The agent's process ended badly.
    Process,
}

/// Which wait was too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// For the connection.
    Connect,
    /// For the first byte.
    FirstByte,
    /// For the next byte.
    Idle,
    /// For the whole.
    Total,
}

/// Statuses that may be over the next time.
const RETRIED: [u16; 9] = [408, 409, 425, 429, 500, 502, 503, 504, 529];

impl Fault {
    /// A fault without a word about when to come back.
    pub fn new(kind: FaultKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), retry_after: None }
    }

    /// Whether asking again may help.
    pub fn is_retried(&self) -> bool {
        match self.kind {
            FaultKind::Status(status) => RETRIED.contains(&status),
            FaultKind::TooLarge => false,
            _ => true,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)?;
        match self.retry_after {
            Some(wait) => write!(formatter, " (it asks to wait {} s)", wait.as_secs_f64().ceil()),
            None => Ok(()),
        }
    }
}

impl LlmError {
    /// An error of the set-up.
    pub(crate) fn setup(problem: Problem, what: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::Setup { problem, what: what.into(), hint: hint.into() }
    }

    /// A first failure.
    pub(crate) fn fault(model: &str, fault: Fault) -> Self {
        Self::Fault { model: model.to_owned(), fault, attempts: 1 }
    }

    /// One word for the journal.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Setup { .. } => "setup",
            Self::Window { .. } => "window",
            Self::Fault { .. } => "fault",
            Self::SpendLimit { .. } => "spend_limit",
            Self::Rejected { .. } => "rejected",
            Self::CutByLength { .. } => "length",
            Self::Refused { .. } => "refused",
            Self::NoText { .. } => "no_text",
            Self::BreakerOpen { .. } => "breaker_open",
            Self::Cap(_) => "cap",
            Self::Cancelled => "cancelled",
            Self::Journal(_) => "journal",
            Self::NotRecorded { .. } => "not_recorded",
        }
    }

    /// The next step for the user.
    pub fn hint(&self) -> String {
        match self {
            Self::Setup { hint, .. } => hint.clone(),
            Self::Window { .. } => {
                "raise context_window if the server allows more, or lower max_tokens or the budget".to_owned()
            }
            Self::Fault { fault, .. } => fault.hint().to_owned(),
            Self::SpendLimit { .. } => "add credit or raise the limit at the provider, then run it again".to_owned(),
            Self::Rejected { .. } => "check model, max_tokens and base_url with `tribunal config`".to_owned(),
            Self::CutByLength { .. } => "raise max_tokens of this model, or ask for less at once".to_owned(),
            Self::Refused { .. } => "try another model for this stage in [models.overrides]".to_owned(),
            Self::NoText { .. } => "try another model for this stage in [models.overrides]".to_owned(),
            Self::BreakerOpen { .. } => {
                "see `tribunal doctor`; what is paid for is kept, run it again later".to_owned()
            }
            Self::Cap(cap) => format!("what is finished is kept; raise the limit of {cap} and run it again"),
            Self::Cancelled => "what is finished is kept; run it again to go on".to_owned(),
            Self::Journal(_) => "make room or writing rights for .tribunal/, then run it again".to_owned(),
            Self::NotRecorded { hint, .. } => hint.clone(),
        }
    }
}

impl Fault {
    fn hint(&self) -> &'static str {
        match self.kind {
            FaultKind::Connect => "start the server, or check base_url with `tribunal config`",
            FaultKind::Timeout(Phase::Connect) => "check base_url and the network between",
            FaultKind::Timeout(_) => "a smaller model or prompt answers faster; the server's log may say more",
            FaultKind::Status(429) => "the provider limits requests: run it again later or lower the concurrency",
            FaultKind::Status(_) | FaultKind::Told => "the provider is in trouble: run it again later",
            FaultKind::Truncated | FaultKind::Empty => "the server or a proxy breaks off: its log may say why",
            FaultKind::Malformed => "check that base_url and provider belong together",
            FaultKind::TooLarge => "no model answers at this length: check what stands at base_url",
            FaultKind::Process => "run the agent by hand once and log in",
        }
    }
}

fn after(attempts: u32) -> String {
    if attempts > 1 { format!(" (asked {attempts} times)") } else { String::new() }
}

fn status_text(status: Option<u16>) -> String {
    status.map(|status| format!(" (status {status})")).unwrap_or_default()
}
