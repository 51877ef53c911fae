//! A reply that lacks any byte is never a reply: a sample of cuts over a real connection. Every byte is cut in `wire`.

use crate::support::{Bench, entry, question, settings};
use tribunal_faults::{Canned, FaultServer, Format, Framing, Head, Script};
use tribunal_llm::{Cancel, Delta, Limits, LlmError, Model};

/// Cuts a reply at each of these bytes and counts how many cuts were taken for a whole reply.
fn accepted(format: Format, script: &Script, cuts: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut accepted = Vec::new();
    for cut in cuts {
        let server = FaultServer::start(vec![script.clone().cut(cut), Script::json(400, "{}")]);
        let bench = Bench::with(entry(format, &server.url()), Limits::default(), settings());
        match bench.ask() {
            Ok(_) => accepted.push(cut),
            // The first request was not taken for a reply, and the second ended it.
            Err(LlmError::Rejected { .. }) => {}
            Err(other) => assert!(matches!(other, LlmError::Fault { .. }), "{format:?} at {cut}: {other:?}"),
        }
    }
    accepted
}

#[test]
fn a_cut_is_detected_even_if_the_connection_tells_nothing() {
    for format in Format::ALL {
        let events = format.events(&Canned::text("Hello, you."));
        let script = Head::new(200).header("content-type", format.content_type()).body(Framing::UntilClose, &events);
        let near_the_end = script.len() - 12..script.len();
        let sample = (0..script.len()).step_by(61).chain(near_the_end);
        assert_eq!(accepted(format, &script, sample), Vec::<usize>::new(), "{format:?}");
    }
}

#[test]
fn a_chunked_reply_cut_at_a_sample_of_bytes_is_detected() {
    for format in Format::ALL {
        let script = Script::stream(format, &Canned::text("Hello, you."));
        // The last event closes the reply; the chunks' own end after it says nothing more.
        let last = 2 + format.events(&Canned::text("Hello, you.")).last().map_or(0, Vec::len);
        let sample = (0..script.len() - last).step_by(61);
        assert_eq!(accepted(format, &script, sample), Vec::<usize>::new(), "{format:?}");
    }
}

#[test]
fn a_call_that_is_stopped_stops_in_the_middle_of_a_stream() {
    let script = Script::stream(Format::Chat, &Canned::text("Hello, you there."));
    let half = script.len() / 2;
    let server = FaultServer::start(vec![script.hang_at(half)]);
    let settings = settings();
    let bench = Bench::with(entry(Format::Chat, &server.url()), Limits::default(), settings);
    let cancel = Cancel::default();
    let result = bench.client.complete(&question(), &cancel, &mut |_| cancel.cancel());
    assert_eq!(result, Err(LlmError::Cancelled));
    let calls = bench.journal.calls.lock().expect("no panic");
    assert_eq!(calls[0].outcomes[0].0, "cancelled");
}

#[test]
fn who_listens_is_told_to_forget_a_beginning_that_is_asked_for_again() {
    for format in Format::ALL {
        let script = Script::stream(format, &Canned::text("Hello, you there. And more of it, in many words."));
        let almost = script.len() * 3 / 4;
        let server = FaultServer::start(vec![script.clone().cut(almost), script]);
        let mut heard = Vec::new();
        let bench = Bench::new(format, &server);
        let reply = bench.client.complete(&question(), &Cancel::default(), &mut |delta| {
            heard.push(match delta {
                Delta::Text(text) => text.to_owned(),
                Delta::Reasoning(_) => String::new(),
                Delta::Again => "|".to_owned(),
            });
        });
        let heard = heard.concat();
        let (before, after) = heard.split_once('|').expect("it broke off once");
        assert_eq!(after, reply.expect("the second answer").text, "{format:?}");
        assert!(after.starts_with(before) && !before.is_empty(), "{format:?}: {heard}");
    }
}
