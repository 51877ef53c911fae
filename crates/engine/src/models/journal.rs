//! The journal of model calls, over the log in `.tribunal/`: every row is on the disk when a method returns.

use super::times::utc;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;
use tribunal_llm::{CallId, CallRecord, Journal, JournalError, OutcomeRecord, RequestHash};
use tribunal_store::{LlmCall, LlmOutcome, Raw, StoreError};

/// Keeps the calls of one task; replies are found within the task alone.
pub struct StoreJournal {
    raw: Mutex<Raw>,
    task_id: Option<String>,
}

impl StoreJournal {
    /// The journal of this task, or of calls that belong to none.
    pub fn new(raw: Raw, task_id: Option<&str>) -> Self {
        Self { raw: Mutex::new(raw), task_id: task_id.map(str::to_owned) }
    }

    fn raw(&self) -> MutexGuard<'_, Raw> {
        // Every write is one statement: a panic elsewhere leaves nothing half done.
        self.raw.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Journal for StoreJournal {
    fn begin(&self, call: &CallRecord<'_>) -> Result<CallId, JournalError> {
        let created = utc(call.at);
        let row = LlmCall {
            task_id: self.task_id.as_deref(),
            stage: call.stage,
            created: &created,
            provider: call.provider,
            model: call.model,
            temperature: f64::from(call.temperature) / 100.0,
            seed: call.seed,
            request_hash: call.hash.as_bytes(),
            request: call.request,
        };
        self.raw().append_llm_call(&row).map(CallId).map_err(|error| failed(&error))
    }

    fn received(&self, call: CallId, attempt: u32, raw: &[u8], at: SystemTime) -> Result<(), JournalError> {
        self.raw().append_llm_reply(call.0, attempt, &utc(at), raw).map_err(|error| failed(&error))
    }

    fn outcome(&self, call: CallId, outcome: &OutcomeRecord<'_>) -> Result<(), JournalError> {
        let created = utc(outcome.at);
        let row = LlmOutcome {
            attempt: outcome.attempt,
            created: &created,
            outcome: outcome.outcome,
            finish: outcome.finish.map(tribunal_llm::Finish::name),
            input_tokens: outcome.usage.prompt,
            output_tokens: outcome.usage.completion,
            cost: outcome.cost.map(|cost| cost.0),
            duration_ms: u64::try_from(outcome.latency.as_millis()).unwrap_or(u64::MAX),
            error: outcome.error.as_deref(),
        };
        self.raw().append_llm_outcome(call.0, &row).map_err(|error| failed(&error))
    }

    fn find(&self, hash: &RequestHash) -> Result<Vec<Vec<u8>>, JournalError> {
        self.raw().llm_replies(hash.as_bytes(), self.task_id.as_deref()).map_err(|error| failed(&error))
    }
}

fn failed(error: &StoreError) -> JournalError {
    JournalError(error.to_string())
}
