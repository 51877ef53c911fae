//! Vectors from three formats, their cache and their breaker.

use crate::support::{Bench, KEY, KEY_VARIABLE, entry};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tribunal_faults::{FaultServer, Format, Script};
use tribunal_llm::embed::{Cached, EmbedFormat, Embedder, Keeping, LocalEmbedder, RemoteEmbedder};
use tribunal_llm::{Cancel, Clock, Entry, LlmError};
use tribunal_text::secrets::{Cleared, clear};

fn text(text: &str) -> Cleared {
    clear(b"", text)
}

fn remote(format: EmbedFormat, server: &FaultServer) -> (RemoteEmbedder, Bench) {
    let bench = Bench::new(Format::Chat, server);
    let entry =
        Entry { base_url: Some(server.url()), key_variable: Some(KEY_VARIABLE.to_owned()), ..format.entry("small") };
    (RemoteEmbedder::new(format, entry, Arc::clone(&bench.shared)), bench)
}

const OPENAI: &str = r#"{"data":[{"index":1,"embedding":[3,4]},{"index":0,"embedding":[1,2.5]}]}"#;
const OLLAMA: &str = r#"{"embeddings":[[1,2.5],[3,4]]}"#;

#[test]
fn each_format_gives_one_vector_per_text_in_order() {
    for (format, body) in [(EmbedFormat::Openai, OPENAI), (EmbedFormat::Ollama, OLLAMA), (EmbedFormat::Voyage, OPENAI)]
    {
        let server = FaultServer::start(vec![Script::json(200, body)]);
        let (embedder, _bench) = remote(format, &server);
        let vectors = embedder.embed(&[text("a"), text("b")], &Cancel::default()).expect("vectors");
        assert_eq!(vectors, [vec![1.0, 2.5], vec![3.0, 4.0]], "{format:?}");
        let sent = &server.received()[0];
        assert_eq!(sent.header("authorization"), Some(format!("Bearer {KEY}").as_str()));
        assert_eq!(sent.json()["input"], serde_json::json!(["a", "b"]));
    }
}

#[test]
fn vectors_that_are_missing_uneven_or_no_numbers_are_refused() {
    let bodies = [
        "{}",
        "not json",
        r#"{"embeddings":[]}"#,
        r#"{"embeddings":[[1],[2],[3]]}"#,
        r#"{"embeddings":[[1],[2,3]]}"#,
        r#"{"embeddings":[[],[]]}"#,
        r#"{"embeddings":[["a"],["b"]]}"#,
        r#"{"embeddings":[[1],null]}"#,
    ];
    for body in bodies {
        let server = FaultServer::start(vec![Script::json(200, body)]);
        let (embedder, _bench) = remote(EmbedFormat::Ollama, &server);
        let error = embedder.embed(&[text("a"), text("b")], &Cancel::default()).expect_err(body);
        assert!(matches!(error, LlmError::Fault { .. }), "{body}: {error}");
    }
}

#[test]
fn vectors_of_another_length_than_configured_name_the_one_that_came() {
    let server = FaultServer::start(vec![Script::json(200, r#"{"embeddings":[[1,2,3]]}"#)]);
    let (embedder, _bench) = remote(EmbedFormat::Ollama, &server);
    let embedder = embedder.with_dimensions(Some(2));
    let error = embedder.embed(&[text("a")], &Cancel::default()).expect_err("one number too many");
    assert_eq!(error.to_string(), "ollama/small gives vectors of 3 numbers, not of 2");
    assert!(error.hint().contains("dimensions of [models.embedding] to 3"), "{}", error.hint());
    assert!(embedder.with_dimensions(Some(3)).embed(&[text("a")], &Cancel::default()).is_ok());
}

static CALLS: AtomicUsize = AtomicUsize::new(0);

fn counted(text: &str) -> Vec<f32> {
    CALLS.fetch_add(1, Ordering::SeqCst);
    std::thread::sleep(Duration::from_millis(20));
    vec![text.len() as f32]
}

#[test]
fn the_cache_holds_a_while_is_bounded_and_asks_once_at_a_time() {
    let server = FaultServer::start(vec![Script::json(200, "{}")]);
    let bench =
        Bench::with(entry(Format::Chat, &server.url()), tribunal_llm::Limits::default(), crate::support::settings());
    let local = LocalEmbedder { model: "length", function: counted };
    let cached = Cached::new(Box::new(local), Arc::clone(&bench.clock) as Arc<dyn Clock>, &bench.shared.breakers);
    let embed = |words: &str| cached.embed(&text(words), &Cancel::default()).expect("a vector");
    std::thread::scope(|scope| {
        (0..8).for_each(|_| drop(scope.spawn(|| assert_eq!(embed("same").as_ref(), [4.0]))));
    });
    assert_eq!(CALLS.swap(0, Ordering::SeqCst), 1, "one flight per key");
    bench.clock.advance(Duration::from_secs(299));
    embed("same");
    assert_eq!(CALLS.swap(0, Ordering::SeqCst), 0, "still known");
    bench.clock.advance(Duration::from_secs(1));
    embed("same");
    assert_eq!(CALLS.swap(0, Ordering::SeqCst), 1, "five minutes are over");
    bench.clock.advance(Duration::from_secs(1));
    (0..256).for_each(|number| drop(embed(&format!("word {number}"))));
    CALLS.store(0, Ordering::SeqCst);
    embed("word 255");
    embed("same");
    assert_eq!(CALLS.swap(0, Ordering::SeqCst), 1, "the oldest went");
}

#[test]
fn what_is_kept_and_for_how_long_can_be_said_and_what_was_used_stays() {
    let server = FaultServer::start(vec![Script::json(200, r#"{"embeddings":[[1]]}"#)]);
    let (embedder, bench) = remote(EmbedFormat::Ollama, &server);
    let clock = Arc::clone(&bench.clock) as Arc<dyn Clock>;
    let keeping = Keeping { most: 2, time: Duration::from_mins(1) };
    let cached = Cached::new(Box::new(embedder), clock, &bench.shared.breakers).keeping(keeping);
    let asked = |words: &str| {
        let before = server.requests();
        cached.embed(&text(words), &Cancel::default()).expect("a vector");
        server.requests() > before
    };
    assert!(asked("a") && asked("b") && !asked("a"));
    assert!(asked("c"), "b was not used for the longest and goes");
    assert!(!asked("a") && asked("b"));
    bench.clock.advance(Duration::from_mins(1));
    assert!(asked("a"), "its minute is over");
}

#[test]
fn three_errors_open_the_breaker_for_half_a_minute() {
    let server = FaultServer::start(vec![
        Script::json(500, "{}"),
        Script::json(500, "{}"),
        Script::json(500, "{}"),
        Script::json(200, r#"{"embeddings":[[1]]}"#),
    ]);
    let (embedder, bench) = remote(EmbedFormat::Ollama, &server);
    let cached = Cached::new(Box::new(embedder), Arc::clone(&bench.clock) as Arc<dyn Clock>, &bench.shared.breakers);
    for _ in 0..3 {
        assert!(matches!(cached.embed(&text("a"), &Cancel::default()), Err(LlmError::Fault { .. })));
    }
    assert!(matches!(cached.embed(&text("a"), &Cancel::default()), Err(LlmError::BreakerOpen { .. })));
    assert_eq!(server.requests(), 3);
    bench.clock.advance(Duration::from_secs(30));
    assert_eq!(cached.embed(&text("a"), &Cancel::default()).expect("a vector").as_ref(), [1.0]);
}
