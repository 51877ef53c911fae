//! `cargo xtask bench-verify REPO COUNT`: what the trial of many findings costs, the index being warm.

use super::measure::{built_tool, measure, once, show};
use crate::relocate::many;
use anyhow::{Context, Result};
use serde_json::json;
use std::path::Path;

/// Makes findings about the checkout at `root` and tries them.
pub fn run(root: &Path, count: usize) -> Result<()> {
    let tool = built_tool()?;
    let tool = tool.to_str().context("the path of the tool is not text")?;
    let file = std::env::temp_dir().join(format!("tribunal-many-{}.json", std::process::id()));
    std::fs::write(&file, json!(many(root, count)?).to_string())?;
    once(root, tool, &["index", ".", "--quiet"])?;
    let path = file.to_str().context("the path of the findings is not text")?;
    println!("| job | CPU s | wall s | peak MiB |");
    println!("|---|---|---|---|");
    let trying = ["verify", path, "--quiet", "--format", "json", "--fail-on", "never"];
    show(&format!("tribunal verify, {count} findings"), measure(root, tool, &trying));
    std::fs::remove_file(&file)?;
    Ok(())
}
