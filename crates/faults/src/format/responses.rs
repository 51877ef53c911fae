//! The Responses API: numbered events from `response.created` to `response.completed`, `.incomplete` or `.failed`.

use super::{Canned, End, event, pieces};
use serde_json::{Value, json};

pub(super) fn events(canned: &Canned) -> Vec<Vec<u8>> {
    let mut events = Numbered::default();
    let started = response(canned, "in_progress", &json!([]));
    events.add("response.created", json!({"response": started}));
    events.add("response.in_progress", json!({"response": started}));
    for piece in pieces(&canned.reasoning) {
        events.add("response.reasoning_summary_text.delta", json!({"item_id": "rs_1", "delta": piece}));
    }
    events.add("response.output_item.added", json!({"output_index": 0, "item": {"type": "message", "id": "msg_1"}}));
    let refused = canned.end == End::Filtered;
    for piece in pieces(&canned.text) {
        let name = if refused { "response.refusal.delta" } else { "response.output_text.delta" };
        events.add(name, json!({"item_id": "msg_1", "output_index": 0, "content_index": 0, "delta": piece}));
    }
    if canned.end == End::ToolCall {
        let item = json!({"type": "function_call", "id": "fc_1", "name": "look", "arguments": "{}"});
        events.add("response.output_item.added", json!({"output_index": 1, "item": item}));
    }
    events.add("response.output_text.done", json!({"item_id": "msg_1", "text": canned.text}));
    finish(canned, &mut events);
    events.bytes
}

pub(super) fn error(kind: &str, message: &str) -> Vec<u8> {
    event("error", &json!({"type": "error", "code": kind, "message": message, "sequence_number": 9_999}))
}

fn finish(canned: &Canned, events: &mut Numbered) {
    let part = match canned.end {
        End::Filtered => json!({"type": "refusal", "refusal": canned.text}),
        _ => json!({"type": "output_text", "text": canned.text}),
    };
    let output = json!([{"type": "message", "id": "msg_1", "role": "assistant", "content": [part]}]);
    if canned.end == End::Length {
        let mut incomplete = response(canned, "incomplete", &output);
        incomplete["incomplete_details"] = json!({"reason": "max_output_tokens"});
        events.add("response.incomplete", json!({"response": incomplete}));
    } else {
        events.add("response.completed", json!({"response": response(canned, "completed", &output)}));
    }
}

fn response(canned: &Canned, status: &str, output: &Value) -> Value {
    let mut response = json!({"id": "resp_1", "object": "response", "status": status, "model": canned.model,
        "output": output, "error": null, "incomplete_details": null, "usage": null});
    if let (Some((prompt, completion)), false) = (canned.usage, status == "in_progress") {
        response["usage"] = json!({"input_tokens": prompt, "output_tokens": completion,
            "total_tokens": prompt + completion});
    }
    response
}

#[derive(Default)]
struct Numbered {
    bytes: Vec<Vec<u8>>,
}

impl Numbered {
    fn add(&mut self, name: &str, mut data: Value) {
        data["type"] = json!(name);
        data["sequence_number"] = json!(self.bytes.len());
        self.bytes.push(event(name, &data));
    }
}
