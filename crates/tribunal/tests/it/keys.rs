//! Keys are sent and nowhere else seen: not in output, errors, the log, run folders, recordings or what `--debug` adds.

use crate::ask::{KEY, everything, shop};
use crate::support::Place;
use tribunal_faults::{Canned, FaultServer, Format, Framing, Head, Received, Script};

/// The key as the server got it.
fn sent_key(received: &Received) -> String {
    let header = received.header("x-api-key").or_else(|| received.header("authorization")).unwrap_or_default();
    header.trim_start_matches("Bearer ").to_owned()
}

/// Makes an answer out of the key that came in.
type Answer = Box<dyn Fn(&str) -> Script + Send + Sync>;

/// Answers that say the key back, as careless servers and proxies do.
fn answers(format: Format) -> Vec<(&'static str, Answer)> {
    let told = move |status: u16| {
        move |key: &str| Script::json(status, &format.error_body("some_error", &format!("the key {key} is bad")))
    };
    let page = |key: &str| Head::new(200).header("content-type", "text/html").text(&format!("<html>{key}"));
    let event = move |key: &str| Script::events(format, &[format.error_event("some_error", key)]);
    let noise = move |key: &str| Head::new(200).body(Framing::UntilClose, &[format!("{{{key}").into_bytes()]);
    vec![
        (
            "an answer",
            Box::new(move |key| Script::stream(format, &Canned::text(&format!("It is {key}.")).thinking(key))),
        ),
        ("a refused key", Box::new(told(401))),
        ("a bad request", Box::new(told(400))),
        ("a fault", Box::new(told(500))),
        ("a web page", Box::new(page)),
        ("an error within", Box::new(event)),
        ("noise", Box::new(noise)),
    ]
}

/// Everything that a user, a log or a report may show of these commands.
fn shown(place: &Place) -> String {
    let mut all = String::new();
    for args in [
        &["ask", "what?"][..],
        &["ask", "--debug", "and why?"],
        &["ask", "--json", "since when?"],
        &["--debug", "doctor", "--models"],
        &["doctor", "--models", "--json"],
        &["config"],
        &["config", "--json"],
        &["runs"],
    ] {
        all.push_str(&place.run(args).seen());
    }
    all.push_str(&everything(&place.root().join(".tribunal")));
    all.push_str(&everything(&place.home()));
    all
}

#[test]
fn no_key_is_seen_anywhere_whatever_a_server_answers() {
    for format in Format::ALL {
        // After a fault the program waits for seconds before it asks again; these waits shall not add up.
        std::thread::scope(|scope| {
            for (name, answer) in answers(format) {
                scope.spawn(move || check(format, name, answer));
            }
        });
    }
}

fn check(format: Format, name: &str, answer: Answer) {
    let server = FaultServer::answering(move |received, _| answer(&sent_key(received)));
    let place = shop(format, &server);
    let recordings = place.home().join("recordings").display().to_string();
    let place = place
        .variable("TRIBUNAL_LIMITS_REQUESTS", if name == "an answer" { "3" } else { "1" })
        .variable("TRIBUNAL_CALLS_RECORDINGS", &recordings)
        .variable("TRIBUNAL_MODELS_EMBEDDING_PROVIDER", "ollama")
        .variable("TRIBUNAL_MODELS_EMBEDDING_MODEL", "small")
        .variable("TRIBUNAL_MODELS_EMBEDDING_BASE_URL", &server.url())
        .variable("TRIBUNAL_MODELS_EMBEDDING_KEY_VARIABLE", "SHOP_KEY");
    let all = shown(&place);
    assert!(server.received().iter().any(|received| sent_key(received) == KEY), "{name}: it was sent");
    assert!(!all.contains(KEY), "{format:?}: {name}: {}", around(&all));
    assert!(all.contains("scripted") && all.contains("verdict"), "{format:?}: {name}: something was shown");
}

/// What stands around the first place where the key is seen.
fn around(all: &str) -> String {
    let at = all.find(KEY).unwrap_or_default();
    all.chars().skip(all[..at].chars().count().saturating_sub(200)).take(400).collect()
}

#[test]
fn a_password_in_an_address_is_refused_and_not_repeated() {
    let server = FaultServer::start(vec![Script::json(200, "{}")]);
    let address = server.url().replace("http://", &format!("http://me:{KEY}@"));
    let place = shop(Format::Chat, &server).variable("TRIBUNAL_MODELS_REASONING_BASE_URL", &address);
    let ran = place.run(&["ask", "what?"]);
    assert!(ran.stderr.contains("holds a user name or password"), "{}", ran.stderr);
    assert!(!ran.seen().contains(KEY) && server.requests() == 0);
    assert!(!everything(&place.root().join(".tribunal")).contains(KEY));
}
