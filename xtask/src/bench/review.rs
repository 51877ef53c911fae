//! `cargo xtask bench-review`: a whole review beside three tools that look for parts of it.

use super::measure::{Cost, built_tool, changing, measure_once, once, ratio, show};
use anyhow::{Context, Result};
use std::fs;
use std::path::Path;

/// Tools that find dead code, complex functions and copies; jscpd reads what the review reads.
const PEERS: &[(&str, &[&str])] =
    &[("vulture", &["."]), ("lizard", &["-l", "python", "-l", "javascript", "."]), ("jscpd", &["--silent", "."])];

/// Measures on the checkout at `root`; `touch` is the file that gets one more line. The base there is made anew.
pub fn run(root: &Path, touch: &Path) -> Result<()> {
    let tool = built_tool()?;
    let tool = tool.to_str().context("the path of the tool is not text")?;
    let reviewing = ["review", ".", "--quiet", "--format", "json", "--fail-on", "never"];
    println!("| job | CPU s | wall s | peak MiB |");
    println!("|---|---|---|---|");
    let base = root.join(".tribunal");
    if base.exists() {
        fs::remove_dir_all(&base).with_context(|| format!("cannot remove {}", base.display()))?;
    }
    let cold = show("tribunal review, nothing indexed before", measure_once(root, tool, &reviewing));
    let peers: Vec<Option<Cost>> =
        PEERS.iter().map(|(name, arguments)| show(name, measure_once(root, name, arguments))).collect();
    let same = show("tribunal review, nothing changed", measure_once(root, tool, &reviewing));
    let changed = show("tribunal review, one file changed", changing(root, touch, || once(root, tool, &reviewing)));
    println!();
    let together = peers.into_iter().try_fold(Cost::default(), |sum, cost| Some(sum.and(cost?)));
    ratio("cold review / the three together", cold, together);
    ratio("nothing changed / cold", same, cold);
    ratio("one file changed / cold", changed, cold);
    Ok(())
}
