//! Model calls in the log: the request before it is sent, the raw reply before it is parsed, how each attempt ended.

use super::Raw;
use crate::StoreError;
use rusqlite::params;

/// A request that is about to be sent.
#[derive(Debug, Clone, PartialEq)]
pub struct LlmCall<'a> {
    /// The task or run it belongs to.
    pub task_id: Option<&'a str>,
    /// Who asks.
    pub stage: &'a str,
    /// When, as the caller writes times.
    pub created: &'a str,
    /// Who is asked.
    pub provider: &'a str,
    /// For which model.
    pub model: &'a str,
    /// How freely it shall answer.
    pub temperature: f64,
    /// Where one was given.
    pub seed: Option<u64>,
    /// What the reply is found by.
    pub request_hash: &'a [u8; 32],
    /// The body as it is sent.
    pub request: &'a [u8],
}

/// How an attempt ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LlmOutcome<'a> {
    /// Which attempt, from 1.
    pub attempt: u32,
    /// When, as the caller writes times.
    pub created: &'a str,
    /// `ok` or the kind of the error.
    pub outcome: &'a str,
    /// Why the model stopped.
    pub finish: Option<&'a str>,
    /// Tokens of the prompt.
    pub input_tokens: Option<u64>,
    /// Tokens of the answer.
    pub output_tokens: Option<u64>,
    /// In millionths of a dollar.
    pub cost: Option<u64>,
    /// How long it took.
    pub duration_ms: u64,
    /// The error in words.
    pub error: Option<&'a str>,
}

/// What a task has used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LlmSpent {
    /// Tokens, prompt and answer together.
    pub tokens: u64,
    /// In millionths of a dollar.
    pub cost: u64,
    /// Requests, retries included.
    pub requests: u64,
}

impl Raw {
    /// Appends a request before it is sent; its number names it from then on.
    pub fn append_llm_call(&self, call: &LlmCall<'_>) -> Result<i64, StoreError> {
        let sql = "INSERT INTO llm_calls (task_id, stage, created, provider, model, temperature, seed, request_hash,
                   request) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";
        self.database.run(|connection| {
            connection.prepare_cached(sql)?.execute(params![
                call.task_id,
                call.stage,
                call.created,
                call.provider,
                call.model,
                call.temperature,
                call.seed.map(u64::cast_signed),
                call.request_hash.as_slice(),
                call.request,
            ])?;
            Ok(connection.last_insert_rowid())
        })
    }

    /// Appends a whole reply as it came.
    pub fn append_llm_reply(&self, call: i64, attempt: u32, created: &str, raw: &[u8]) -> Result<(), StoreError> {
        let sql = "INSERT INTO llm_replies (llm_call_id, attempt, created, raw) VALUES (?1, ?2, ?3, ?4)";
        self.database.run(|connection| {
            connection.prepare_cached(sql)?.execute(params![call, attempt, created, raw])?;
            Ok(())
        })
    }

    /// Appends how an attempt ended.
    pub fn append_llm_outcome(&self, call: i64, outcome: &LlmOutcome<'_>) -> Result<(), StoreError> {
        let sql = "INSERT INTO llm_outcomes (llm_call_id, attempt, created, outcome, finish, input_tokens,
                   output_tokens, cost, duration_ms, error) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)";
        self.database.run(|connection| {
            connection.prepare_cached(sql)?.execute(params![
                call,
                outcome.attempt,
                outcome.created,
                outcome.outcome,
                outcome.finish,
                outcome.input_tokens.map(u64::cast_signed),
                outcome.output_tokens.map(u64::cast_signed),
                outcome.cost.map(u64::cast_signed),
                outcome.duration_ms.cast_signed(),
                outcome.error,
            ])?;
            Ok(())
        })
    }

    /// All raw replies to this request within a task (or outside of any), newest first.
    pub fn llm_replies(&self, request_hash: &[u8; 32], task_id: Option<&str>) -> Result<Vec<Vec<u8>>, StoreError> {
        let sql = "SELECT raw FROM llm_replies JOIN llm_calls ON llm_calls.id = llm_call_id
                   WHERE request_hash = ?1 AND task_id IS ?2 ORDER BY llm_replies.id DESC";
        self.database.run(|connection| {
            let mut statement = connection.prepare_cached(sql)?;
            statement.query_map(params![request_hash.as_slice(), task_id], |row| row.get(0))?.collect()
        })
    }

    /// What a task has used so far.
    pub fn llm_spent(&self, task_id: Option<&str>) -> Result<LlmSpent, StoreError> {
        let sql = "SELECT coalesce(sum(coalesce(input_tokens, 0) + coalesce(output_tokens, 0)), 0),
                   coalesce(sum(cost), 0), count(*)
                   FROM llm_outcomes JOIN llm_calls ON llm_calls.id = llm_call_id WHERE task_id IS ?1";
        self.database.run(|connection| {
            let count = |row: &rusqlite::Row<'_>, column| row.get::<_, i64>(column).map(i64::unsigned_abs);
            connection.query_row(sql, [task_id], |row| {
                Ok(LlmSpent { tokens: count(row, 0)?, cost: count(row, 1)?, requests: count(row, 2)? })
            })
        })
    }
}
