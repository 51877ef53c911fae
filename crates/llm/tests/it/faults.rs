//! Every fault in every wire format: what comes of it, after how many requests, and that no key is seen anywhere.
//!
//! The table stands in `table`; a new fault is one row.

mod table;

use crate::support::{Bench, KEY, entry, short};
use std::fmt::Write as _;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use table::{Row, rows};
use tribunal_faults::{FaultServer, Format};
use tribunal_llm::{Limits, LlmError, Reply, Timeouts, TransportSettings};

/// The most bytes of a reply in these tests: large replies are cut short the same way, only sooner.
const MOST_BYTES: usize = 1 << 20;

/// Rows that run at once.
const THREADS: usize = 8;

#[test]
fn every_fault_is_handled_as_specified_in_every_format() {
    let rows = rows();
    let names: std::collections::BTreeSet<_> = rows.iter().map(|row| row.name).collect();
    assert_eq!(names.len(), rows.len(), "names are unique");
    let cases: Vec<(&Row, Format)> =
        Format::ALL.iter().flat_map(|&format| rows.iter().map(move |row| (row, format))).collect();
    let cases: Vec<_> = cases.into_iter().filter(|(row, format)| row.applies(*format)).collect();
    let common = rows.iter().filter(|row| Format::ALL.iter().all(|&format| row.applies(format))).count();
    assert!(common >= 60, "only {common} faults run in all four formats");
    let problems = Mutex::new(Vec::new());
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                while let Some((row, format)) = cases.get(next.fetch_add(1, Ordering::SeqCst)) {
                    let found = run(row, *format);
                    problems.lock().expect("no panic").extend(found);
                }
            });
        }
    });
    let problems = problems.into_inner().expect("no panic");
    assert!(problems.is_empty(), "{} of {} cases:\n{}", problems.len(), cases.len(), problems.join("\n"));
}

fn run(row: &Row, format: Format) -> Option<String> {
    let server = FaultServer::start((row.scripts)(format));
    let waits = Duration::from_millis(200);
    let timeouts = if row.hangs {
        Timeouts { first_byte: waits, idle: waits, ..short() }
    } else {
        Timeouts { first_byte: Duration::from_secs(20), idle: Duration::from_secs(20), ..short() }
    };
    let settings = TransportSettings { most_bytes: MOST_BYTES, timeouts, ..TransportSettings::default() };
    let bench = Bench::with(entry(format, &server.url()), Limits::default(), settings);
    let result = bench.ask();
    let expected = (row.expected.to_owned(), row.requests);
    let found = (describe(&result), server.requests());
    let mut problems = String::new();
    if found != expected {
        let _ = write!(problems, "expected {expected:?}, found {found:?}: {result:?}; ");
    }
    if let Err(error) = &result
        && (error.hint().is_empty() || error.to_string().is_empty())
    {
        problems.push_str("no message or no hint; ");
    }
    if shows_key(&bench, &result) {
        problems.push_str("the key is seen; ");
    }
    (!problems.is_empty()).then(|| format!("{} / {format:?}: {problems}", row.name))
}

/// Looks for the key in everything that is kept, shown or printed for debugging.
fn shows_key(bench: &Bench, result: &Result<Reply, LlmError>) -> bool {
    let mut all = format!("{result:?}");
    if let Err(error) = result {
        let _ = write!(all, "{error} {error:#?} {}", error.hint());
    }
    for call in bench.journal.calls.lock().expect("no panic").iter() {
        let _ = write!(all, "{} {:?}", String::from_utf8_lossy(&call.request), call.outcomes);
        call.replies.iter().for_each(|reply| all.push_str(&String::from_utf8_lossy(reply)));
    }
    all.contains(KEY)
}

/// An outcome in a word or two.
fn describe(result: &Result<Reply, LlmError>) -> String {
    match result {
        Ok(reply) => format!("ok: {}", reply.text),
        Err(LlmError::Setup { problem, .. }) => format!("setup {problem:?}"),
        Err(LlmError::Fault { fault, .. }) => format!("fault {:?}", fault.kind),
        Err(other) => other.kind().to_owned(),
    }
}
