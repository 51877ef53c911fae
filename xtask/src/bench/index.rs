//! `cargo xtask bench`: the index beside ctags, vulture and git.

use super::measure::{RUNS, built_tool, changing, measure, measure_once, once, ratio, show};
use anyhow::{Context, Result};
use std::path::Path;
use std::process::Command;

/// Measures on the checkout at `root`; `touch` is the file that gets one more line.
pub fn run(root: &Path, touch: &Path, with_vulture: bool) -> Result<()> {
    let tool = built_tool()?;
    let tool = tool.to_str().context("the path of the tool is not text")?;
    let index = |more: &[&str]| measure(root, tool, &[&["index", ".", "--quiet"], more].concat());
    println!("| job | CPU s | wall s | peak MiB |");
    println!("|---|---|---|---|");
    let ctags = show("universal-ctags -R", measure(root, "ctags", &["-R", "-f", "/dev/null", "."]));
    let vulture = if with_vulture { show("vulture .", measure_once(root, "vulture", &["."])) } else { None };
    let status = show("git status", measure(root, "git", &["status"]));
    let cold = show("tribunal index --rebuild", index(&["--rebuild"]));
    let one = show("tribunal index --rebuild --jobs 1", index(&["--rebuild", "--jobs", "1"]));
    let warm = show("tribunal index, nothing changed", index(&[]));
    let changed = show(
        "tribunal index, one file changed",
        changing(root, touch, || once(root, tool, &["index", ".", "--quiet"])),
    );
    println!();
    ratio("cold index / ctags", cold, ctags);
    ratio("cold index / vulture", cold, vulture);
    ratio("nothing changed / git status", warm, status);
    ratio("one file changed / git status", changed, status);
    if let (Some(one), Some(two)) = (one, cold) {
        println!("one thread / all threads, wall: {:.2}", one.wall / two.wall);
    }
    parse_phase(root, tool)
}

/// The reading phase alone, by the tool's own clock, on one and on two threads.
fn parse_phase(root: &Path, tool: &str) -> Result<()> {
    let reading = |jobs: &str| -> Result<f64> {
        let mut laps = Vec::new();
        for _ in 0..RUNS {
            let arguments = ["index", ".", "--rebuild", "--json", "--jobs", jobs];
            let output = Command::new(tool)
                .args(arguments)
                .env("TRIBUNAL_HISTORY_MAX_COMMITS", "0")
                .current_dir(root)
                .output()?;
            let report: serde_json::Value = serde_json::from_slice(&output.stdout)?;
            laps.push(report["timing"]["reading"].as_f64().context("the report has no timing")?);
        }
        laps.sort_by(f64::total_cmp);
        Ok(laps[laps.len() / 2])
    };
    let (one, two) = (reading("1")?, reading("2")?);
    println!("parse phase, one thread {one:.0} ms, two threads {two:.0} ms: {:.2} times", one / two);
    Ok(())
}
