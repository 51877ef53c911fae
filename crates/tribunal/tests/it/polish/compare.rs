//! `polish --compare`: the cascade's decision on two texts, without a model. The cases that a mere likeness gets wrong.

use super::piped;
use crate::support::Place;
use serde_json::Value;
use tribunal_faults::{FaultServer, Script};

/// Eight hundred characters of prose without a number.
fn long() -> String {
    let text = "The reader asks the server and keeps what it gets in a cache, so that the next reader finds it there. When \
        the server is away, the reader takes what it has and says how old it is. A writer tells the cache what changed \
        before it answers, and the cache forgets what nobody asked for. Names of files are kept as they were typed, with \
        their folders, and compared without case where the disk does so. What cannot be read is listed at the end of the \
        report with the reason, and the next run tries it again. People who write rules add a page with examples, one that \
        is found and one that is left alone, and the page is shown with every finding of the rule. The report itself is a \
        page that needs no network, opens in the dark and can be printed.";
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn decide_in(place: &Place, one: &str, other: &str) -> Value {
    place.write("one.txt", one);
    place.write("other.txt", other);
    place.run(&["polish", "--compare", "one.txt", "other.txt", "--json"]).ok().json()
}

fn decide(one: &str, other: &str) -> Value {
    decide_in(&Place::folder(), one, other)
}

#[track_caller]
fn check(one: &str, other: &str, converged: bool) -> Value {
    let decision = decide(one, other);
    assert_eq!(decision["converged"], converged, "{one} / {other}: {decision:#}");
    assert!(decision["score"].as_f64().is_some_and(|score| (0.0..=1.0).contains(&score)));
    assert!(decision["trail"].as_array().is_some_and(|trail| trail.len() >= 2));
    decision
}

#[test]
fn the_same_text_has_converged() {
    check(&long(), &long(), true);
    check("", "", true);
    check("x", "x", true);
}

#[test]
fn one_leading_character_is_no_divergence() {
    let decision = check(&long(), &format!("x {}", long()), false);
    assert!(decision["score"].as_f64() > Some(0.9), "{decision:#}");
    let decision = check(&long(), &format!(" {}", long()), true);
    assert_eq!(decision["decided_by"], "char");
    let decision = decide("abc def", "xabc def");
    assert!(decision["trail"].as_array().is_some_and(|trail| trail.iter().all(|step| step["outcome"] != "diverged")));
}

#[test]
fn sentences_in_another_order_are_near() {
    let text = long();
    let mut sentences: Vec<&str> = text.split_inclusive(". ").collect();
    let last = sentences.pop().map(|last| format!("{last} ")).unwrap_or_default();
    sentences.reverse();
    let turned = format!("{last}{}", sentences.concat());
    assert!(check(&text, turned.trim_end(), true)["score"].as_f64() > Some(0.95));
}

#[test]
fn what_turns_the_meaning_around_never_converges() {
    for (one, other) in [
        ("When the server is away", "When the server is not away"),
        ("so that the next reader finds it there", "so that no next reader finds it there"),
        ("before it answers", "after it answers"),
        ("and compared without case", "and compared with case"),
        ("the cache forgets", "the cache never forgets"),
        ("listed at the end", "listed at the end of 1 MB"),
    ] {
        let text = long();
        assert!(text.contains(one), "{one}");
        let decision = check(&text, &text.replacen(one, other, 1), false);
        assert_eq!(decision["decided_by"], "guard");
    }
    check("retry 3 times with 5 s", "retry 9 times with 1 s", false);
    check("if (a < b && c) { return a + b; }", "if (a > b && c) { return a + b; }", false);
    check("if (a < b && c) { return a + b; }", "if (a < b || c) { return a + b; }", false);
    check("if (a < b && c) { return a + b; }", "if (a < b && c) { return a - b; }", false);
}

#[test]
fn a_digit_in_eight_hundred_characters_never_converges() {
    let text = format!("{} It waits for 30 s.", long());
    check(&text, &text.replace("30 s", "80 s"), false);
    check(&text, &text.replace("30 s", "30 ms"), false);
}

#[test]
fn different_chinese_sentences_have_not_converged() {
    check("这个函数没有释放锁，所以其他线程会一直等待。", "昨天的天气非常好，我们去了公园散步。", false);
    check("这个函数没有释放锁。", "这个函数释放锁。", false);
}

#[test]
fn letters_whose_length_changes_with_their_case_are_handled() {
    let text = format!("İİİ ẞ ŉ ﬁ {} ΐ", long());
    check(&text, &text, true);
    check(&text, &text.to_lowercase(), false);
    check("İ", "i̇", false);
}

#[test]
fn words_that_agree_save_texts_without_common_characters() {
    let words: Vec<String> = (0..60)
        .map(|number| format!("w{}q", "abcdefghij".chars().cycle().skip(number).step_by(7).take(6).collect::<String>()))
        .collect();
    let one = words.join(" ");
    let other = words.iter().rev().cloned().collect::<Vec<_>>().join(", ");
    let decision = decide(&one, &other);
    assert!(decision["trail"].as_array().is_some_and(|trail| trail.iter().all(|step| step["outcome"] != "diverged")));
}

#[test]
fn files_of_any_bytes_are_compared() {
    let place = Place::folder();
    std::fs::write(place.root().join("one.txt"), b"caf\xe9 is open").expect("a file");
    std::fs::write(place.root().join("other.txt"), b"caf\xe8 is open").expect("a file");
    let report = place.run(&["polish", "--compare", "one.txt", "other.txt", "--json"]).ok().json();
    assert_eq!(report["converged"], false, "{report:#}");
    let report = place.run(&["polish", "--compare", "one.txt", "one.txt", "--json"]).ok().json();
    assert_eq!(report["converged"], true);
    let output = piped(&place, b"caf\xe9 is open", &["polish", "--compare", "-", "one.txt"]);
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("converged"), "{output:?}");
    let ran = place.run(&["polish", "--compare", "one.txt", "none.txt"]);
    assert!(
        ran.code == 2 && ran.stderr.contains("cannot read none.txt") && ran.stderr.contains("hint:"),
        "{}",
        ran.stderr
    );
}

#[test]
fn strict_without_an_embedder_is_told_at_the_start() {
    let place = Place::folder().with(&[("a", "x"), ("b", "x")]);
    let ran = place.run(&["polish", "--compare", "a", "b", "--strict"]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.stderr.contains("--strict: polish.convergence.strict: without polish.convergence.embedding"),
        "{}",
        ran.stderr
    );
    let place = place.variable("TRIBUNAL_POLISH_CONVERGENCE_EMBEDDING", "true");
    let report = place.run(&["polish", "--compare", "a", "b", "--strict", "--json"]).ok().json();
    assert_eq!(
        (&report["converged"], &report["decided_by"]),
        (&true.into(), &"embedding".into()),
        "the embedded one counts"
    );
}

fn with_server(server: &FaultServer) -> Place {
    Place::folder()
        .variable("TRIBUNAL_POLISH_CONVERGENCE_EMBEDDING", "true")
        .variable("TRIBUNAL_MODELS_EMBEDDING_PROVIDER", "ollama")
        .variable("TRIBUNAL_MODELS_EMBEDDING_MODEL", "small")
        .variable("TRIBUNAL_MODELS_EMBEDDING_BASE_URL", &server.url())
}

#[test]
fn an_embedder_that_is_away_degrades_or_refuses() {
    let server = FaultServer::start(vec![Script::json(500, "{}")]);
    let (one, other) = ("The reader asks the server for it.", "The server is asked for it by a reader here.");
    let decision = decide_in(&with_server(&server), one, other);
    assert_eq!(decision["degraded_from"], "embedding_unavailable", "{decision:#}");
    assert_eq!(decision["trail"][3]["degraded_from"], "embedding_unavailable");
    assert_eq!(decision["decided_by"], "jaccard");
    let strict = with_server(&server).variable("TRIBUNAL_POLISH_CONVERGENCE_STRICT", "true");
    let decision = decide_in(&strict, &long(), &long());
    assert_eq!((&decision["converged"], &decision["degraded_from"]), (&false.into(), &"embedding_unavailable".into()));
}

#[test]
fn the_guard_stands_before_the_embedder_too() {
    let server = FaultServer::start(vec![Script::json(200, r#"{"embeddings":[[1,2]]}"#)]);
    let place = with_server(&server);
    let decision = decide_in(&place, "It waits for the lock.", "It does not wait for the lock.");
    assert_eq!((&decision["converged"], server.requests()), (&false.into(), 0), "{decision:#}");
    let decision = decide_in(&place, "The reader asks the server.", "A reader inquires at the server there.");
    assert_eq!((&decision["converged"], &decision["decided_by"]), (&true.into(), &"embedding".into()), "{decision:#}");
}
