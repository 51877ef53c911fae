//! Which embedder a configuration means, and what comes of a wrong one.

use super::*;
use tribunal_faults::{FaultServer, Script};
use tribunal_llm::NoKeys;

fn outside() -> Outside {
    Outside { keys: Arc::new(NoKeys), proxy: None, headers: Vec::new(), recordings: None }
}

fn config(entry: EmbeddingEntry) -> Config {
    let mut config = Config::default();
    config.models.embedding = entry;
    config
}

fn ollama(url: &str) -> EmbeddingEntry {
    EmbeddingEntry {
        provider: Some("ollama".to_owned()),
        model: Some("small".to_owned()),
        base_url: Some(url.to_owned()),
        ..EmbeddingEntry::default()
    }
}

fn vector(config: &Config, text: &str) -> Result<Arc<[f32]>, LlmError> {
    embedder(config, &outside())?.embed(&clear(b"", text), &Cancel::default())
}

#[test]
fn without_configuration_vectors_come_from_this_program() {
    let vector = vector(&Config::default(), "a cart with prices").expect("a vector");
    assert_eq!(vector.as_ref(), embed("a cart with prices"));
    let told = asked(&Config::default(), &outside()).found;
    assert_eq!(told, "embedded: tribunal-words-1, vectors of 2048 numbers, no network");
}

#[test]
fn a_configured_server_is_asked_once_for_a_text() {
    let server = FaultServer::start(vec![Script::json(200, r#"{"embeddings":[[1,2]]}"#)]);
    let embedder = embedder(&config(ollama(&server.url())), &outside()).expect("an embedder");
    for _ in 0..2 {
        let vector = embedder.embed(&clear(b"", "a"), &Cancel::default()).expect("a vector");
        assert_eq!(vector.as_ref(), [1.0, 2.0]);
    }
    assert_eq!(server.requests(), 1);
    assert_eq!(server.received()[0].path, "/api/embed");
}

#[test]
fn a_server_that_fails_three_times_is_left_alone() {
    let server = FaultServer::start(vec![Script::json(500, "{}")]);
    let embedder = embedder(&config(ollama(&server.url())), &outside()).expect("an embedder");
    let results: Vec<_> = (0..4).map(|_| embedder.embed(&clear(b"", "a"), &Cancel::default())).collect();
    assert!(matches!(results[2], Err(LlmError::Fault { .. })));
    assert!(matches!(results[3], Err(LlmError::BreakerOpen { .. })));
    assert_eq!(server.requests(), 3);
}

#[test]
fn how_often_it_may_fail_and_how_long_it_is_left_alone_is_configured() {
    let server = FaultServer::start(vec![Script::json(500, "{}"), Script::json(200, r#"{"embeddings":[[1]]}"#)]);
    let mut config = config(ollama(&server.url()));
    config.calls.breaker_failures = 1;
    config.calls.breaker_seconds = 1;
    let embedder = embedder(&config, &outside()).expect("an embedder");
    let ask = || embedder.embed(&clear(b"", "a"), &Cancel::default());
    assert!(matches!(ask(), Err(LlmError::Fault { .. })));
    assert!(matches!(ask(), Err(LlmError::BreakerOpen { failures: 1, .. })));
    std::thread::sleep(Duration::from_millis(1_100));
    assert!(ask().is_ok());
    assert_eq!(server.requests(), 2);
}

#[test]
fn the_cascade_has_a_cache_and_a_breaker_of_its_own_measure() {
    let server = FaultServer::start(vec![Script::json(200, r#"{"embeddings":[[1,2]]}"#)]);
    let mut config = config(ollama(&server.url()));
    for (size, requests) in [(256, 2), (1, 3)] {
        let before = server.requests();
        config.polish.convergence.cache_size = size;
        let embedder = of_convergence(&config, &outside()).expect("an embedder");
        ["a", "b", "a"].iter().for_each(|text| drop(embedder.embed(&clear(b"", text), &Cancel::default())));
        assert_eq!(server.requests() - before, requests, "a cache of {size}");
    }
    config.polish.convergence.cache_ttl_min = 7;
    assert_eq!(keeping(&config.polish.convergence), Keeping { most: 1, time: Duration::from_mins(7) });
    let failing = FaultServer::start(vec![Script::json(500, "{}")]);
    config.models.embedding.base_url = Some(failing.url());
    for (threshold, requests) in [(3, 3), (1, 1)] {
        let before = failing.requests();
        config.polish.convergence.breaker_threshold = threshold;
        let embedder = of_convergence(&config, &outside()).expect("an embedder");
        (0..4).for_each(|_| drop(embedder.embed(&clear(b"", "a"), &Cancel::default())));
        assert_eq!(failing.requests() - before, requests, "a threshold of {threshold}");
    }
}

#[track_caller]
fn fails(entry: EmbeddingEntry, expected: &str) {
    let config = config(entry);
    let error = vector(&config, "a").expect_err(expected);
    assert!(error.to_string().contains(expected), "{error}");
    assert!(!error.hint().is_empty());
    let told = asked(&config, &outside());
    assert!(told.found.contains(expected) && told.mend.is_some(), "{told:?}");
}

#[test]
fn what_is_wrong_with_the_configuration_is_told_before_anything_is_sent() {
    let none = EmbeddingEntry::default;
    fails(EmbeddingEntry { model: None, ..ollama("http://127.0.0.1:1") }, "names ollama, but no model");
    fails(EmbeddingEntry { model: Some("large".to_owned()), ..none() }, "names a model or a server");
    fails(EmbeddingEntry { dimensions: Some(768), ..none() }, "vectors of 2048 numbers");
    fails(EmbeddingEntry { key_variable: Some("NO_KEY".to_owned()), ..ollama("http://127.0.0.1:1") }, "NO_KEY");
}

#[test]
fn the_doctor_says_of_which_length_the_vectors_are() {
    let server = FaultServer::start(vec![Script::json(200, r#"{"embeddings":[[1,2,3]]}"#)]);
    let entry = ollama(&server.url());
    let told = configured(&config(entry.clone())).found;
    assert_eq!((told.as_str(), server.requests()), ("ollama/small; `tribunal doctor --models` asks it", 0));
    assert_eq!(asked(&config(entry.clone()), &outside()).found, "ollama/small answers with vectors of 3 numbers");
    fails(EmbeddingEntry { dimensions: Some(2), ..entry }, "vectors of 3 numbers, not of 2");
}

#[test]
fn the_providers_of_the_configuration_are_those_that_exist() {
    let schema = crate::config::schema();
    let known = schema.pointer("/properties/models/properties/embedding/properties/provider/enum").expect("a list");
    for name in known.as_array().expect("a list").iter().filter_map(|name| name.as_str()) {
        assert!(name == EMBEDDED || EmbedFormat::from_name(name).is_some(), "{name}");
    }
}
