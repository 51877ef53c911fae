//! Chat completions: `chat.completion.chunk` events, a chunk with usage, `[DONE]`.

use super::{Canned, End, pieces};
use serde_json::{Value, json};

pub(super) fn events(canned: &Canned) -> Vec<Vec<u8>> {
    let mut events = vec![choice(canned, &json!({"role": "assistant", "content": ""}), &Value::Null)];
    let thoughts = pieces(&canned.reasoning);
    events.extend(thoughts.iter().map(|piece| choice(canned, &json!({"reasoning_content": piece}), &Value::Null)));
    events.extend(pieces(&canned.text).iter().map(|piece| choice(canned, &json!({"content": piece}), &Value::Null)));
    let reason = match canned.end {
        End::Stop => "stop",
        End::Length => "length",
        End::Filtered => "content_filter",
        End::ToolCall => "tool_calls",
    };
    if canned.end == End::ToolCall {
        let call = json!({"tool_calls": [{"index": 0, "id": "call_1", "type": "function",
            "function": {"name": "look", "arguments": "{}"}}]});
        events.push(choice(canned, &call, &Value::Null));
    }
    events.push(choice(canned, &json!({}), &json!(reason)));
    if let Some((prompt, completion)) = canned.usage {
        let usage = json!({"prompt_tokens": prompt, "completion_tokens": completion,
            "total_tokens": prompt + completion});
        events.push(data(&json!({"id": "chatcmpl-1", "object": "chat.completion.chunk", "model": canned.model,
            "choices": [], "usage": usage})));
    }
    events.push(b"data: [DONE]\n\n".to_vec());
    events
}

pub(super) fn error(kind: &str, message: &str) -> Vec<u8> {
    data(&json!({"error": {"message": message, "type": kind, "code": kind}}))
}

fn choice(canned: &Canned, delta: &Value, finish: &Value) -> Vec<u8> {
    data(&json!({"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": canned.model,
        "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}))
}

fn data(value: &Value) -> Vec<u8> {
    format!("data: {value}\n\n").into_bytes()
}
