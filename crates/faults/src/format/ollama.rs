//! `/api/chat` of Ollama: one JSON object per line, the last with `done`.

use super::{Canned, End, pieces};
use serde_json::{Value, json};

pub(super) fn events(canned: &Canned) -> Vec<Vec<u8>> {
    let mut events: Vec<Vec<u8>> = pieces(&canned.reasoning).iter().map(|piece| delta(canned, "", piece)).collect();
    events.extend(pieces(&canned.text).iter().map(|piece| delta(canned, piece, "")));
    if canned.end == End::ToolCall {
        let call = json!([{"function": {"name": "look", "arguments": {}}}]);
        events.push(line(&json!({"model": canned.model, "done": false,
            "message": {"role": "assistant", "content": "", "tool_calls": call}})));
    }
    events.push(last(canned));
    events
}

pub(super) fn error(message: &str) -> Vec<u8> {
    line(&json!({"error": message}))
}

fn delta(canned: &Canned, text: &str, thinking: &str) -> Vec<u8> {
    let mut message = json!({"role": "assistant", "content": text});
    if !thinking.is_empty() {
        message["thinking"] = json!(thinking);
    }
    line(&json!({"model": canned.model, "created_at": "2026-01-01T00:00:00Z", "message": message, "done": false}))
}

fn last(canned: &Canned) -> Vec<u8> {
    let reason = match canned.end {
        End::Stop | End::ToolCall => "stop",
        End::Length => "length",
        End::Filtered => "content_filter",
    };
    let mut end = json!({"model": canned.model, "created_at": "2026-01-01T00:00:00Z", "done": true,
        "message": {"role": "assistant", "content": ""}, "done_reason": reason, "total_duration": 1});
    if let Some((prompt, completion)) = canned.usage {
        end["prompt_eval_count"] = json!(prompt);
        end["eval_count"] = json!(completion);
    }
    line(&end)
}

fn line(value: &Value) -> Vec<u8> {
    format!("{value}\n").into_bytes()
}
