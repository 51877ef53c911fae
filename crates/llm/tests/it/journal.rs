//! A disk that is full at the nth write: the error says so, nothing that was kept is lost, nothing kept is bought again.

use crate::support::{Bench, MemoryJournal, entry, settings};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::SystemTime;
use tribunal_faults::{Canned, FaultServer, Format, Script};
use tribunal_llm::{CallId, CallRecord, Journal, JournalError, Limits, LlmError, OutcomeRecord, RequestHash};

/// Has room for so many writes.
struct Full {
    journal: Arc<MemoryJournal>,
    room: AtomicUsize,
}

impl Full {
    fn write<T>(&self, write: impl FnOnce() -> Result<T, JournalError>) -> Result<T, JournalError> {
        let taken = self.room.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |room| room.checked_sub(1));
        taken.map_err(|_| JournalError("database or disk is full".to_owned()))?;
        write()
    }
}

impl Journal for Full {
    fn begin(&self, call: &CallRecord<'_>) -> Result<CallId, JournalError> {
        self.write(|| self.journal.begin(call))
    }

    fn received(&self, call: CallId, attempt: u32, raw: &[u8], at: SystemTime) -> Result<(), JournalError> {
        self.write(|| self.journal.received(call, attempt, raw, at))
    }

    fn outcome(&self, call: CallId, outcome: &OutcomeRecord<'_>) -> Result<(), JournalError> {
        self.write(|| self.journal.outcome(call, outcome))
    }

    fn find(&self, hash: &RequestHash) -> Result<Vec<Vec<u8>>, JournalError> {
        self.journal.find(hash)
    }
}

/// Room for so many writes; then the requests sent until it is full, and after room was made.
#[track_caller]
fn check(scripts: Vec<Script>, room: usize, sent: [usize; 2]) {
    let server = FaultServer::start(scripts);
    let journal = Arc::<MemoryJournal>::default();
    let full = Arc::new(Full { journal: Arc::clone(&journal), room: room.into() });
    let entry = entry(Format::Chat, &server.url());
    let bench = Bench::journaling(entry, Limits::default(), settings(), Arc::clone(&full) as _, journal);
    let error = bench.ask().expect_err("the disk is full");
    assert_eq!(error, LlmError::Journal("database or disk is full".to_owned()));
    assert!(error.to_string().starts_with("the journal of model calls cannot be written"), "{error}");
    assert!(error.hint().starts_with("make room"), "{}", error.hint());
    assert_eq!(server.requests(), sent[0], "room for {room} writes");
    assert!(!bench.client.breaker().is_open());
    full.room.store(usize::MAX, Ordering::SeqCst);
    assert_eq!(bench.ask().map(|reply| reply.text), Ok("Yes.".to_owned()));
    assert_eq!(server.requests(), sent[1], "room for {room} writes, then more");
}

#[test]
fn a_full_disk_stops_before_sending_keeps_what_came_and_goes_on_when_there_is_room() {
    let good = || Script::stream(Format::Chat, &Canned::text("Yes."));
    check(vec![good()], 0, [0, 1]);
    check(vec![good()], 1, [1, 2]);
    check(vec![good()], 2, [1, 1]);
    let failing = || vec![Script::json(500, "{}"), good()];
    check(failing(), 1, [1, 2]);
    check(failing(), 2, [2, 3]);
    check(failing(), 3, [2, 2]);
}
