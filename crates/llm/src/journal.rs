//! The journal of calls, as this crate needs it: whoever keeps state implements it.
//!
//! A call is begun before anything is sent, its raw reply is kept before it is parsed, and its outcome follows. A reply
//! that was received is found again by the hash of its request and never bought twice.

use crate::reply::{Finish, Money, Usage};
use crate::request::RequestHash;
use std::time::{Duration, SystemTime};

/// A call in the journal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CallId(pub i64);

/// What is known before anything is sent.
#[derive(Debug, Clone)]
pub struct CallRecord<'a> {
    /// The hash it will be found by.
    pub hash: RequestHash,
    /// Who asks.
    pub stage: &'a str,
    /// Who is asked.
    pub provider: &'a str,
    /// For which model.
    pub model: &'a str,
    /// In hundredths.
    pub temperature: u32,
    /// Where one was given.
    pub seed: Option<u64>,
    /// The body as it is sent; keys are no part of it.
    pub request: &'a [u8],
    /// When.
    pub at: SystemTime,
}

/// How one attempt ended.
#[derive(Debug, Clone)]
pub struct OutcomeRecord<'a> {
    /// Which attempt, from 1.
    pub attempt: u32,
    /// `ok`, or the kind of the error.
    pub outcome: &'a str,
    /// Why the model stopped, if it did.
    pub finish: Option<Finish>,
    /// Tokens as the provider counted them.
    pub usage: Usage,
    /// What it cost.
    pub cost: Option<Money>,
    /// How long it took.
    pub latency: Duration,
    /// The error in words.
    pub error: Option<String>,
    /// When.
    pub at: SystemTime,
}

/// The journal could not be read or written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct JournalError(pub String);

/// Where calls are kept. When a method returns, what it was given survives a power cut.
pub trait Journal: Send + Sync {
    /// A request is about to be sent.
    fn begin(&self, call: &CallRecord<'_>) -> Result<CallId, JournalError>;
    /// The whole reply of an attempt, before anyone looks into it.
    fn received(&self, call: CallId, attempt: u32, raw: &[u8], at: SystemTime) -> Result<(), JournalError>;
    /// How an attempt ended.
    fn outcome(&self, call: CallId, outcome: &OutcomeRecord<'_>) -> Result<(), JournalError>;
    /// All raw replies that were received for this request, newest first.
    fn find(&self, hash: &RequestHash) -> Result<Vec<Vec<u8>>, JournalError>;
}

/// Keeps nothing: for probes of `doctor`, where nothing is worth keeping.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoJournal;

impl Journal for NoJournal {
    fn begin(&self, _: &CallRecord<'_>) -> Result<CallId, JournalError> {
        Ok(CallId(0))
    }

    fn received(&self, _: CallId, _: u32, _: &[u8], _: SystemTime) -> Result<(), JournalError> {
        Ok(())
    }

    fn outcome(&self, _: CallId, _: &OutcomeRecord<'_>) -> Result<(), JournalError> {
        Ok(())
    }

    fn find(&self, _: &RequestHash) -> Result<Vec<Vec<u8>>, JournalError> {
        Ok(Vec::new())
    }
}
