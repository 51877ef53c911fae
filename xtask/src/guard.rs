//! `cargo xtask guard`: seeded edits of real texts, and what the cascade of `polish` says of them. A minimal edit changes
//! what a text says and must never be called converged; a harmless one should not be stopped by the guard.

mod harmless;
mod minimal;
mod random;
#[cfg(test)]
mod tests;
mod texts;

use anyhow::{Context, Result, ensure};
use random::Random;
use std::collections::BTreeMap;
use std::path::PathBuf;
use tribunal_engine::config::Config;
use tribunal_engine::models::{Cancel, embedding};
use tribunal_engine::polish::{Cascade, Decision};

/// An edit: what it is called, and the text after it; nothing if the text has no place for it.
pub type Edit = (&'static str, fn(&str, &mut Random) -> Option<String>);

/// What came of the edits of one sort.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Count {
    pub edits: usize,
    pub blocked: usize,
    pub converged: usize,
}

/// Prints how often each sort of edit was blocked and called converged, and some that went wrong.
pub fn run(count: usize, seed: u64, files: &[PathBuf]) -> Result<()> {
    ensure!(!files.is_empty(), "name files of prose and of code");
    let mut samples = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
        samples.extend(texts::samples(&text));
    }
    println!("{} texts\n", samples.len());
    for (title, edits) in [("minimal", minimal::EDITS), ("harmless", harmless::EDITS)] {
        let mut wrong = Vec::new();
        let counts = measure(edits, count, seed, &samples, &mut |name, decision, edited| {
            let is_wrong = if title == "minimal" { decision.converged } else { decision.decided_by == "guard" };
            if is_wrong {
                let told = decision.trail[0]
                    .changes
                    .iter()
                    .map(|one| format!("{} `{}` → `{}`", one.kind, one.before, one.after));
                wrong.push((name, told.collect::<Vec<_>>().join(", "), edited.to_owned()));
            }
        });
        println!("| {title} | edits | blocked by the guard | converged |\n|---|---|---|---|");
        let mut all = Count::default();
        for (name, count) in counts {
            println!("| {name} | {} | {} | {} |", count.edits, count.blocked, count.converged);
            all.edits += count.edits;
            all.blocked += count.blocked;
            all.converged += count.converged;
        }
        println!("| together | {} | {} | {} |\n", all.edits, all.blocked, all.converged);
        for (name, changes, edited) in wrong.iter().take(SHOWN) {
            println!("{name}: {changes}\n    {}", edited.replace('\n', "\n    "));
        }
    }
    Ok(())
}

/// How many of those that went wrong are printed.
const SHOWN: usize = 25;

/// So many edits, as many of each sort, each on a text that is drawn; the same seed gives the same edits.
pub fn measure(
    edits: &[Edit],
    count: usize,
    seed: u64,
    samples: &[String],
    each: &mut dyn FnMut(&'static str, &Decision, &str),
) -> BTreeMap<&'static str, Count> {
    let mut config = Config::default();
    config.polish.convergence.embedding = true;
    let outside = tribunal_engine::models::Outside {
        keys: std::sync::Arc::new(tribunal_llm::NoKeys),
        proxy: None,
        headers: Vec::new(),
        recordings: None,
    };
    // The embedded embedder is asked, too: whatever may call two texts converged has its say.
    let embedder = embedding::of_convergence(&config, &outside).expect("the embedded embedder needs nothing");
    let cascade = Cascade::new(&config.polish, Some(&embedder));
    let mut random = Random::new(seed);
    let mut counts: BTreeMap<&'static str, Count> = BTreeMap::new();
    // A sort that no text has a place for is given up after this many draws.
    const PATIENCE: usize = 2_000;
    let mut tries = 0;
    let mut made = 0;
    while made < count {
        let (name, edit) = edits[made % edits.len()];
        let text = random.one_of(samples);
        tries += 1;
        let Some(edited) = edit(text, &mut random).filter(|edited| edited != text) else {
            assert!(tries < PATIENCE, "no text has a place for an edit of this sort: {name}");
            continue;
        };
        tries = 0;
        let decision = cascade.decide(text, &edited, &Cancel::default());
        each(name, &decision, &format!("{text}\n=>\n{edited}"));
        let count = counts.entry(name).or_default();
        count.edits += 1;
        count.blocked += usize::from(decision.decided_by == "guard");
        count.converged += usize::from(decision.converged);
        made += 1;
    }
    counts
}
