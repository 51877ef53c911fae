//! Measures by hand what comparing long texts costs: `cargo run --release -p tribunal-text --example likeness -- FILE FILE`.
#![expect(clippy::disallowed_methods, clippy::print_stdout, reason = "a tool for people, not part of the crate")]

use std::hint::black_box;
use std::time::Instant;
use tribunal_text::critical_changes;
use tribunal_text::embedding::{cosine, embed};
use tribunal_text::similarity::{characters, words};

/// How much of each file is compared, in characters.
const LENGTH: usize = 10_000;

/// How often each measurement is repeated; the fastest counts, for other work on the machine only slows.
const ROUNDS: usize = 200;

fn main() -> std::io::Result<()> {
    let files = std::env::args().skip(1).map(std::fs::read_to_string).collect::<Result<Vec<_>, _>>()?;
    let texts: Vec<String> = files.iter().map(|text| text.chars().take(LENGTH).collect()).collect();
    let [one, other] = texts.as_slice() else { return Err(std::io::Error::other("two files are compared")) };
    measure("char", || characters(one, other));
    measure("jaccard", || words(one, other).similarity);
    measure("guard", || critical_changes(one, other).len() as f64);
    measure("embedding", || cosine(&embed(one), &embed(other)));
    Ok(())
}

fn measure(name: &str, work: impl Fn() -> f64) {
    let once = || {
        let start = Instant::now();
        black_box(work());
        start.elapsed().as_secs_f64()
    };
    let best = (0..ROUNDS).map(|_| once()).fold(f64::INFINITY, f64::min);
    println!("{name:<10} {:.3}  {:.3} ms", work(), best * 1000.0);
}
