//! Measures by hand what a test must not: `cargo run --release -p tribunal-text --example throughput -- FOLDER [ENDING]`.
#![expect(clippy::disallowed_methods, clippy::print_stdout, reason = "a tool for people, not part of the crate")]

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Instant;
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
        let start = Instant::now();
        vocabulary.count("a");
        println!("{:<12} ready after {:.3} s", vocabulary.name(), start.elapsed().as_secs_f64());
        let tokens =
            measure(vocabulary.name(), bytes, || files.iter().map(|text| vocabulary.count(text)).sum::<usize>());
        println!("{:<12} {tokens} tokens", vocabulary.name());
    }
    for (name, char) in [("letters", "a"), ("spaces", " "), ("breaks", "\n"), ("dashes", "-")] {
        let line = char.repeat(LONG_LINE);
        let start = Instant::now();
        black_box(Vocabulary::O200k.count(&line));
        println!("{name:<12} {LONG_LINE} bytes in {:.2} s", start.elapsed().as_secs_f64());
    }
}

fn measure<T>(name: &str, bytes: usize, work: impl Fn() -> T) -> T {
    let mut best = f64::INFINITY;
    for _ in 1..ROUNDS {
        let start = Instant::now();
        black_box(work());
        best = best.min(start.elapsed().as_secs_f64());
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
