//! Chat completions, as vLLM, llama-server, LM Studio and many others serve them: chunks, then `[DONE]`.

use super::Asked;
use crate::reply::Finish;
use crate::wire::{Gathered, Parsed, ReadError, Reader, Sink, object, sse, think, told};
use serde_json::{Value, json};

pub(super) fn body(asked: &Asked<'_>) -> Value {
    let mut body = json!({
        "model": asked.entry.model_tag(),
        "messages": asked.messages_with_system(),
        "stream": true,
        "stream_options": {"include_usage": true},
        "max_tokens": asked.fitted.max_tokens,
        "temperature": asked.temperature_value(),
    });
    if let Some(schema) = &asked.request.schema {
        let format = json!({"name": "answer", "schema": schema, "strict": true});
        body["response_format"] = json!({"type": "json_schema", "json_schema": format});
    }
    if let Some(seed) = asked.request.seed {
        body["seed"] = json!(seed);
    }
    if let Some(effort) = asked.request.effort {
        body["reasoning_effort"] = json!(effort.name());
    }
    if let Some(verbosity) = asked.request.verbosity {
        body["verbosity"] = json!(verbosity.name());
    }
    body
}

/// Reads one reply.
#[derive(Debug, Default)]
pub(crate) struct Chunks {
    events: sse::Events,
    gathered: Gathered,
}

impl Reader for Chunks {
    fn push(&mut self, bytes: &[u8], sink: &mut Sink<'_>) -> Result<(), ReadError> {
        let Self { events, gathered } = self;
        gathered.begun |= !bytes.is_empty();
        let pushed = events.push(bytes, &mut |name, data| chunk(gathered, name, data, sink));
        gathered.unless_done(pushed)
    }

    fn is_done(&self) -> bool {
        self.gathered.done
    }

    fn end(&mut self) -> Result<Parsed, ReadError> {
        self.gathered.take()
    }
}

fn chunk(gathered: &mut Gathered, name: &str, data: &str, sink: &mut Sink<'_>) -> Result<(), ReadError> {
    if gathered.done {
        return Ok(());
    }
    if data.trim() == "[DONE]" {
        gathered.done = true;
        return Ok(());
    }
    let value = object(data)?;
    if !value["error"].is_null() {
        return Err(ReadError::Told(told(&value["error"])));
    }
    if name == "error" {
        return Err(ReadError::Told(told(&value)));
    }
    gathered.model(&value["model"]);
    gathered.count(&value["usage"]["prompt_tokens"], &value["usage"]["completion_tokens"]);
    let choices = value["choices"].as_array().ok_or_else(|| ReadError::malformed("a chunk has no choices"))?;
    match choices.iter().find(|choice| choice["index"].as_u64().unwrap_or(0) == 0) {
        Some(choice) => choose(gathered, choice, sink),
        None => Ok(()),
    }
}

fn choose(gathered: &mut Gathered, choice: &Value, sink: &mut Sink<'_>) -> Result<(), ReadError> {
    let delta = &choice["delta"];
    let word = |name: &str| delta[name].as_str().unwrap_or_default();
    // Servers disagree about the name.
    think(word("reasoning_content"), sink);
    think(word("reasoning"), sink);
    if gathered.finish.is_some() && !word("content").is_empty() {
        return Err(ReadError::malformed("text follows the end of the text"));
    }
    gathered.say(word("content"), sink);
    gathered.refusal.push_str(word("refusal"));
    gathered.tool_call |= delta["tool_calls"].as_array().is_some_and(|calls| !calls.is_empty());
    if let Some(reason) = choice["finish_reason"].as_str() {
        gathered.finish = Some(finish(reason)?);
    }
    Ok(())
}

fn finish(reason: &str) -> Result<Finish, ReadError> {
    match reason {
        "stop" | "eos" | "eos_token" | "stop_sequence" => Ok(Finish::Stop),
        "length" => Ok(Finish::Length),
        "content_filter" => Ok(Finish::Filtered),
        "tool_calls" | "function_call" => Ok(Finish::ToolCall),
        // The server gave up in the middle.
        "abort" | "error" => Err(ReadError::Truncated),
        other => Err(ReadError::malformed(format!("the model stopped because of `{other}`"))),
    }
}
