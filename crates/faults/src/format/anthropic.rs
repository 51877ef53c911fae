//! Messages of Anthropic: named events, content in blocks, `message_stop` at the end.

use super::{Canned, End, event, pieces};
use serde_json::{Value, json};

pub(super) fn events(canned: &Canned) -> Vec<Vec<u8>> {
    let (prompt, completion) = canned.usage.unwrap_or_default();
    let mut message = json!({"id": "msg_1", "type": "message", "role": "assistant", "model": canned.model,
        "content": [], "stop_reason": null});
    if canned.usage.is_some() {
        message["usage"] = json!({"input_tokens": prompt, "output_tokens": 1});
    }
    let mut events = vec![event("message_start", &json!({"type": "message_start", "message": message}))];
    let mut index = 0;
    if !canned.reasoning.is_empty() {
        let start = json!({"type": "thinking", "thinking": ""});
        block(&mut events, index, &start, &canned.reasoning, ("thinking_delta", "thinking"));
        index += 1;
    }
    events.push(event("ping", &json!({"type": "ping"})));
    block(&mut events, index, &json!({"type": "text", "text": ""}), &canned.text, ("text_delta", "text"));
    if canned.end == End::ToolCall {
        let start = json!({"type": "tool_use", "id": "toolu_1", "name": "look", "input": {}});
        block(&mut events, index + 1, &start, "{}", ("input_json_delta", "partial_json"));
    }
    let mut delta =
        json!({"type": "message_delta", "delta": {"stop_reason": reason(canned.end), "stop_sequence": null}});
    if canned.usage.is_some() {
        delta["usage"] = json!({"output_tokens": completion});
    }
    events.push(event("message_delta", &delta));
    events.push(event("message_stop", &json!({"type": "message_stop"})));
    events
}

pub(super) fn error(kind: &str, message: &str) -> Vec<u8> {
    event("error", &json!({"type": "error", "error": {"type": kind, "message": message}}))
}

fn block(events: &mut Vec<Vec<u8>>, index: usize, start: &Value, text: &str, (kind, field): (&str, &str)) {
    events.push(event(
        "content_block_start",
        &json!({"type": "content_block_start", "index": index, "content_block": start}),
    ));
    for piece in pieces(text) {
        let delta = json!({"type": kind, field: piece});
        events.push(event(
            "content_block_delta",
            &json!({"type": "content_block_delta", "index": index, "delta": delta}),
        ));
    }
    events.push(event("content_block_stop", &json!({"type": "content_block_stop", "index": index})));
}

fn reason(end: End) -> &'static str {
    match end {
        End::Stop => "end_turn",
        End::Length => "max_tokens",
        End::Filtered => "refusal",
        End::ToolCall => "tool_use",
    }
}
