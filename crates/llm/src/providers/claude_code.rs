//! The user's own agent on the command line, as a transport: its own tools are off, it only answers.

use super::Asked;
use crate::reply::{Finish, Money};
use crate::wire::{Gathered, ReadError, Sink, Told, object, think};
use serde_json::{Value, json};

/// The program unless configured otherwise.
const PROGRAM: &str = "claude";

/// One argument may have 128 KiB on Linux; longer instructions go ahead of the question instead.
const LONGEST_ARGUMENT: usize = 96 << 10;

/// What is run, as it is journaled: program, arguments, standard input.
pub(super) fn body(asked: &Asked<'_>) -> Value {
    let mut arguments = vec!["-p", "--output-format", "stream-json", "--verbose", "--include-partial-messages"];
    // No tools of its own, no servers, no settings of the project, no saved session.
    arguments.extend(["--tools", "", "--strict-mcp-config", "--setting-sources", "user", "--no-session-persistence"]);
    arguments.extend(["--model", asked.entry.model_tag()]);
    let mut arguments: Vec<String> = arguments.into_iter().map(str::to_owned).collect();
    let system = &asked.fitted.system;
    let as_argument = !system.is_empty() && system.len() <= LONGEST_ARGUMENT;
    if as_argument {
        arguments.extend(["--system-prompt".to_owned(), system.clone()]);
    }
    if let Some(schema) = &asked.request.schema {
        arguments.extend(["--json-schema".to_owned(), schema.to_string()]);
    }
    let mut input = String::new();
    if !as_argument && !system.is_empty() {
        input = format!("{system}\n\n");
    }
    for (speaker, text) in &asked.fitted.messages {
        let heading = if asked.fitted.messages.len() > 1 { format!("[{}]\n", speaker.name()) } else { String::new() };
        input.push_str(&format!("{heading}{text}\n"));
    }
    let program = asked.entry.base_url.as_deref().unwrap_or(PROGRAM);
    json!({"program": program, "arguments": arguments, "input": input})
}

/// Understands one line of a reply.
pub(super) fn line(gathered: &mut Gathered, text: &str, sink: &mut Sink<'_>) -> Result<(), ReadError> {
    let value = object(text)?;
    match value["type"].as_str() {
        Some("stream_event") => {
            let delta = &value["event"]["delta"];
            think(delta["thinking"].as_str().unwrap_or_default(), sink);
            gathered.say(delta["text"].as_str().unwrap_or_default(), sink);
        }
        Some("assistant") => {
            gathered.model(&value["message"]["model"]);
            if let Some("max_tokens") = value["message"]["stop_reason"].as_str() {
                gathered.finish = Some(Finish::Length);
            }
        }
        Some("result") => return result(gathered, &value),
        _ => {}
    }
    Ok(())
}

/// The last line has the whole text; what came before was for the eye.
fn result(gathered: &mut Gathered, value: &Value) -> Result<(), ReadError> {
    let subtype = value["subtype"].as_str().unwrap_or_default();
    if value["is_error"] == true || subtype != "success" {
        let message = value["result"].as_str().unwrap_or(subtype).to_owned();
        return Err(ReadError::Told(Told { kind: subtype.to_owned(), message }));
    }
    gathered.text = match &value["structured_output"] {
        Value::Null => value["result"].as_str().unwrap_or_default().to_owned(),
        structured => structured.to_string(),
    };
    let usage = &value["usage"];
    let cached = |name: &str| usage[name].as_u64().unwrap_or(0);
    let prompt = usage["input_tokens"].as_u64();
    let prompt = prompt.map(|plain| plain + cached("cache_creation_input_tokens") + cached("cache_read_input_tokens"));
    gathered.count(&json!(prompt), &usage["output_tokens"]);
    gathered.cost = value["total_cost_usd"].as_f64().map(|dollars| Money((dollars * 1e6).round().max(0.0) as u64));
    gathered.finish.get_or_insert(Finish::Stop);
    gathered.done = true;
    Ok(())
}
