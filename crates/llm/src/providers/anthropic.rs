//! Messages: named events, content in numbered blocks. A schema is asked for as the one tool the model must call.

use super::Asked;
use crate::reply::Finish;
use crate::request::Level;
use crate::wire::{Gathered, Parsed, ReadError, Reader, Sink, object, sse, think, told};
use serde_json::{Value, json};

/// The tool whose input is the structured answer.
const ANSWER: &str = "answer";

/// The least thinking the format admits, in tokens.
const LEAST_THINKING: u32 = 1_024;

pub(super) fn body(asked: &Asked<'_>) -> Value {
    let mut body = json!({
        "model": asked.entry.model_tag(),
        "messages": asked.messages(),
        "stream": true,
        "max_tokens": asked.fitted.max_tokens,
    });
    if !asked.fitted.system.is_empty() {
        // The instructions are the same from call to call: cached, they cost a tenth.
        let cached = json!({"type": "text", "text": asked.fitted.system, "cache_control": {"type": "ephemeral"}});
        body["system"] = json!([cached]);
    }
    if let Some(schema) = &asked.request.schema {
        body["tools"] = json!([{"name": ANSWER, "description": "The answer.", "input_schema": schema}]);
        body["tool_choice"] = json!({"type": "tool", "name": ANSWER});
    }
    match thinking(asked) {
        Some(tokens) => body["thinking"] = json!({"type": "enabled", "budget_tokens": tokens}),
        None => body["temperature"] = asked.temperature_value(),
    }
    body
}

/// How many tokens the model may think: part of the answer's, and none where a tool is forced.
fn thinking(asked: &Asked<'_>) -> Option<u32> {
    let most = asked.fitted.max_tokens;
    let tokens = match asked.request.effort? {
        Level::Minimal => return None,
        Level::Low => most / 4,
        Level::Medium => most / 2,
        Level::High | Level::Xhigh => most / 4 * 3,
    };
    (asked.request.schema.is_none() && tokens >= LEAST_THINKING).then_some(tokens)
}

/// Reads one reply.
#[derive(Debug)]
pub(crate) struct Events {
    events: sse::Events,
    state: State,
}

#[derive(Debug, Default)]
struct State {
    gathered: Gathered,
    started: bool,
    block: Option<(u64, String)>,
    blocks: u64,
    structured: bool,
    /// What a model said that was told to call the tool; it is the answer if the tool was not called.
    aside: String,
}

impl Events {
    /// With a schema, the input of the tool is the text.
    pub(crate) fn new(structured: bool) -> Self {
        Self { events: sse::Events::default(), state: State { structured, ..State::default() } }
    }
}

impl Reader for Events {
    fn push(&mut self, bytes: &[u8], sink: &mut Sink<'_>) -> Result<(), ReadError> {
        let Self { events, state } = self;
        state.gathered.begun |= !bytes.is_empty();
        let pushed = events.push(bytes, &mut |name, data| state.event(name, data, sink));
        state.gathered.unless_done(pushed)
    }

    fn is_done(&self) -> bool {
        self.state.gathered.done
    }

    fn end(&mut self) -> Result<Parsed, ReadError> {
        let mut parsed = self.state.gathered.take()?;
        if parsed.text.is_empty() {
            parsed.text = std::mem::take(&mut self.state.aside);
        }
        Ok(parsed)
    }
}

impl State {
    fn event(&mut self, name: &str, data: &str, sink: &mut Sink<'_>) -> Result<(), ReadError> {
        if self.gathered.done {
            return Ok(());
        }
        let value = object(data)?;
        let kind = value["type"].as_str().unwrap_or(name);
        match kind {
            "error" => return Err(ReadError::Told(told(&value["error"]))),
            "ping" => return Ok(()),
            "message_start" if self.started => return Err(ReadError::malformed("the message starts twice")),
            "message_start" => self.start(&value["message"]),
            _ if !self.started => return Err(ReadError::malformed("the message has no start")),
            "content_block_start" => return self.open(&value),
            "content_block_delta" => return self.delta(&value, sink),
            "content_block_stop" => return self.close(&value),
            "message_delta" => return self.finish(&value),
            "message_stop" if self.block.is_some() || self.gathered.finish.is_none() => {
                return Err(ReadError::malformed("the message stops in the middle"));
            }
            "message_stop" => self.gathered.done = true,
            _ => {}
        }
        Ok(())
    }

    fn start(&mut self, message: &Value) {
        self.started = true;
        self.gathered.model(&message["model"]);
        let usage = &message["usage"];
        self.gathered.count(&input_tokens(usage), &usage["output_tokens"]);
    }

    fn open(&mut self, value: &Value) -> Result<(), ReadError> {
        if self.block.is_some() || value["index"].as_u64() != Some(self.blocks) {
            return Err(ReadError::malformed("blocks of content are out of order"));
        }
        let kind = value["content_block"]["type"].as_str().unwrap_or_default().to_owned();
        self.gathered.tool_call |= kind == "tool_use" && !self.structured;
        self.block = Some((self.blocks, kind));
        self.blocks += 1;
        Ok(())
    }

    fn delta(&mut self, value: &Value, sink: &mut Sink<'_>) -> Result<(), ReadError> {
        let open = self.block.as_ref().filter(|(index, _)| value["index"].as_u64() == Some(*index));
        if open.is_none() {
            return Err(ReadError::malformed("a piece belongs to no open block of content"));
        }
        let delta = &value["delta"];
        let word = |name: &str| delta[name].as_str().unwrap_or_default();
        match delta["type"].as_str() {
            Some("thinking_delta") => think(word("thinking"), sink),
            Some("text_delta") if self.structured => self.aside.push_str(word("text")),
            Some("text_delta") => self.gathered.say(word("text"), sink),
            Some("input_json_delta") if self.structured => self.gathered.say(word("partial_json"), sink),
            _ => {}
        }
        Ok(())
    }

    fn close(&mut self, value: &Value) -> Result<(), ReadError> {
        match self.block.take() {
            Some((index, _)) if value["index"].as_u64() == Some(index) => Ok(()),
            _ => Err(ReadError::malformed("a block of content ends that is not open")),
        }
    }

    fn finish(&mut self, value: &Value) -> Result<(), ReadError> {
        let usage = &value["usage"];
        self.gathered.count(&input_tokens(usage), &usage["output_tokens"]);
        self.gathered.finish = match value["delta"]["stop_reason"].as_str() {
            None => return Ok(()),
            Some("end_turn" | "stop_sequence") => Some(Finish::Stop),
            Some("max_tokens" | "model_context_window_exceeded") => Some(Finish::Length),
            Some("refusal") => Some(Finish::Filtered),
            Some("tool_use") if self.structured => Some(Finish::Stop),
            Some("tool_use") => Some(Finish::ToolCall),
            Some(other) => return Err(ReadError::malformed(format!("the model stopped because of `{other}`"))),
        };
        Ok(())
    }
}

/// Cached tokens are told apart; together they are the prompt.
fn input_tokens(usage: &Value) -> Value {
    let Some(plain) = usage["input_tokens"].as_u64() else { return Value::Null };
    let cached = |name: &str| usage[name].as_u64().unwrap_or(0);
    json!(plain + cached("cache_creation_input_tokens") + cached("cache_read_input_tokens"))
}
