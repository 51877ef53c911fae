//! What guards a run: waits that servers ask for, breakers, caps, the journal, the routes.

use crate::support::{Bench, entry, question, settings};
use std::sync::Arc;
use std::time::Duration;
use tribunal_faults::{Canned, FaultServer, Format, Head, Script, closed_port};
use tribunal_llm::{
    Cap, Entry, FaultKind, Limits, LlmError, Money, Price, Problem, Provider, Role, Router, Routes, Stage,
};

fn good(format: Format) -> Script {
    Script::stream(format, &Canned::text("Yes."))
}

fn limited(limits: Limits, server: &FaultServer) -> Bench {
    let price = Some(Price { input: Money(1_000_000), output: Money(1_000_000) });
    let entry = Entry { price, ..entry(Format::Chat, &server.url()) };
    Bench::with(entry, limits, settings())
}

fn ask(bench: &Bench, ordinal: u32) -> Result<tribunal_llm::Reply, LlmError> {
    let mut request = question();
    request.ordinal = ordinal;
    bench.listen(&request).0
}

#[test]
fn retry_after_is_never_undercut() {
    // The fake clock's date is Fri, 15 Jan 2027 08:00:00 GMT.
    let cases = [
        ("retry-after", "1", 5),
        ("retry-after", "42", 42),
        ("retry-after", "600", 600),
        ("retry-after", "Fri, 15 Jan 2027 08:02:00 GMT", 120),
        ("retry-after", "Fri, 15 Jan 2027 07:00:00 GMT", 5),
        ("retry-after-ms", "61500", 61),
        ("retry-after", "soon", 5),
    ];
    for format in Format::ALL {
        for (name, value, least) in cases {
            let limited = Head::new(429).header(name, value).text("{}");
            let server = FaultServer::start(vec![limited, good(format)]);
            let bench = Bench::new(format, &server);
            assert!(bench.ask().is_ok(), "{name}: {value}");
            let total: Duration = bench.clock.waits().iter().sum();
            assert!(total >= Duration::from_secs(least), "{name}: {value}: waited {total:?}");
            assert_eq!(server.requests(), 2);
        }
    }
}

#[test]
fn a_wait_beyond_patience_fails_at_once_and_holds_everyone_back() {
    let server = FaultServer::start(vec![Head::new(429).header("retry-after", "3600").text("{}"), good(Format::Chat)]);
    let bench = Bench::new(Format::Chat, &server);
    let error = bench.ask().expect_err("an hour is too long");
    assert!(error.to_string().contains("3600 s"), "{error}");
    assert!(matches!(ask(&bench, 1), Err(LlmError::BreakerOpen { .. })));
    assert_eq!(server.requests(), 1);
    bench.clock.advance(Duration::from_hours(1));
    assert!(ask(&bench, 1).is_ok());
}

#[test]
fn three_calls_that_fail_open_the_breaker_and_one_probe_closes_it() {
    let port = closed_port();
    let bench = Bench::with(entry(Format::Chat, &format!("http://127.0.0.1:{port}")), Limits::default(), settings());
    for ordinal in 0..3 {
        let error = ask(&bench, ordinal).expect_err("nobody listens");
        assert!(matches!(&error, LlmError::Fault { fault, attempts: 4, .. } if fault.kind == FaultKind::Connect));
    }
    assert!(bench.client.breaker().is_open());
    let waits = bench.clock.waits().len();
    assert!(matches!(ask(&bench, 3), Err(LlmError::BreakerOpen { .. })));
    assert_eq!(bench.clock.waits().len(), waits, "no request, no wait");
    bench.clock.advance(tribunal_llm::breaker::Tolerance::default().cool_down);
    assert!(matches!(ask(&bench, 4), Err(LlmError::Fault { .. })), "the probe");
    assert!(matches!(ask(&bench, 5), Err(LlmError::BreakerOpen { .. })));
}

#[test]
fn caps_end_a_run_with_an_overshoot_of_one_request_at_most() {
    let by = |limits: Limits| {
        let server = FaultServer::start(vec![good(Format::Chat)]);
        let bench = limited(limits, &server);
        let results: Vec<_> = (0..5).map(|ordinal| ask(&bench, ordinal)).collect();
        let error = results.iter().find_map(|result| result.clone().err());
        (results.iter().filter(|result| result.is_ok()).count(), error)
    };
    // A reply takes 18 tokens and as many millionths of a dollar.
    let none = Limits::default();
    assert_eq!(by(none), (5, None));
    assert_eq!(by(Limits { requests: Some(3), ..none }), (3, Some(LlmError::Cap(Cap::Requests))));
    assert_eq!(by(Limits { tokens: Some(19), ..none }), (2, Some(LlmError::Cap(Cap::Tokens))));
    assert_eq!(by(Limits { money: Some(Money(36)), ..none }), (2, Some(LlmError::Cap(Cap::Money))));
    assert_eq!(by(Limits { time: Some(Duration::ZERO), ..none }), (0, Some(LlmError::Cap(Cap::Time))));
}

#[test]
fn a_retry_counts_as_a_request() {
    let server = FaultServer::start(vec![Script::json(500, "{}")]);
    let bench = limited(Limits { requests: Some(2), ..Limits::default() }, &server);
    assert_eq!(bench.ask(), Err(LlmError::Cap(Cap::Requests)));
    assert_eq!(server.requests(), 2);
}

#[test]
fn a_received_reply_is_never_bought_again() {
    for format in Format::ALL {
        let server = FaultServer::start(vec![good(format)]);
        let first = Bench::new(format, &server);
        let bought = first.ask().expect("a reply");
        let second =
            Bench::over(entry(format, &server.url()), Limits::default(), settings(), Arc::clone(&first.journal));
        let found = second.ask().expect("the same reply");
        assert_eq!((found.text, found.requests, found.usage), (bought.text, 0, bought.usage));
        assert_eq!(server.requests(), 1);
        assert!(ask(&second, 1).is_ok());
        assert_eq!(server.requests(), 2, "another answer to the same question was asked for");
    }
}

#[test]
fn a_reply_that_was_cut_by_length_is_not_bought_again_and_a_broken_one_is() {
    let cut = Script::stream(Format::Chat, &Canned::text("Yes.").ending(tribunal_faults::End::Length));
    let server = FaultServer::start(vec![cut]);
    let bench = Bench::new(Format::Chat, &server);
    assert!(matches!(bench.ask(), Err(LlmError::CutByLength { .. })));
    assert!(matches!(bench.ask(), Err(LlmError::CutByLength { .. })));
    assert_eq!(server.requests(), 1);

    let broken = Script::events(Format::Chat, &[b"data: {\"choices\":[]}\n\n".to_vec()]);
    let server = FaultServer::start(vec![broken, good(Format::Chat)]);
    let bench = Bench::new(Format::Chat, &server);
    assert!(bench.ask().is_ok_and(|reply| reply.requests == 2));
    assert!(bench.ask().is_ok_and(|reply| reply.requests == 0));
}

#[test]
fn a_missing_key_is_named_before_anything_is_sent() {
    let server = FaultServer::start(vec![good(Format::Chat)]);
    let entry = Entry { key_variable: Some("OTHER_KEY".to_owned()), ..entry(Format::Chat, &server.url()) };
    let bench = Bench::with(entry, Limits::default(), settings());
    let error = bench.ask().expect_err("no key");
    assert!(matches!(error, LlmError::Setup { problem: Problem::KeyMissing, .. }));
    assert_eq!(error.hint(), "set OTHER_KEY in the environment");
    assert_eq!(server.requests(), 0);
}

#[test]
fn remote_api_is_refused_outside_of_learn() {
    let server = FaultServer::start(vec![good(Format::Chat)]);
    let remote = Entry { provider: Provider::RemoteApi, ..entry(Format::Chat, &server.url()) };
    let bench = Bench::with(remote, Limits::default(), settings());
    assert!(matches!(bench.ask(), Err(LlmError::Setup { problem: Problem::Stage, .. })));
    let mut request = question();
    request.stage = Stage::new("learn.curate");
    assert!(bench.listen(&request).0.is_ok());
}

#[test]
fn an_override_comes_before_an_adapter_before_a_role_before_an_error() {
    let server = FaultServer::start(vec![good(Format::Chat)]);
    let bench = Bench::new(Format::Chat, &server);
    let named = |name: &str| Entry { model: name.to_owned(), ..entry(Format::Chat, &server.url()) };
    let mut routes = Routes::default();
    routes.roles.insert(Role::Coding, named("coder"));
    routes.overrides.insert(Stage::new("verify"), named("judge"));
    routes.adapters.insert(Stage::new("verify"), "adapted".to_owned());
    routes.adapters.insert(Stage::new("plan"), "planner".to_owned());
    let router = Router::new(&routes, &bench.shared);
    let model =
        |stage: &str, role| router.model(&Stage::new(stage), role).map(|model| model.entry().model_tag().to_owned());
    assert_eq!(model("verify", Role::Coding), Ok("judge".to_owned()));
    assert_eq!(model("plan", Role::Coding), Ok("planner".to_owned()));
    assert_eq!(model("review", Role::Coding), Ok("coder".to_owned()));
    assert_eq!(model("review", Role::Classifier), Ok("coder".to_owned()));
    let error = model("review", Role::Reasoning).expect_err("not configured");
    assert!(error.hint().contains("`tribunal init --models ollama`"));
}

#[test]
fn sixty_four_streams_run_at_once() {
    let pause = Duration::from_millis(2);
    let server = FaultServer::answering(move |_, _| good(Format::Chat).drip(40, pause));
    let bench = Bench::new(Format::Chat, &server);
    std::thread::scope(|scope| {
        let calls: Vec<_> = (0..64)
            .map(|ordinal| {
                scope.spawn({
                    let bench = &bench;
                    move || ask(bench, ordinal)
                })
            })
            .collect();
        for call in calls {
            assert_eq!(call.join().expect("no panic").map(|reply| reply.text), Ok("Yes.".to_owned()));
        }
    });
    assert_eq!(server.requests(), 64);
}

#[test]
fn a_key_is_not_asked_for_where_none_is_named() {
    let server = FaultServer::start(vec![good(Format::Chat)]);
    let local = Entry { key_variable: None, ..entry(Format::Chat, &server.url()) };
    let bench = Bench::with(local, Limits::default(), settings());
    assert!(bench.ask().is_ok());
    assert_eq!(server.received()[0].header("authorization"), None);
}
