//! The clock on the wall jumps while a request is on its way: waits, breakers, limits and caches do not care.

use crate::support::{Bench, FakeClock, entry, settings};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, SystemTime};
use tribunal_faults::{Canned, FaultServer, Format, Head, Script};
use tribunal_llm::{Cap, Limits, LlmError};

/// Asks while every request sets the clock to this time; the first is answered by `first`, the next well.
fn ask(first: &Script, limits: Limits, to: SystemTime) -> (Bench, Result<String, LlmError>, usize) {
    let clock: Arc<OnceLock<Arc<FakeClock>>> = Arc::default();
    let (jumping, first) = (Arc::clone(&clock), first.clone());
    let server = FaultServer::answering(move |_, number| {
        jumping.get().expect("set before").jump(to);
        if number == 0 { first.clone() } else { Script::stream(Format::Chat, &Canned::text("Yes.")) }
    });
    let bench = Bench::with(entry(Format::Chat, &server.url()), limits, settings());
    assert!(clock.set(Arc::clone(&bench.clock)).is_ok());
    let reply = bench.ask();
    assert!(reply.as_ref().map_or(true, |reply| reply.latency < Duration::from_mins(5)), "{reply:?}");
    (bench, reply.map(|reply| reply.text), server.requests())
}

/// Long before, long after, and the beginning of time itself.
fn jumps() -> [SystemTime; 4] {
    let (epoch, century) = (SystemTime::UNIX_EPOCH, Duration::from_hours(876_000));
    [epoch, epoch - Duration::from_secs(1), epoch + century, epoch + 8 * century]
}

#[test]
fn a_jump_changes_neither_the_reply_nor_the_waits() {
    for to in jumps() {
        let (bench, reply, requests) = ask(&Script::json(500, "{}"), Limits::default(), to);
        assert_eq!((reply, requests), (Ok("Yes.".to_owned()), 2), "{to:?}");
        let waits = bench.clock.waits();
        assert!(waits.len() == 1 && waits[0] < Duration::from_secs(10), "{waits:?}");
        assert_eq!(bench.journal.calls.lock().expect("no panic")[0].outcomes.len(), 2);
    }
}

#[test]
fn a_date_to_come_back_at_is_held_against_the_servers_own_clock() {
    for to in jumps() {
        let limited = Head::new(429)
            .header("date", "Fri, 15 Jan 2027 08:00:00 GMT")
            .header("retry-after", "Fri, 15 Jan 2027 08:01:30 GMT")
            .text("{}");
        let (bench, reply, _) = ask(&limited, Limits::default(), to);
        assert_eq!(reply, Ok("Yes.".to_owned()), "{to:?}");
        let waited: Duration = bench.clock.waits().iter().sum();
        assert!((90..120).contains(&waited.as_secs()), "{to:?}: {waited:?}");
    }
}

#[test]
fn without_the_servers_clock_a_wrong_one_here_never_means_a_wait_of_years() {
    let limited = Head::new(429).header("retry-after", "Fri, 15 Jan 2027 08:01:30 GMT").text("{}");
    let (bench, reply, requests) = ask(&limited, Limits::default(), SystemTime::UNIX_EPOCH);
    let error = reply.expect_err("57 years are too long");
    assert!(error.to_string().contains("it asks to wait"), "{error}");
    assert_eq!((requests, bench.clock.waits()), (1, Vec::new()));
}

#[test]
fn a_run_of_an_hour_has_its_hour_whatever_the_wall_says() {
    let limits = Limits { time: Some(Duration::from_hours(1)), ..Limits::default() };
    for to in jumps() {
        let (bench, reply, _) = ask(&Script::json(500, "{}"), limits, to);
        assert_eq!(reply, Ok("Yes.".to_owned()), "{to:?}");
        bench.clock.advance(Duration::from_hours(1));
        let mut other = crate::support::question();
        other.ordinal = 1;
        assert_eq!(bench.listen(&other).0, Err(LlmError::Cap(Cap::Time)));
    }
}
