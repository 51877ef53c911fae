//! `cargo xtask bench-pack`: a pack beside repomix, and how fast tokens are counted.

use super::measure::{built_tool, measure, measure_once, once, ratio, show};
use anyhow::{Context, Result};
use std::fs;
use std::path::Path;
use std::time::Instant;
use tribunal_text::tokens::Vocabulary;

/// A warm pack of `task` at 128,000 tokens beside repomix on the same checkout.
pub fn run(root: &Path, task: &str) -> Result<()> {
    let tool = built_tool()?;
    let tool = tool.to_str().context("the path of the tool is not text")?;
    let folder = std::env::temp_dir().join(format!("tribunal-bench-{}", std::process::id()));
    let out = folder.to_str().context("the temporary folder is not text")?;
    let packing = ["pack", "--quiet", "--task", task, "--budget", "128000", "--out", out];
    let whole = format!("{out}/repomix.xml");
    println!("| job | CPU s | wall s | peak MiB |");
    println!("|---|---|---|---|");
    once(root, tool, &["index", ".", "--quiet"])?;
    show("tribunal pack, first", measure_once(root, tool, &packing));
    let warm = show("tribunal pack, warm", measure(root, tool, &packing));
    let peer = show("repomix", measure(root, "repomix", &["--quiet", "--output", &whole, "."]));
    println!();
    ratio("warm pack / repomix", warm, peer);
    tokens(Path::new(&whole))?;
    fs::remove_dir_all(&folder).with_context(|| format!("cannot remove {out}"))
}

/// How fast one thread counts the tokens of a text, here all of the checkout as repomix wrote it.
fn tokens(file: &Path) -> Result<()> {
    let Ok(text) = fs::read_to_string(file) else { return Ok(()) };
    for vocabulary in [Vocabulary::O200k, Vocabulary::Cl100k] {
        vocabulary.count("unpacks the vocabulary");
        let started = Instant::now();
        let tokens = vocabulary.count(&text);
        let speed = text.len() as f64 / 1e6 / started.elapsed().as_secs_f64();
        println!("{}: {tokens} tokens of {} bytes, {speed:.1} MB/s", vocabulary.name(), text.len());
    }
    Ok(())
}
