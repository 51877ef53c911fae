//! A client against the fault server, with a clock that does not wait and a journal in memory.

use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};
use tribunal_faults::{FaultServer, Format};
use tribunal_llm::{
    Breakers, CallId, CallRecord, Cancel, Caps, Client, Clock, Delta, Entry, Journal, JournalError, Keys, Limits,
    LlmError, Model, OutcomeRecord, Provider, Reply, Request, RequestHash, Secret, Shared, Spent, Timeouts, Transport,
    TransportSettings,
};
use tribunal_text::secrets::clear;

/// A key that no filter knows by its form, so that only its own removal can hide it.
pub const KEY: &str = "plain-words-as-key-0815";

pub const KEY_VARIABLE: &str = "TEST_KEY";

/// Time that passes only by sleeping, and keeps every wait; the time of day can be set to anything.
#[derive(Default)]
pub struct FakeClock {
    state: Mutex<(Duration, Vec<Duration>)>,
    day: Mutex<Option<SystemTime>>,
}

impl FakeClock {
    pub fn waits(&self) -> Vec<Duration> {
        self.state.lock().expect("no panic").1.clone()
    }

    /// Somebody sets the clock on the wall.
    pub fn jump(&self, to: SystemTime) {
        *self.day.lock().expect("no panic") = Some(to);
    }

    pub fn advance(&self, time: Duration) {
        self.state.lock().expect("no panic").0 += time;
    }
}

impl Clock for FakeClock {
    fn now(&self) -> Duration {
        self.state.lock().expect("no panic").0
    }

    fn wall(&self) -> SystemTime {
        let day = *self.day.lock().expect("no panic");
        day.unwrap_or_else(|| SystemTime::UNIX_EPOCH + Duration::from_hours(500_000) + self.now())
    }

    fn sleep(&self, time: Duration, _: &Cancel) {
        let mut state = self.state.lock().expect("no panic");
        state.0 += time;
        state.1.push(time);
    }
}

/// Keeps calls in memory.
#[derive(Default)]
pub struct MemoryJournal {
    pub calls: Mutex<Vec<Kept>>,
}

#[derive(Debug, Clone)]
pub struct Kept {
    pub hash: RequestHash,
    pub request: Vec<u8>,
    pub replies: Vec<Vec<u8>>,
    pub outcomes: Vec<(String, Option<String>)>,
}

impl Journal for MemoryJournal {
    fn begin(&self, call: &CallRecord<'_>) -> Result<CallId, JournalError> {
        let mut calls = self.calls.lock().expect("no panic");
        let kept = Kept { hash: call.hash, request: call.request.to_vec(), replies: Vec::new(), outcomes: Vec::new() };
        calls.push(kept);
        Ok(CallId(calls.len().cast_signed() as i64))
    }

    fn received(&self, call: CallId, _: u32, raw: &[u8], _: SystemTime) -> Result<(), JournalError> {
        self.calls.lock().expect("no panic")[call.0 as usize - 1].replies.push(raw.to_vec());
        Ok(())
    }

    fn outcome(&self, call: CallId, outcome: &OutcomeRecord<'_>) -> Result<(), JournalError> {
        let entry = (outcome.outcome.to_owned(), outcome.error.clone());
        self.calls.lock().expect("no panic")[call.0 as usize - 1].outcomes.push(entry);
        Ok(())
    }

    fn find(&self, hash: &RequestHash) -> Result<Vec<Vec<u8>>, JournalError> {
        let calls = self.calls.lock().expect("no panic");
        Ok(calls.iter().rev().filter(|call| call.hash == *hash).flat_map(|call| call.replies.clone()).collect())
    }
}

struct OneKey;

impl Keys for OneKey {
    fn key(&self, variable: &str) -> Option<Secret> {
        (variable == KEY_VARIABLE).then(|| Secret::new(KEY))
    }
}

/// Waits that a test can afford.
pub fn short() -> Timeouts {
    let milliseconds = Duration::from_millis;
    Timeouts {
        connect: milliseconds(2_000),
        first_byte: milliseconds(5_000),
        idle: milliseconds(5_000),
        total: Duration::from_secs(20),
    }
}

/// Transport with waits that a test can afford.
pub fn settings() -> TransportSettings {
    TransportSettings { timeouts: short(), ..TransportSettings::default() }
}

/// Transports are shared by their settings: each reads the system's certificates anew.
fn transport(settings: TransportSettings) -> Arc<Transport> {
    static KNOWN: Mutex<Vec<(TransportSettings, Arc<Transport>)>> = Mutex::new(Vec::new());
    let mut known = KNOWN.lock().expect("no panic");
    if let Some((_, transport)) = known.iter().find(|(other, _)| *other == settings) {
        return Arc::clone(transport);
    }
    let transport = Arc::new(Transport::new(settings.clone()).expect("a transport"));
    known.push((settings, Arc::clone(&transport)));
    transport
}

/// A client with everything around it.
pub struct Bench {
    pub client: Client,
    pub clock: Arc<FakeClock>,
    pub journal: Arc<MemoryJournal>,
    pub shared: Arc<Shared>,
}

pub fn provider(format: Format) -> Provider {
    match format {
        Format::Ollama => Provider::Ollama,
        Format::Chat => Provider::OpenaiCompat,
        Format::Responses => Provider::Openai,
        Format::Anthropic => Provider::Anthropic,
    }
}

pub fn entry(format: Format, url: &str) -> Entry {
    Entry {
        base_url: Some(url.to_owned()),
        key_variable: Some(KEY_VARIABLE.to_owned()),
        ..Entry::new(provider(format), "scripted")
    }
}

impl Bench {
    pub fn new(format: Format, server: &FaultServer) -> Self {
        Self::with(entry(format, &server.url()), Limits::default(), settings())
    }

    pub fn with(entry: Entry, limits: Limits, settings: TransportSettings) -> Self {
        Self::over(entry, limits, settings, Arc::default())
    }

    pub fn over(entry: Entry, limits: Limits, settings: TransportSettings, journal: Arc<MemoryJournal>) -> Self {
        let kept = Arc::clone(&journal);
        Self::journaling(entry, limits, settings, kept, journal)
    }

    /// The same, where what is written goes through another journal first.
    pub fn journaling(
        entry: Entry,
        limits: Limits,
        settings: TransportSettings,
        through: Arc<dyn Journal>,
        journal: Arc<MemoryJournal>,
    ) -> Self {
        let clock: Arc<FakeClock> = Arc::default();
        let shared = Arc::new(Shared {
            transport: transport(settings),
            clock: Arc::clone(&clock) as _,
            keys: Arc::new(OneKey),
            journal: through,
            caps: Caps::new(limits, Spent::default()),
            breakers: Breakers::default(),
            recordings: None,
        });
        Self { client: Client::new(entry, Arc::clone(&shared)), clock, journal, shared }
    }

    pub fn ask(&self) -> Result<Reply, LlmError> {
        self.client.complete(&question(), &Cancel::default(), &mut |_| {})
    }

    /// The reply, with the text and the thinking as they came.
    pub fn listen(&self, request: &Request) -> (Result<Reply, LlmError>, String, String) {
        let (mut text, mut thinking) = (String::new(), String::new());
        let reply = self.client.complete(request, &Cancel::default(), &mut |delta| match delta {
            Delta::Text(piece) => text.push_str(piece),
            Delta::Reasoning(piece) => thinking.push_str(piece),
            Delta::Again => {
                text.clear();
                thinking.clear();
            }
        });
        (reply, text, thinking)
    }
}

pub fn question() -> Request {
    Request::new("test", clear(b"", "You answer."), clear(b"", "What is it?"))
}
