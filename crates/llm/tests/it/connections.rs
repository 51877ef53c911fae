//! Connections that do not come about: each is told apart, with a hint, and the journal says what was tried.

use crate::support::{Bench, KEY, entry, settings, short};
use std::net::TcpListener;
use std::time::Duration;
use tribunal_faults::{Canned, FaultServer, Format, Head, Script, TlsFront, closed_port};
use tribunal_llm::{Limits, LlmError, Timeouts, TransportSettings};

/// Asks at this address and wants this kind of error with these words in message and hint.
#[track_caller]
fn fails(url: &str, settings: TransportSettings, kind: &str, words: [&str; 2]) {
    let bench = Bench::with(entry(Format::Chat, url), Limits::default(), settings);
    let error = bench.ask().expect_err("it cannot work");
    let found = match &error {
        LlmError::Setup { problem, .. } => format!("setup {problem:?}"),
        LlmError::Fault { fault, .. } => format!("fault {:?}", fault.kind),
        other => other.kind().to_owned(),
    };
    assert_eq!(found, kind, "{url}: {error}");
    assert!(error.to_string().contains(words[0]), "{url}: {error}");
    assert!(error.hint().contains(words[1]), "{url}: {}", error.hint());
    let calls = bench.journal.calls.lock().expect("no panic");
    let outcomes: Vec<_> = calls.iter().flat_map(|call| &call.outcomes).collect();
    assert!(!outcomes.is_empty() && outcomes.iter().all(|(outcome, error)| outcome != "ok" && error.is_some()));
    assert!(!format!("{error:?} {calls:?}").contains(KEY));
}

fn through(proxy: &str) -> TransportSettings {
    TransportSettings { proxy: Some(proxy.to_owned()), ..settings() }
}

#[test]
fn an_address_that_is_none_is_told_before_anything_is_sent() {
    fails("localhost:8080", settings(), "setup Address", ["no usable base_url", "http:// or https://"]);
    fails("http://", settings(), "setup Address", ["no usable base_url", "http:// or https://"]);
    let secret = "http://user:secret@127.0.0.1";
    fails(secret, settings(), "setup Address", ["holds a user name or password", "key_variable"]);
}

#[test]
fn a_port_where_nobody_listens_and_a_host_that_nobody_knows() {
    let closed = format!("http://127.0.0.1:{}", closed_port());
    fails(&closed, settings(), "fault Connect", ["connection refused) (asked 4 times)", "start the server"]);
    let nowhere = "http://no-such-host.invalid";
    fails(nowhere, settings(), "fault Connect", ["host in base_url is not known", "check base_url"]);
}

#[test]
fn a_server_that_never_shakes_hands_is_given_up_in_time() {
    let silent = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("https://{}", silent.local_addr().expect("bound"));
    let timeouts = Timeouts { connect: Duration::from_millis(200), ..short() };
    let hasty = TransportSettings { timeouts, ..settings() };
    fails(&url, hasty, "fault Timeout(Connect)", ["no connection within 0.2 s", "the network between"]);
}

#[test]
fn a_certificate_that_nobody_knows_is_named_and_nothing_is_sent() {
    let server = FaultServer::start(vec![Script::stream(Format::Chat, &Canned::text("Yes."))]);
    let front = TlsFront::before(&server, &["127.0.0.1"]);
    fails(&front.url(), settings(), "setup Tls", ["unknownissuer", "SSL_CERT_FILE"]);
    assert_eq!(server.requests(), 0, "neither key nor question went out");
}

#[test]
fn tls_to_a_server_without_it_says_so() {
    let server = FaultServer::start(vec![Script::json(200, "{}")]);
    let url = server.url().replace("http:", "https:");
    fails(&url, settings(), "setup Tls", ["does not speak TLS", "http:// instead of https://"]);
}

#[test]
fn a_proxy_that_is_away_wants_a_password_or_refuses_is_told_apart() {
    let (plain, secure) = ("http://127.0.0.1:1", "https://127.0.0.1:1");
    let away = through(&format!("http://127.0.0.1:{}", closed_port()));
    fails(plain, away.clone(), "fault Connect", ["through the proxy", "start the server"]);
    fails(secure, away, "fault Connect", ["through the proxy", "start the server"]);
    let closed = FaultServer::start(vec![Head::new(407).text("")]);
    fails(plain, through(&closed.url()), "setup Proxy", ["the proxy wants a password", "proxy's address"]);
    fails(secure, through(&closed.url()), "setup Proxy", ["the proxy refuses", "wants a password"]);
    let refusing = FaultServer::start(vec![Head::new(403).header("content-type", "text/html").text("<html>No.")]);
    fails(plain, through(&refusing.url()), "setup Address", ["is a proxy in between?", "base_url"]);
    fails(secure, through(&refusing.url()), "setup Proxy", ["the proxy refuses", "wants a password"]);
}
