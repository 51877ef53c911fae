//! `cargo xtask bench-verify REPO COUNT`: what the trial of many findings costs, the index being warm.

use super::measure::{built_tool, measure, once, show};
use crate::fabricate::code::Repository;
use crate::relocate::{finding, number, quoted};
use anyhow::{Context, Result};
use serde_json::{Value, json};
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

/// Findings about a repository: seven in ten quote a line, the others say something of a definition.
fn many(root: &Path, count: usize) -> Result<Vec<Value>> {
    let repository = Repository::read(root)?;
    let quotes = count * 7 / 10;
    let lines = quoted(&repository, 1, quotes);
    let mut findings: Vec<Value> = lines.iter().enumerate().map(|(at, one)| finding(at, one, one.line)).collect();
    let symbols = repository.files.iter().flat_map(|file| file.facts.symbols.iter().map(move |symbol| (file, symbol)));
    let mut symbols: Vec<_> = symbols.filter(|(_, symbol)| symbol.measures.is_some()).collect();
    symbols.sort_by_key(|(file, symbol)| number(&format!("{}/{:?}", file.path, symbol.name_at)));
    for (at, (file, symbol)) in symbols.iter().take(count - findings.len()).enumerate() {
        let name = file.facts.text(symbol.name);
        let body =
            if at % 2 == 0 { format!("`{name}` is never used.") } else { format!("`{name}` has no documentation.") };
        let id = findings.len().to_string();
        let (path, line) = (file.path.to_text(), symbol.name_at.line);
        findings.push(json!({"id": id, "path": path, "line": line, "body": body}));
    }
    // More than the repository has to say is said again under other ids.
    let told = findings.len();
    anyhow::ensure!(told > 0, "nothing in the repository can be quoted");
    for at in told..count {
        let mut again = findings[at % told].clone();
        again["id"] = json!(at.to_string());
        again["body"] = json!(format!("Matter number {at} of this."));
        findings.push(again);
    }
    Ok(findings)
}
