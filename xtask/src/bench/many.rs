//! `cargo xtask bench-many`: a review of a repository with many small files, made here.

use super::measure::{built_tool, once};
use anyhow::{Context, Result};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Files in one folder.
const TOGETHER: usize = 500;

/// One file in so many has something to be found in it.
const FAULTY: usize = 10;

/// Makes a repository of `count` files, reviews it from nothing and again, and prints what that cost.
pub fn run(count: usize) -> Result<()> {
    let tool = built_tool()?;
    let tool = tool.to_str().context("the path of the tool is not text")?;
    let folder = std::env::temp_dir().join(format!("tribunal-many-{}", std::process::id()));
    make(&folder, count)?;
    let reviewing = ["review", ".", "--quiet", "--format", "json", "--fail-on", "never"];
    println!("| job | files | CPU s | wall s | peak MiB |");
    println!("|---|---|---|---|---|");
    for job in ["nothing indexed before", "nothing changed"] {
        let cost = once(&folder, tool, &reviewing)?;
        println!("| {job} | {count} | {:.1} | {:.1} | {} |", cost.cpu, cost.wall, cost.peak_kib / 1024);
    }
    fs::remove_dir_all(&folder).with_context(|| format!("cannot remove {}", folder.display()))
}

/// Modules that use each other in a chain.
fn make(folder: &Path, count: usize) -> Result<()> {
    let module = |at: usize| format!("part_{}.module_{at}", at / TOGETHER);
    for at in 0..count {
        let mut text = format!("\"\"\"Module {at}.\"\"\"\n\n");
        if at % FAULTY == 0 {
            text.push_str("import os\n");
        }
        if at > 0 {
            writeln!(text, "from {} import total_{}", module(at - 1), at - 1)?;
        }
        let before = if at > 0 { format!("total_{}(rows)", at - 1) } else { "0".to_owned() };
        write!(
            text,
            "\n\ndef total_{at}(rows):\n    \"\"\"What the rows come to.\"\"\"\n    found = {before}\n    for row in rows:\n        \
             if row.kind == {at}:\n            found += row.amount\n    return found\n"
        )?;
        let place = folder.join(format!("part_{}", at / TOGETHER));
        fs::create_dir_all(&place)?;
        fs::write(place.join(format!("module_{at}.py")), text)?;
    }
    let status = Command::new("git").args(["init", "-q"]).arg(folder).status()?;
    anyhow::ensure!(status.success(), "git cannot make a repository in {}", folder.display());
    Ok(())
}
