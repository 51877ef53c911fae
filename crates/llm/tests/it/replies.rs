//! What a caller gets when all goes well.

use crate::support::{Bench, KEY, question};
use serde_json::json;
use tribunal_faults::{Canned, FaultServer, Format, Script};
use tribunal_llm::{Finish, Level, Summary};

#[test]
fn text_thinking_usage_and_model_arrive_in_every_format() {
    for format in Format::ALL {
        let canned = Canned::text("It is a café, or two.").thinking("Let me think.");
        let server = FaultServer::start(vec![Script::stream(format, &canned)]);
        let (reply, text, thinking) = Bench::new(format, &server).listen(&question());
        let reply = reply.expect("a reply");
        assert_eq!((reply.text.as_str(), text.as_str()), ("It is a café, or two.", "It is a café, or two."));
        assert_eq!(thinking, "Let me think.", "{format:?}");
        assert_eq!((reply.usage.prompt, reply.usage.completion), (Some(11), Some(7)), "{format:?}");
        assert_eq!((reply.model.as_str(), reply.finish, reply.requests), ("scripted", Finish::Stop, 1));
    }
}

#[test]
fn a_provider_that_does_not_count_leaves_usage_absent() {
    for format in Format::ALL {
        let server = FaultServer::start(vec![Script::stream(format, &Canned::text("Yes.").uncounted())]);
        let reply = Bench::new(format, &server).ask().expect("a reply");
        assert_eq!((reply.usage.prompt, reply.usage.completion), (None, None), "{format:?}");
    }
}

#[test]
fn requests_carry_window_schema_seed_and_effort_as_each_format_wants_them() {
    let schema = json!({"type": "object", "properties": {"ok": {"type": "boolean"}}});
    let mut request = question();
    request.schema = Some(schema.clone());
    request.seed = Some(7);
    request.effort = Some(Level::High);
    request.summary = Summary::Auto;
    for format in Format::ALL {
        let server = FaultServer::start(vec![Script::stream(format, &Canned::text("{\"ok\":true}"))]);
        let bench = Bench::new(format, &server);
        let _ = bench.listen(&request);
        let sent = &server.received()[0];
        let body = sent.json();
        match format {
            Format::Ollama => {
                assert_eq!(sent.path, "/api/chat");
                assert_eq!(body["options"]["num_ctx"], 8_192);
                assert_eq!((&body["format"], &body["options"]["seed"]), (&schema, &json!(7)));
            }
            Format::Chat => {
                assert_eq!(sent.path, "/chat/completions");
                assert_eq!(body["response_format"]["json_schema"]["schema"], schema);
                assert_eq!((&body["temperature"], &body["seed"]), (&json!(0.0), &json!(7)));
            }
            Format::Responses => {
                assert_eq!(sent.path, "/responses");
                assert_eq!(body["text"]["format"]["schema"], schema);
                assert_eq!(body["reasoning"], json!({"effort": "high", "summary": "auto"}));
            }
            Format::Anthropic => {
                assert_eq!(sent.path, "/v1/messages");
                assert_eq!(body["tools"][0]["input_schema"], schema);
                assert_eq!(body["system"][0]["cache_control"]["type"], "ephemeral");
            }
        }
        let key = if format == Format::Anthropic { sent.header("x-api-key") } else { sent.header("authorization") };
        assert!(key.is_some_and(|key| key.ends_with(KEY)), "{format:?}");
        assert!(!String::from_utf8_lossy(&sent.body).contains(KEY));
    }
}

#[test]
fn a_structured_answer_of_anthropic_is_the_input_of_its_tool() {
    let events: Vec<Vec<u8>> = Format::Anthropic
        .events(&Canned::text("{\"ok\": true}"))
        .into_iter()
        .map(|event| String::from_utf8(event).expect("text"))
        .map(|event| event.replace("end_turn", "tool_use").replace("text_delta", "input_json_delta"))
        .map(|event| {
            let is_delta = event.contains("content_block_delta");
            if is_delta { event.replace("\"text\":", "\"partial_json\":") } else { event }
        })
        .map(String::into_bytes)
        .collect();
    let server = FaultServer::start(vec![Script::events(Format::Anthropic, &events)]);
    let mut request = question();
    request.schema = Some(json!({"type": "object"}));
    let (reply, ..) = Bench::new(Format::Anthropic, &server).listen(&request);
    assert_eq!(reply.map(|reply| reply.text), Ok("{\"ok\": true}".to_owned()));
}

#[test]
fn connections_are_used_again() {
    let script = Script::stream(Format::Chat, &Canned::text("Yes.")).keep_alive();
    let server = FaultServer::start(vec![script]);
    let bench = Bench::new(Format::Chat, &server);
    for ordinal in 0..5 {
        let mut request = question();
        request.ordinal = ordinal;
        assert!(bench.listen(&request).0.is_ok());
    }
    assert_eq!(server.requests(), 5);
    // A connection goes back to the pool a moment after its reply is whole, so that the next request may miss it.
    assert!(server.connections() < 5, "{} connections", server.connections());
}
