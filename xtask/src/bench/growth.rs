//! `cargo xtask bench-growth`: how the cost of a review grows with the lines of code.
//!
//! Five nested parts of one checkout, chosen by the hash of the path so that each part is like the whole, are reviewed
//! from nothing in a folder of their own.

use super::measure::{built_tool, once};
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tribunal_domain::ContentHash;

/// Parts of the whole, in sixteenths.
const PARTS: [u64; 5] = [1, 2, 4, 8, 16];

/// The width of the longest bar of the plot.
const BAR: f64 = 48.0;

/// Code that the review reads.
const CODE: &[&str] = &["py", "js", "jsx", "ts", "tsx", "go", "rs", "java"];

/// Reviews five parts of the checkout at `root` and prints a table and a plot.
pub fn run(root: &Path) -> Result<()> {
    let tool = built_tool()?;
    let tool = tool.to_str().context("the path of the tool is not text")?;
    let folder = std::env::temp_dir().join(format!("tribunal-growth-{}", std::process::id()));
    let files = tracked(root)?;
    println!("| files | lines | CPU s | peak MiB | µs a line |");
    println!("|---|---|---|---|---|");
    let mut bars = Vec::new();
    for part in PARTS {
        let place = folder.join(part.to_string());
        let chosen: Vec<&PathBuf> = files.iter().filter(|path| share(path) < part).collect();
        let lines = copy(root, &place, &chosen)?;
        let cost = once(&place, tool, &["review", ".", "--quiet", "--format", "json", "--fail-on", "never"])?;
        let each = cost.cpu * 1e6 / lines as f64;
        println!("| {} | {lines} | {:.2} | {} | {each:.1} |", chosen.len(), cost.cpu, cost.peak_kib / 1024);
        bars.push((lines, cost.cpu));
    }
    let most = bars.iter().map(|(_, cpu)| *cpu).fold(0.0, f64::max);
    println!("\n```text");
    for (lines, cpu) in bars {
        println!("{lines:>9} lines {} {cpu:.2} s", "█".repeat((cpu / most * BAR).ceil() as usize));
    }
    println!("```");
    fs::remove_dir_all(&folder).with_context(|| format!("cannot remove {}", folder.display()))
}

/// Which sixteenth a file belongs to.
fn share(path: &Path) -> u64 {
    let hash = ContentHash::of(path.as_os_str().as_encoded_bytes()).to_string();
    hash.chars().next().and_then(|digit| digit.to_digit(16)).map_or(0, u64::from)
}

fn tracked(root: &Path) -> Result<Vec<PathBuf>> {
    let output = Command::new("git").args(["ls-files", "-z"]).current_dir(root).output()?;
    ensure!(output.status.success(), "{} is no git repository", root.display());
    let names = String::from_utf8_lossy(&output.stdout).into_owned();
    let is_code = |path: &PathBuf| path.extension().is_some_and(|it| CODE.iter().any(|known| it == *known));
    Ok(names.split('\0').map(PathBuf::from).filter(is_code).collect())
}

/// Copies files into a new repository; how many lines they have.
fn copy(root: &Path, place: &Path, files: &[&PathBuf]) -> Result<usize> {
    let mut lines = 0;
    for path in files {
        let Ok(bytes) = fs::read(root.join(path)) else { continue };
        lines += bytes.iter().filter(|byte| **byte == b'\n').count();
        let target = place.join(path);
        fs::create_dir_all(target.parent().context("a file stands in a folder")?)?;
        fs::write(target, bytes)?;
    }
    for arguments in [&["init", "--quiet"][..], &["add", "--all"]] {
        ensure!(Command::new("git").args(arguments).current_dir(place).status()?.success(), "git {arguments:?} failed");
    }
    Ok(lines)
}
