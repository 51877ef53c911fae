//! The Responses API: numbered events, from which text and a summary of the thinking are read as they come.

use super::Asked;
use crate::key::MARK;
use crate::reply::Finish;
use crate::request::Summary;
use crate::wire::{Gathered, Parsed, ReadError, Reader, Sink, Told, object, sse, think, told};
use serde_json::{Value, json};

pub(super) fn body(asked: &Asked<'_>) -> Value {
    let request = asked.request;
    let mut body = json!({
        "model": asked.entry.model_tag(),
        "input": asked.messages(),
        "stream": true,
        "store": false,
        "max_output_tokens": asked.fitted.max_tokens,
    });
    if !asked.fitted.system.is_empty() {
        body["instructions"] = json!(asked.fitted.system);
    }
    let mut text = json!({});
    if let Some(schema) = &request.schema {
        text["format"] = json!({"type": "json_schema", "name": "answer", "schema": schema, "strict": true});
    }
    if let Some(verbosity) = request.verbosity {
        text["verbosity"] = json!(verbosity.name());
    }
    let mut reasoning = json!({});
    if let Some(effort) = request.effort {
        reasoning["effort"] = json!(effort.name());
    }
    match request.summary {
        Summary::None => {}
        Summary::Auto => reasoning["summary"] = json!("auto"),
        Summary::Detailed => reasoning["summary"] = json!("detailed"),
    }
    let empty = json!({});
    // Models that think refuse a temperature.
    if reasoning == empty {
        body["temperature"] = asked.temperature_value();
    } else {
        body["reasoning"] = reasoning;
    }
    if text != empty {
        body["text"] = text;
    }
    body
}

/// Reads one reply.
#[derive(Debug, Default)]
pub(crate) struct Events {
    stream: sse::Events,
    gathered: Gathered,
    last: Option<u64>,
}

impl Reader for Events {
    fn push(&mut self, bytes: &[u8], sink: &mut Sink<'_>) -> Result<(), ReadError> {
        let Self { stream, gathered, last } = self;
        gathered.begun |= !bytes.is_empty();
        let pushed = stream.push(bytes, &mut |name, data| event(gathered, last, (name, data), sink));
        gathered.unless_done(pushed)
    }

    fn is_done(&self) -> bool {
        self.gathered.done
    }

    fn end(&mut self) -> Result<Parsed, ReadError> {
        self.gathered.take()
    }
}

fn event(
    gathered: &mut Gathered,
    last: &mut Option<u64>,
    (name, data): (&str, &str),
    sink: &mut Sink<'_>,
) -> Result<(), ReadError> {
    if gathered.done || data.trim() == "[DONE]" {
        return Ok(());
    }
    let value = object(data)?;
    let kind = value["type"].as_str().unwrap_or(name);
    if kind == "error" || !value["error"].is_null() {
        return Err(ReadError::Told(told(if value["error"].is_null() { &value } else { &value["error"] })));
    }
    if is_repeated(&value, last)? {
        return Ok(());
    }
    let delta = value["delta"].as_str().unwrap_or_default();
    match kind {
        "response.output_text.delta" => gathered.say(delta, sink),
        "response.refusal.delta" => gathered.refusal.push_str(delta),
        "response.reasoning_summary_text.delta" | "response.reasoning_text.delta" => think(delta, sink),
        "response.output_item.added" => {
            gathered.tool_call |= value["item"]["type"].as_str().is_some_and(|kind| kind.ends_with("_call"));
        }
        "response.completed" | "response.incomplete" | "response.failed" => {
            return finished(gathered, kind, &value["response"]);
        }
        "" => return Err(ReadError::malformed("an event has no type")),
        _ => {}
    }
    Ok(())
}

/// Events are numbered: one that comes twice is passed over, one that is missing spoils the reply.
fn is_repeated(value: &Value, last: &mut Option<u64>) -> Result<bool, ReadError> {
    let Some(number) = value["sequence_number"].as_u64() else { return Ok(false) };
    match *last {
        Some(last) if number <= last => return Ok(true),
        Some(last) if number > last + 1 => return Err(ReadError::malformed("events are missing")),
        _ => *last = Some(number),
    }
    Ok(false)
}

fn finished(gathered: &mut Gathered, kind: &str, response: &Value) -> Result<(), ReadError> {
    if kind == "response.failed" {
        let Told { kind, message } = told(&response["error"]);
        let message = if message.is_empty() { "the response failed".to_owned() } else { message };
        return Err(ReadError::Told(Told { kind, message }));
    }
    gathered.model(&response["model"]);
    gathered.count(&response["usage"]["input_tokens"], &response["usage"]["output_tokens"]);
    gathered.finish = Some(match response["incomplete_details"]["reason"].as_str() {
        None if kind == "response.completed" => Finish::Stop,
        Some("content_filter") => Finish::Filtered,
        Some("max_output_tokens") => Finish::Length,
        reason => {
            let reason = reason.unwrap_or("nothing it names");
            return Err(ReadError::malformed(format!("the response is incomplete because of `{reason}`")));
        }
    });
    let whole = whole_text(response);
    // An echoed key was taken out of the whole, but not out of the pieces it lies in.
    if !whole.is_empty() && whole != gathered.text && !whole.contains(MARK) {
        return Err(ReadError::malformed("the pieces of the text are not the text"));
    }
    gathered.done = true;
    Ok(())
}

/// The text as the last event repeats it.
fn whole_text(response: &Value) -> String {
    let items = response["output"].as_array().into_iter().flatten();
    let parts = items.filter_map(|item| item["content"].as_array()).flatten();
    parts.filter(|part| part["type"] == "output_text").filter_map(|part| part["text"].as_str()).collect()
}
