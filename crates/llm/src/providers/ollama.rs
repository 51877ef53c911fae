//! Ollama's `/api/chat`: one JSON object per line, the last with `done`.

use super::Asked;
use crate::reply::Finish;
use crate::wire::{Gathered, ReadError, Sink, object, think, told};
use serde_json::{Value, json};

/// The window is sent with every request: the server's own default cuts longer prompts without a word.
pub(super) fn body(asked: &Asked<'_>) -> Value {
    let mut options = json!({
        "num_ctx": asked.entry.context_window,
        "num_predict": asked.fitted.max_tokens,
        "temperature": asked.temperature_value(),
    });
    if let Some(seed) = asked.request.seed {
        options["seed"] = json!(seed);
    }
    let mut body = json!({
        "model": asked.entry.model_tag(),
        "messages": asked.messages_with_system(),
        "stream": true,
        "options": options,
    });
    if let Some(schema) = &asked.request.schema {
        body["format"] = schema.clone();
    }
    if let Some(effort) = asked.request.effort {
        body["think"] = json!(effort.name());
    }
    body
}

/// Understands one line of a reply.
pub(super) fn line(gathered: &mut Gathered, text: &str, sink: &mut Sink<'_>) -> Result<(), ReadError> {
    let value = object(text)?;
    if !value["error"].is_null() {
        return Err(ReadError::Told(told(&value["error"])));
    }
    let message = &value["message"];
    if !message.is_object() && value["done"] != true {
        return Err(ReadError::malformed("a line has neither a message nor an end"));
    }
    gathered.model(&value["model"]);
    think(message["thinking"].as_str().unwrap_or_default(), sink);
    gathered.say(message["content"].as_str().unwrap_or_default(), sink);
    gathered.tool_call |= message["tool_calls"].as_array().is_some_and(|calls| !calls.is_empty());
    if value["done"] == true {
        gathered.count(&value["prompt_eval_count"], &value["eval_count"]);
        gathered.finish = Some(finish(&value["done_reason"])?);
        gathered.done = true;
    }
    Ok(())
}

/// Servers before 0.3 gave no reason.
fn finish(reason: &Value) -> Result<Finish, ReadError> {
    match reason.as_str() {
        None | Some("" | "stop") => Ok(Finish::Stop),
        Some("length") => Ok(Finish::Length),
        Some("content_filter") => Ok(Finish::Filtered),
        Some(other) => Err(ReadError::malformed(format!("the model stopped because of `{other}`"))),
    }
}
