//! Measures by hand what a test must not: `cargo run --release -p tribunal-text --example throughput -- FOLDER [ENDING]`.
#![expect(clippy::disallowed_methods, clippy::print_stdout, reason = "a tool for people, not part of the crate")]

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::Instant;
use tribunal_text::identifiers::Terms;
use tribunal_text::secrets::clear;
use tribunal_text::tokens::Vocabulary;

/// How often each measurement is repeated; the fastest counts, for other work on the machine only slows.
const ROUNDS: usize = 5;

/// The length of the lines that are all one character.
const LONG_LINE: usize = 12_000_000;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().unwrap_or_else(|| ".".to_owned());
    let ending = arguments.next();
    let files = texts(Path::new(&folder), ending.as_deref());
    let bytes: usize = files.iter().map(String::len).sum();
    println!("{} files, {bytes} bytes", files.len());
    for vocabulary in [Vocabulary::O200k, Vocabulary::Cl100k, Vocabulary::Approximate] {
        let start = seconds();
        vocabulary.count("a");
        println!("{:<12} ready after {:.3} s", vocabulary.name(), seconds() - start);
        let tokens =
            measure(vocabulary.name(), bytes, || files.iter().map(|text| vocabulary.count(text)).sum::<usize>());
        println!("{:<12} {tokens} tokens", vocabulary.name());
    }
    measure("secrets", bytes, || files.iter().map(|text| clear(b"", text).redactions().len()).sum::<usize>());
    measure("terms", bytes, || {
        let mut terms = 0;
        files.iter().for_each(|text| Terms::Stemmed.for_each(text, |_| terms += 1));
        terms
    });
    for text in ["a", " ", "\n", "-", "=", "a1B2"] {
        let line = text.repeat(LONG_LINE / text.len());
        report("tokens", text, || Vocabulary::O200k.count(&line));
    }
    let heads = [
        "a",
        " ",
        "\n",
        "token=",
        "\"token\",",
        "password ",
        "-eyJ",
        "=LS0tLS1CRUdJTiBSU0Eg",
        "://a:b@",
        "uthorization ",
    ];
    let others = [
        "-----BEGIN RSA PRIVATE KEY-----",
        "\n-----END RSA PRIVATE KEY-----",
        "kind: Secret\n",
        "curl -u ",
        "Basic ",
        "bearer",
        "token=x9Kq2mZ8wR4tB7",
    ];
    for text in heads.into_iter().chain(others) {
        let line = text.repeat(LONG_LINE / text.len());
        report("secrets", text, || clear(b"", &line));
    }
}

/// Long lines must not take longer per byte than short ones do.
fn report<T>(name: &str, text: &str, work: impl Fn() -> T) {
    let start = seconds();
    black_box(work());
    println!("{name:<12} {LONG_LINE} bytes of {text:?} in {:.2} s", seconds() - start);
}

/// Seconds this thread has had a processor, so that other work on the machine does not count; elsewhere than on Linux,
/// seconds since the start.
fn seconds() -> f64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let own = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = own.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| START.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}

fn measure<T>(name: &str, bytes: usize, work: impl Fn() -> T) -> T {
    let mut best = f64::INFINITY;
    for _ in 1..ROUNDS {
        let start = seconds();
        black_box(work());
        best = best.min(seconds() - start);
    }
    println!("{name:<12} {:.1} MB/s", bytes as f64 / best / 1e6);
    work()
}

fn texts(folder: &Path, ending: Option<&str>) -> Vec<String> {
    let mut found = Vec::new();
    let mut waiting: Vec<PathBuf> = vec![folder.to_owned()];
    while let Some(path) = waiting.pop() {
        if path.is_dir() && !path.is_symlink() && !path.ends_with(".git") {
            waiting.extend(std::fs::read_dir(&path).into_iter().flatten().flatten().map(|entry| entry.path()));
        } else if ending.is_none_or(|ending| path.extension().is_some_and(|extension| extension == ending)) {
            found.extend(std::fs::read_to_string(&path));
        }
    }
    found
}
