//! What is kept of a question: answer, thinking, report and metadata, in a run's folder.

use super::Context;
use super::conversation::End;
use crate::error::CliError;
use serde_json::{Value, json};
use std::path::PathBuf;
use tribunal_engine::models::Entry;
use tribunal_engine::pack;
use tribunal_engine::state::{RunDir, StateDir};

/// What was asked of whom.
pub struct Asked<'a> {
    pub question: &'a str,
    pub entry: &'a Entry,
    pub context: &'a Context,
    /// Whether the pack itself stays, too.
    pub keeps_pack: bool,
}

/// Writes everything and says where it is, the answer first.
pub fn keep(state: &StateDir, asked: &Asked<'_>, end: &End) -> Result<Vec<PathBuf>, CliError> {
    let run = state.create_run(&format!("{}-ask", crate::clock::name()))?;
    let mut files = Vec::new();
    if !end.text.is_empty() {
        let name = if end.error.is_none() { "answer.md" } else { "answer.partial.md" };
        files.push(run.write(name, end.text.as_bytes())?);
    }
    if !end.reasoning.is_empty() {
        files.push(run.write("reasoning.md", end.reasoning.as_bytes())?);
    }
    if let Some(made) = &asked.context.pack {
        files.push(run.write("report.json", format!("{:#}\n", pack::json(made)).as_bytes())?);
        if asked.keeps_pack {
            files.extend(keep_pack(&run, made)?);
        }
    }
    // The file that says what the run was is written last.
    files.push(run.write("run.json", format!("{:#}\n", metadata(asked, end)).as_bytes())?);
    Ok(files)
}

fn keep_pack(run: &RunDir, made: &pack::Pack) -> Result<Vec<PathBuf>, CliError> {
    let mut files = Vec::new();
    for (name, content) in pack::artifacts(made) {
        files.push(run.write(&format!("pack/{name}"), content.as_bytes())?);
    }
    Ok(files)
}

/// What the run was.
fn metadata(asked: &Asked<'_>, end: &End) -> Value {
    let reply = end.reply.as_ref();
    json!({
        "version": 1,
        "command": "ask",
        "verdict": if end.error.is_none() { "answered" } else { "failed" },
        "question": tribunal_engine::ask::shown(asked.question),
        "provider": asked.entry.provider.name(),
        "model": reply.map_or(asked.entry.model_tag(), |reply| reply.model.as_str()),
        "context_tokens": asked.context.tokens,
        "usage": reply.map(|reply| json!({"prompt": reply.usage.prompt, "completion": reply.usage.completion})),
        "cost": reply.and_then(|reply| reply.cost).map(|cost| cost.to_string()),
        "requests": reply.map(|reply| reply.requests),
        "trimmed": reply.map(|reply| reply.trimmed.iter().map(|part| part.name.clone()).collect::<Vec<_>>()),
        "error": end.error.as_ref().map(ToString::to_string),
        "timing": {"created": crate::clock::now(), "millis": reply.map(|reply| reply.latency.as_millis() as u64)},
    })
}

/// The answer for machines.
pub fn report(asked: &Asked<'_>, end: &End, files: &[PathBuf]) -> Value {
    let mut report = metadata(asked, end);
    report["answer"] = json!(end.text);
    report["reasoning"] = json!(end.reasoning);
    report["files"] = json!(files.iter().map(|file| file.display().to_string()).collect::<Vec<_>>());
    report
}
