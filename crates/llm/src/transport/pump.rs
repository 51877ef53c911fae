//! Takes a body off the connection on the runtime's own thread and hands it on in spoonfuls.
//!
//! Models send a few bytes at a time. Waking the caller for each costs more than reading them, so it looks up every few
//! milliseconds, and at once when the body ends.

use super::{Timeouts, failure, in_time};
use crate::error::{Fault, FaultKind, LlmError, Phase};
use std::mem::take;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::task::JoinHandle;

/// How often the caller looks; no eye sees the difference.
const SPOONFUL: Duration = Duration::from_millis(10);

/// A body on its way in; dropping it lets the connection go.
pub(super) struct Pump {
    waiting: Arc<Mutex<Vec<u8>>>,
    task: JoinHandle<Result<(), LlmError>>,
    model: String,
}

impl Pump {
    /// Starts to read.
    pub(super) fn start(response: reqwest::Response, model: &str, timeouts: Timeouts, most_bytes: usize) -> Self {
        let waiting: Arc<Mutex<Vec<u8>>> = Arc::default();
        let into = Arc::clone(&waiting);
        let name = model.to_owned();
        let task = tokio::spawn(async move { pump(response, &name, timeouts, most_bytes, &into).await });
        Self { waiting, task, model: model.to_owned() }
    }

    /// What came since the last time, and how the body ended if it did.
    pub(super) async fn spoonful(&mut self) -> (Vec<u8>, Option<Result<(), LlmError>>) {
        let ended = tokio::time::timeout(SPOONFUL, self.end()).await.ok();
        (take(&mut *self.waiting.lock().unwrap_or_else(PoisonError::into_inner)), ended)
    }

    /// Waits for the end of the body.
    pub(super) async fn end(&mut self) -> Result<(), LlmError> {
        (&mut self.task).await.unwrap_or_else(|_| {
            Err(LlmError::fault(&self.model, Fault::new(FaultKind::Truncated, "the answer was not read to its end")))
        })
    }
}

impl Drop for Pump {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn pump(
    mut response: reqwest::Response,
    model: &str,
    timeouts: Timeouts,
    most_bytes: usize,
    into: &Mutex<Vec<u8>>,
) -> Result<(), LlmError> {
    let (mut phase, mut limit) = (Phase::FirstByte, timeouts.first_byte);
    let mut total = 0;
    loop {
        let chunk = in_time(model, phase, limit, response.chunk()).await?;
        let Some(chunk) = chunk.map_err(|error| failure::reading(model, &error))? else { return Ok(()) };
        total += chunk.len();
        if total > most_bytes {
            let what = format!("the answer has more than {most_bytes} bytes");
            return Err(LlmError::fault(model, Fault::new(FaultKind::TooLarge, what)));
        }
        into.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(&chunk);
        (phase, limit) = (Phase::Idle, timeouts.idle);
    }
}
