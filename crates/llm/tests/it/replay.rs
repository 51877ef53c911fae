//! Recorded replies: made by any provider, replayed without one.

use crate::support::{entry, question, settings};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use tribunal_faults::{Canned, FaultServer, Format, Script};
use tribunal_llm::{
    Breakers, Cancel, Caps, Client, Entry, JournalError, Limits, Model, NoJournal, NoKeys, Provider, Recordings,
    RequestHash, Shared, Spent, Transport,
};

#[derive(Default)]
struct Known(Mutex<BTreeMap<RequestHash, Vec<u8>>>);

impl Recordings for Known {
    fn recorded(&self, hash: &RequestHash) -> Option<Vec<u8>> {
        self.0.lock().expect("no panic").get(hash).cloned()
    }

    fn record(&self, hash: &RequestHash, recording: &[u8]) -> Result<(), JournalError> {
        self.0.lock().expect("no panic").insert(*hash, recording.to_vec());
        Ok(())
    }

    fn hint(&self, hash: &RequestHash) -> String {
        format!("record {hash}")
    }
}

#[test]
fn what_any_provider_answered_is_replayed_and_what_is_missing_says_how_to_record_it() {
    let known = Arc::new(Known::default());
    let shared = Arc::new(Shared {
        transport: Arc::new(Transport::new(settings()).expect("a transport")),
        clock: Arc::new(crate::support::FakeClock::default()),
        keys: Arc::new(NoKeys),
        journal: Arc::new(NoJournal),
        caps: Caps::new(Limits::default(), Spent::default()),
        breakers: Breakers::default(),
        recordings: Some(Arc::clone(&known) as _),
    });
    let ask = |entry: Entry, ordinal: u32| {
        let mut request = question();
        request.ordinal = ordinal;
        Client::new(entry, Arc::clone(&shared)).complete(&request, &Cancel::default(), &mut |_| {})
    };
    let replay = || Entry::new(Provider::Replay, "any");
    let error = ask(replay(), 0).expect_err("nothing is recorded");
    assert!(error.hint().starts_with("record "), "{}", error.hint());
    for (ordinal, format) in (0..).zip(Format::ALL) {
        let server = FaultServer::start(vec![Script::stream(format, &Canned::text("Recorded."))]);
        let entry = Entry { key_variable: None, ..entry(format, &server.url()) };
        let bought = ask(entry, ordinal).expect("a reply");
        let replayed = ask(Entry { base_url: Some("anywhere".to_owned()), ..replay() }, ordinal).expect("a recording");
        assert_eq!((&replayed.text, &replayed.model, replayed.usage), (&bought.text, &bought.model, bought.usage));
        assert_eq!(server.requests(), 1);
    }
    assert_eq!(known.0.lock().expect("no panic").len(), 4);
    assert!(ask(replay(), 4).is_err(), "another answer was never recorded");
}
