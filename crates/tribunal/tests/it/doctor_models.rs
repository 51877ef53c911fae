//! `doctor --models` against servers that can do more or less.

use crate::ask::shop;
use crate::support::Place;
use tribunal_faults::{About, End, FaultServer, Format, Script, Served};

/// The doctor's line about the model.
#[track_caller]
fn line(place: &Place, args: &[&str]) -> String {
    let ran = place.run(args).ok();
    let line = ran.stdout.lines().find(|line| line.contains("reasoning: ")).unwrap_or_else(|| panic!("{}", ran.seen()));
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn without_being_told_to_it_asks_nobody() {
    let server = Served::able(Format::Chat, About::Silent).start();
    let told = line(&shop(Format::Chat, &server), &["doctor"]);
    assert_eq!(told, "✓ model reasoning: openai_compat/scripted, 8192 tokens; `tribunal doctor --models` asks it");
    assert_eq!(server.requests(), 0);
}

#[track_caller]
fn check(served: Served, expected: &str) {
    let server = served.start();
    let told = line(&shop(served.format, &server), &["doctor", "--models"]);
    assert_eq!(told, expected, "{served:?}");
}

#[test]
fn answers_values_and_tools_are_told_in_every_format() {
    for (format, name, window) in [
        (Format::Ollama, "ollama", 8_192),
        (Format::Chat, "openai_compat", 8_192),
        (Format::Responses, "openai", 128_000),
        (Format::Anthropic, "anthropic", 128_000),
    ] {
        let able = Served::able(format, About::Silent);
        let can = |tools: &str| {
            let told = format!("✓ model reasoning: {name}/scripted answers, follows a schema, {tools}");
            format!("{told}; {window} tokens as configured, the server does not say")
        };
        check(able, &can("calls tools"));
        check(Served { tools: Some(End::Stop), ..able }, &can("does not call a tool when told to"));
        check(Served { tools: Some(End::Length), ..able }, &can("whether it calls tools is unknown"));
        check(Served { tools: None, ..able }, &can("cannot be given tools there"));
    }
}

#[test]
fn the_servers_own_window_is_told_and_a_smaller_one_is_a_warning() {
    for (format, name, about) in [
        (Format::Ollama, "ollama", About::Show as fn(u64) -> About),
        (Format::Chat, "openai_compat", About::Props),
        (Format::Chat, "openai_compat", About::Listed),
    ] {
        let told = format!("reasoning: {name}/scripted answers, follows a schema, calls tools; 8192 tokens configured");
        check(Served::able(format, about(40_960)), &format!("✓ model {told}, 40960 at the server"));
        let mend = "set context_window of reasoning to 4096, or start the server with more";
        let small = format!("! model {told}, but only 4096 at the server → {mend}");
        check(Served::able(format, about(4_096)), &small);
        let silent = format!("✓ model {}", told.replace("configured", "as configured, the server does not say"));
        check(Served::able(format, about(0)), &silent);
    }
}

#[test]
fn a_model_that_does_not_exist_is_a_warning_and_never_a_failure() {
    let server = FaultServer::start(vec![Script::json(404, "{\"error\": {\"message\": \"model not found\"}}")]);
    let told = line(&shop(Format::Chat, &server), &["doctor", "--models"]);
    assert!(told.starts_with("! model reasoning: openai_compat/scripted does not exist there → "), "{told}");
}

#[test]
fn the_embedder_is_asked_for_a_vector() {
    let server = FaultServer::start(vec![Script::json(200, "{\"embeddings\": [[1, 2, 3]]}")]);
    let place = Place::repository()
        .variable("TRIBUNAL_MODELS_EMBEDDING_PROVIDER", "ollama")
        .variable("TRIBUNAL_MODELS_EMBEDDING_MODEL", "small")
        .variable("TRIBUNAL_MODELS_EMBEDDING_BASE_URL", &server.url());
    let told = place.run(&["doctor", "--models"]).ok().stdout;
    assert!(told.contains("ollama/small answers with vectors of 3 numbers"), "{told}");
}
