//! The loop of `polish` against a server that fails on purpose, where the clock is short.

use std::sync::Arc;
use std::time::Duration;
use tribunal_engine::config::{Config, Polish};
use tribunal_engine::models::{Cancel, Entry, LlmError};
use tribunal_engine::polish::{Cascade, Ending, Hook, Polished, Refiner, Skip, Writing, excluded};
use tribunal_faults::{Canned, FaultServer, Format, Received, Script};
use tribunal_llm::{
    Breakers, Caps, Client, ImpatientClock, Limits, NoJournal, NoKeys, Provider, Shared, Spent, Timeouts, Transport,
    TransportSettings,
};

const DRAFT: &str = "# Cache\n\nThe cache keep 256 entries for 5 minutes. It do not lock while it reads, so that readers \
    never waits for one another, and what was stored last is always what a reader gets. Nobody has to know how it is done, \
    but whoever wants to can read it here.\n";

const TASK: &str = "explain the cache";

fn client(server: &FaultServer) -> Client {
    let short = Duration::from_millis(300);
    let timeouts = Timeouts { connect: short, first_byte: short, idle: short, total: short * 2 };
    let transport = Transport::new(TransportSettings { timeouts, ..TransportSettings::default() }).unwrap();
    let entry = Entry { base_url: Some(server.url()), ..Entry::new(Provider::OpenaiCompat, "scripted") };
    let shared = Shared {
        transport: Arc::new(transport),
        clock: Arc::<ImpatientClock>::default(),
        keys: Arc::new(NoKeys),
        journal: Arc::new(NoJournal),
        caps: Caps::new(Limits::default(), Spent::default()),
        breakers: Breakers::default(),
        recordings: None,
    };
    Client::new(entry, Arc::new(shared))
}

fn polished(server: &FaultServer, settings: &Polish, stage: &str, draft: &str) -> (Polished, Option<LlmError>) {
    let (client, cancel) = (client(server), Cancel::default());
    let cascade = Cascade::new(settings, None);
    let refiner = Refiner { model: &client, settings, cascade, lessons: String::new(), cancel: &cancel };
    refiner.polish(stage, TASK, draft)
}

fn nonce(received: &Received) -> String {
    let body = received.json().to_string();
    body.split("<draft-").nth(1).and_then(|rest| rest.split('>').next()).unwrap_or_default().to_owned()
}

fn answer(received: &Received, revised: &str) -> Script {
    let nonce = nonce(received);
    let text = format!("<critique-{nonce}>c</critique-{nonce}>\n<revised-{nonce}>\n{revised}\n</revised-{nonce}>");
    Script::stream(Format::Chat, &Canned::text(&text))
}

#[test]
fn a_reply_after_the_time_out_never_overwrites_the_result() {
    let better = DRAFT.replace("keep", "keeps");
    let late = better.clone();
    let server = FaultServer::answering(move |received, _| answer(received, &late).after(Duration::from_millis(900)));
    let config = Config::default();
    let (found, error) = polished(&server, &config.polish, "polish", DRAFT);
    assert_eq!(found.text, DRAFT);
    assert!(
        matches!(found.ending, Ending::Failed { .. }) && matches!(error, Some(LlmError::Fault { .. })),
        "{error:?}"
    );
    // Whatever comes later has nowhere to go: the result is a value.
    std::thread::sleep(Duration::from_secs(1));
    assert_eq!(found.text, DRAFT);
    let stalling = FaultServer::answering(move |received, _| answer(received, &better).hang_at(400));
    assert_eq!(polished(&stalling, &config.polish, "polish", DRAFT).0.text, DRAFT);
}

#[test]
fn a_second_pass_that_times_out_keeps_the_first() {
    let better = DRAFT.replace("keep", "keeps").replace("It do not", "It does not").replace("waits", "wait");
    let first = better.clone();
    let server = FaultServer::answering(move |received, number| match number {
        0 => answer(received, &first),
        _ => answer(received, "late").after(Duration::from_millis(900)),
    });
    let mut config = Config::default();
    config.polish.max_passes = 3;
    config.polish.convergence.char_high = tribunal_engine::config::Decimal(1_000_000);
    let (found, error) = polished(&server, &config.polish, "polish", DRAFT);
    assert!(found.text == better && error.is_some(), "{:?}", found.ending);
}

#[test]
fn stages_of_the_refiner_itself_are_never_refined() {
    let server = FaultServer::answering(|received, _| answer(received, DRAFT));
    let mut settings = Config::default().polish;
    assert!(["formatter", "deps", "refiner", "verifier"].iter().all(|stage| excluded(stage, &settings)));
    settings.exclude.clear();
    settings.enabled = true;
    for stage in ["refiner", "verifier"] {
        let (found, _) = polished(&server, &settings, stage, DRAFT);
        assert_eq!((found.ending, found.text.as_str()), (Ending::Skipped { why: Skip::Excluded }, DRAFT));
    }
    assert!(!excluded("formatter", &settings) && server.requests() == 0);
}

#[test]
fn a_stage_hands_its_text_through_the_hook() {
    let better = DRAFT.replace("keep", "keeps");
    let revised = better.clone();
    let server = FaultServer::answering(move |received, _| answer(received, &revised));
    let (client, cancel, settings) = (client(&server), Cancel::default(), Config::default().polish);
    let cascade = Cascade::new(&settings, None);
    let refiner = Refiner { model: &client, settings: &settings, cascade, lessons: String::new(), cancel: &cancel };
    let (text, done) = Hook::on(&refiner).apply(Writing::Plan, TASK, DRAFT.into());
    assert_eq!((text.as_ref(), done.is_some()), (better.as_str(), true));
    let (text, done) = Hook::off().apply(Writing::Plan, TASK, DRAFT.into());
    assert_eq!((text.as_ref(), done.is_some(), server.requests()), (DRAFT, false, 1), "off asks nobody");
}
