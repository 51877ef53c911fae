//! Models through the real log: a process that is killed at any point buys no reply twice.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};
use tribunal_engine::config::Config;
use tribunal_engine::models::{Outside, Role, Stage, StoreJournal, SystemClock, router};
use tribunal_faults::{Canned, FaultServer, Format, Framing, Head, Script, Step};
use tribunal_llm::{
    Breakers, CallId, CallRecord, Cancel, Caps, Client, Entry, Journal, JournalError, Keys, Limits, LlmError,
    MOST_BYTES, Model, OutcomeRecord, Provider, Reply, Request, RequestHash, Secret, Shared, Spent, Transport,
    TransportSettings,
};
use tribunal_store::{Raw, StateDir};
use tribunal_text::secrets::clear;

/// Tells the process of a test where to call, where to write and where to stop: `url|folder|provider|point`.
const ORDERS: &str = "TRIBUNAL_TEST_ORDERS";

const KEY: &str = "plain-words-as-key-4711";

/// Where a process stands still until it is killed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Point {
    Nowhere,
    Begun,
    Received,
    Judged,
}

/// The real journal, with a place to stand still.
struct Halting {
    journal: StoreJournal,
    point: Point,
    folder: std::path::PathBuf,
}

impl Halting {
    fn stand_still(&self, here: Point) {
        if self.point == here {
            std::fs::write(self.folder.join("here"), "").expect("a mark");
            std::thread::sleep(Duration::from_mins(10));
        }
    }
}

impl Journal for Halting {
    fn begin(&self, call: &CallRecord<'_>) -> Result<CallId, JournalError> {
        let id = self.journal.begin(call)?;
        self.stand_still(Point::Begun);
        Ok(id)
    }

    fn received(&self, call: CallId, attempt: u32, raw: &[u8], at: SystemTime) -> Result<(), JournalError> {
        self.journal.received(call, attempt, raw, at)?;
        self.stand_still(Point::Received);
        Ok(())
    }

    fn outcome(&self, call: CallId, outcome: &OutcomeRecord<'_>) -> Result<(), JournalError> {
        self.journal.outcome(call, outcome)?;
        self.stand_still(Point::Judged);
        Ok(())
    }

    fn find(&self, hash: &RequestHash) -> Result<Vec<Vec<u8>>, JournalError> {
        self.journal.find(hash)
    }
}

struct OneKey;

impl Keys for OneKey {
    fn key(&self, _: &str) -> Option<Secret> {
        Some(Secret::new(KEY))
    }
}

fn ask(url: &str, folder: &Path, provider: Provider, point: Point) -> Result<Reply, LlmError> {
    let state = StateDir::create(folder).expect("a state folder");
    let raw = Raw::open(&state).expect("a log").raw;
    let journal = StoreJournal::new(raw, Some("task"));
    let shared = Arc::new(Shared {
        transport: Arc::new(Transport::new(TransportSettings::default())?),
        clock: Arc::new(SystemClock::default()),
        keys: Arc::new(OneKey),
        journal: Arc::new(Halting { journal, point, folder: folder.to_owned() }),
        caps: Caps::new(Limits::default(), Spent::default()),
        breakers: Breakers::default(),
        recordings: None,
    });
    let entry = Entry {
        base_url: Some(url.to_owned()),
        key_variable: Some("ANY".to_owned()),
        ..Entry::new(provider, "scripted")
    };
    let request = Request::new("test", clear(b"", ""), clear(b"", "What is it?"));
    Client::new(entry, shared).complete(&request, &Cancel::default(), &mut |_| {})
}

/// No test by itself: the process that the next test starts and kills.
#[test]
fn a_process_of_its_own() {
    let Ok(orders) = std::env::var(ORDERS) else { return };
    let [url, folder, provider, point]: [&str; 4] =
        orders.split('|').collect::<Vec<_>>().try_into().expect("four orders");
    let point = match point {
        "Begun" => Point::Begun,
        "Received" => Point::Received,
        "Judged" => Point::Judged,
        _ => Point::Nowhere,
    };
    let _ = ask(url, Path::new(folder), Provider::from_name(provider).expect("a provider"), point);
}

/// Starts the process, waits until `ready`, and kills it without warning.
fn run_and_kill(url: &str, folder: &Path, provider: Provider, point: Point, ready: &dyn Fn() -> bool) {
    let orders = format!("{url}|{}|{}|{point:?}", folder.display(), provider.name());
    let mut child = Command::new(std::env::current_exe().expect("this test"))
        .args(["--exact", "models::a_process_of_its_own"])
        .env(ORDERS, orders)
        .stdout(Stdio::null())
        .spawn()
        .expect("a process");
    let start = Instant::now();
    while !ready() {
        assert!(start.elapsed() < Duration::from_mins(2), "the process does not get to {point:?}");
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().expect("it runs");
    child.wait().expect("it ran");
}

#[test]
fn a_process_killed_at_any_point_buys_no_received_reply_again() {
    let formats = [
        (Format::Ollama, Provider::Ollama),
        (Format::Chat, Provider::OpenaiCompat),
        (Format::Responses, Provider::Openai),
        (Format::Anthropic, Provider::Anthropic),
    ];
    for (format, provider) in formats {
        let good = Script::stream(format, &Canned::text(&format!("Yes, {KEY}.")));
        let half = good.len() / 2;
        let hanging = [good.clone().hang_at(0), good.clone().hang_at(half)];
        let [at_once, midway] = hanging.map(|script| vec![script, good.clone()]);
        let all = || vec![good.clone()];
        // Where it stops, what the server does, and how many requests there are in the end.
        let cases = [
            (Point::Begun, all(), 1),
            (Point::Nowhere, at_once, 2),
            (Point::Nowhere, midway, 2),
            (Point::Received, all(), 1),
            (Point::Judged, all(), 1),
        ];
        for (point, scripts, requests) in cases {
            let folder = tempfile::tempdir().expect("a folder");
            let server = FaultServer::start(scripts);
            let mark = folder.path().join("here");
            let ready = || if point == Point::Nowhere { server.requests() == 1 } else { mark.exists() };
            run_and_kill(&server.url(), folder.path(), provider, point, &ready);
            let reply = ask(&server.url(), folder.path(), provider, Point::Nowhere).expect("a reply");
            assert_eq!(reply.text, "Yes, [REDACTED:api-key].");
            assert_eq!(server.requests(), requests, "{format:?} {point:?}");
            assert!(!holds_key(folder.path()), "{format:?} {point:?}: the key is on the disk");
        }
    }
}

/// Looks for the key in every byte that was written.
fn holds_key(folder: &Path) -> bool {
    let state = folder.join(".tribunal");
    let files = std::fs::read_dir(state).expect("a folder").flatten().filter(|file| file.path().is_file());
    let contents: Vec<Vec<u8>> = files.map(|file| std::fs::read(file.path()).expect("a file")).collect();
    assert!(!contents.is_empty());
    contents.iter().any(|bytes| bytes.windows(KEY.len()).any(|part| part == KEY.as_bytes()))
}

/// One answer that is too large to be one: a fault that is not tried again.
fn too_large() -> Script {
    let mut script = Head::new(200).header("content-type", "text/event-stream").body(Framing::UntilClose, &[]);
    script.steps.push(Step::Repeat(vec![b' '; 1 << 20], (MOST_BYTES >> 20) + 1));
    script
}

#[test]
fn the_configured_breaker_stands_before_every_model() {
    for failures in [1, 2] {
        let server = FaultServer::start(vec![too_large()]);
        let folder = tempfile::tempdir().expect("a folder");
        let raw = Raw::open(&StateDir::create(folder.path()).expect("a state folder")).expect("a log").raw;
        let mut config = Config::default();
        config.calls.breaker_failures = failures;
        config.models.reasoning.model = Some("scripted".to_owned());
        config.models.reasoning.base_url = Some(server.url());
        let outside = Outside { keys: Arc::new(OneKey), proxy: None, headers: Vec::new(), recordings: None };
        let router = router(&config, &[], raw, None, &outside).expect("a router");
        let model = router.model(&Stage::new("test"), Role::Reasoning).expect("a model");
        let results: Vec<_> = (0..3)
            .map(|ordinal| {
                let mut request = Request::new("test", clear(b"", ""), clear(b"", "What is it?"));
                request.ordinal = ordinal;
                model.complete(&request, &Cancel::default(), &mut |_| {})
            })
            .collect();
        let faults = results.iter().filter(|result| matches!(result, Err(LlmError::Fault { .. }))).count();
        assert_eq!((faults, server.requests()), (failures as usize, failures as usize));
        assert!(matches!(results[2], Err(LlmError::BreakerOpen { .. })));
    }
}
