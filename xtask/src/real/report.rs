//! Reports before their real readers: Microsoft's validator for SARIF, and a browser for the page.

use super::{done, tool};
use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use tribunal_domain::ContentHash;

/// Microsoft's validator, and the driver of a browser that is installed already.
const NODE_PACKAGES: [&str; 2] = ["@microsoft/sarif-multitool@5.7.0", "playwright-core@1.65.0"];

/// Debian's browser.
const BROWSER: &str = "/usr/bin/chromium";

/// A review with everything in it that a report can have, hostile code included.
const SAMPLE: &str = "crates/tribunal/tests/it/report/sample";

/// Writes the reports of a sample and hands them to their readers.
pub fn run(folder: &Path) -> Result<()> {
    let node = install(folder)?;
    let place = repository(folder)?;
    let tool = tool()?;
    for (format, file) in [("sarif", "report.sarif"), ("html", "report.html")] {
        let mut command = Command::new(&tool);
        command.args(["report", "--all", "--quiet", "--format", format, "--out", file]).current_dir(&place);
        done(&mut command, "tribunal report")?;
    }
    let mut page = Command::new(&tool);
    page.args(["report", "--quiet", "--format", "html", "--out", "page.html"]).current_dir(&place);
    done(&mut page, "tribunal report")?;
    validated(&node, &place.join("report.sarif"))?;
    browsed(&node, &place.join("page.html"), &folder.join("screens"))
}

/// The folder with the packages, after everything is installed.
fn install(folder: &Path) -> Result<PathBuf> {
    let node = folder.join("node");
    std::fs::create_dir_all(&node)?;
    let mut command = Command::new("npm");
    command.args(["install", "--no-audit", "--no-fund", "--loglevel", "error", "--prefix"]).arg(&node);
    done(command.args(NODE_PACKAGES), "npm install")?;
    if !Path::new(BROWSER).exists() {
        let mut command = Command::new("apt-get");
        command.args(["install", "--yes", "--quiet", "--no-install-recommends", "chromium"]);
        done(&mut command, "apt-get install chromium (as root, or install it yourself)")?;
    }
    Ok(node)
}

/// A repository with the sample and its review in a run.
fn repository(folder: &Path) -> Result<PathBuf> {
    let (sample, place) = (std::env::current_dir()?.join(SAMPLE), folder.join("reviewed"));
    let _ = std::fs::remove_dir_all(&place);
    let run = place.join(".tribunal/runs/20240101T000000Z");
    std::fs::create_dir_all(&run)?;
    done(Command::new("git").args(["init", "--quiet"]).current_dir(&place), "git init")?;
    let mut review: Value = serde_json::from_slice(&std::fs::read(sample.join("findings.json"))?)?;
    done(Command::new("cp").arg("-r").arg(sample.join(".")).arg(&place), "cp")?;
    for finding in review["findings"].as_array_mut().context("no findings")? {
        let bytes = std::fs::read(place.join(finding["path"].as_str().context("no path")?))?;
        finding["content_hash"] = ContentHash::of(&bytes).to_string().into();
    }
    std::fs::write(run.join("findings.json"), review.to_string())?;
    std::fs::write(run.join("run.json"), "{\"command\": \"review\"}")?;
    Ok(place)
}

/// Microsoft's validator finds no error.
fn validated(node: &Path, report: &Path) -> Result<()> {
    let validator = node.join("node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool");
    // The package would do this in a script of its own, which npm may not run.
    done(Command::new("chmod").arg("u+x").arg(&validator), "chmod")?;
    let verdict = report.with_file_name("validation.sarif");
    let output = Command::new(&validator)
        .args(["validate", "--rule-kind", "Sarif;Ghas", "--level", "Error;Warning;Note", "--log", "ForceOverwrite"])
        .arg("--output")
        .arg(&verdict)
        .arg(report)
        .env("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "1")
        .output()
        .context("the validator cannot be started")?;
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    let log: Value = serde_json::from_slice(&std::fs::read(&verdict).with_context(|| told.clone())?)?;
    let results = log["runs"][0]["results"].as_array().cloned().unwrap_or_default();
    let level = |result: &Value| result["level"].as_str().unwrap_or("warning").to_owned();
    for result in results.iter().filter(|result| level(result) != "note") {
        println!("SARIF validator: {} {} {}", level(result), result["ruleId"], result["message"]);
    }
    ensure!(results.iter().all(|result| level(result) != "error"), "the report is not valid SARIF");
    ensure!(output.status.success(), "the validator failed:\n{told}");
    println!("SARIF validator: no error, by the rules of the format and by GitHub's");
    Ok(())
}

/// A browser shows the page, and nothing of the code runs.
fn browsed(node: &Path, page: &Path, screens: &Path) -> Result<()> {
    std::fs::create_dir_all(screens)?;
    // Modules are looked up beside the script.
    let script = node.join("browser.mjs");
    std::fs::write(&script, include_str!("browser.mjs"))?;
    let output = Command::new("node").arg(&script).arg(BROWSER).arg(page).arg(screens).output()?;
    print!("{}", String::from_utf8_lossy(&output.stdout));
    if !output.status.success() {
        bail!("the page does not hold in a browser:\n{}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(())
}
