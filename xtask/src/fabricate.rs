//! `cargo xtask fabricate SEED COUNT REPO…`: claims about real code that are true, and the same made false, on trial.
//!
//! What is true is taken from the text and the facts of files, by means simpler than those of the verifier: a word that
//! stands once in a repository is not used, a line that stands in a file is there. The table counts verdicts by language
//! and kind of claim.

pub mod code;
mod make;

use anyhow::{Context, Result, bail};
use code::Repository;
use make::Made;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Verdicts of one kind of claim in one language.
#[derive(Default, Clone, Copy)]
struct Tally {
    verified: usize,
    open: usize,
    refuted: usize,
}

impl Tally {
    fn add(&mut self, status: &str) {
        match status {
            "VERIFIED" => self.verified += 1,
            "REFUTED" => self.refuted += 1,
            _ => self.open += 1,
        }
    }

    fn all(self) -> usize {
        self.verified + self.open + self.refuted
    }
}

type Table = BTreeMap<(String, &'static str), (Tally, Tally)>;

/// Makes claims about every repository, tries them, and prints the table.
pub fn run(seed: u64, count: usize, repositories: &[&str]) -> Result<()> {
    let tool = tool()?;
    let mut table = Table::new();
    for root in repositories {
        let repository = Repository::read(Path::new(root))?;
        let made = make::all(&repository, seed, count);
        eprintln!("{root}: {} claims", made.len());
        try_all(&tool, Path::new(root), &made, &mut table)?;
    }
    print!("{}", shown(&table));
    Ok(())
}

/// The program, built.
pub fn tool() -> Result<PathBuf> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    if !Command::new(cargo).args(["build", "--quiet"]).status()?.success() {
        bail!("the program does not build");
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
    Ok(std::fs::canonicalize(target.join("debug/tribunal"))?)
}

/// Findings after their trial in a repository.
pub fn tried(tool: &Path, root: &Path, findings: &[Value], more: &[&str]) -> Result<Value> {
    let file = std::env::temp_dir().join(format!("tribunal-fabricated-{}.json", std::process::id()));
    std::fs::write(&file, json!(findings).to_string())?;
    let arguments = ["-q", "verify", "--format", "json", "--all", "--fail-on", "never"];
    let output = Command::new(tool).args(arguments).args(more).arg(&file).current_dir(root).output()?;
    std::fs::remove_file(&file).ok();
    serde_json::from_slice(&output.stdout)
        .with_context(|| format!("{}: {}", root.display(), String::from_utf8_lossy(&output.stderr)))
}

fn try_all(tool: &Path, root: &Path, made: &[Made], table: &mut Table) -> Result<()> {
    let findings: Vec<Value> = made.iter().enumerate().map(|(at, made)| made.finding(&at.to_string())).collect();
    let document = tried(tool, root, &findings, &["--at", "HEAD"])?;
    for finding in document["findings"].as_array().context("no findings")? {
        // Two claims of the same words on the same place are one finding; it is counted once.
        if finding["disposition"] == "merged" {
            continue;
        }
        let id = finding["id"].as_str().and_then(|id| id.parse::<usize>().ok()).context("an id")?;
        let status = finding["verification_status"].as_str().unwrap_or_default();
        let made = &made[id];
        let row = table.entry((made.language.clone(), made.kind)).or_default();
        if made.is_true {
            row.0.add(status)
        } else {
            row.1.add(status)
        }
        let wrong = if made.is_true { status == "REFUTED" } else { status == "VERIFIED" };
        if wrong {
            let reason =
                finding["rulings"].as_array().and_then(|rulings| rulings.last()).map(|ruling| ruling["reason"].clone());
            eprintln!(
                "wrong: {} {} {}:{} {} [{}] {reason:?}",
                made.kind, made.is_true, made.path, made.line, made.body, made.evidence
            );
        }
    }
    Ok(())
}

fn shown(table: &Table) -> String {
    let mut out = String::from(
        "| language | claim | true | VERIFIED | open | REFUTED | false | VERIFIED | open | REFUTED |\n|---|---|---|---|---|---|---|---|---|---|\n",
    );
    let mut sum = (Tally::default(), Tally::default());
    let mut row = |name: &str, kind: &str, (good, bad): (Tally, Tally)| {
        let _ = writeln!(
            out,
            "| {name} | {kind} | {} | {} | {} | {} | {} | {} | {} | {} |",
            good.all(),
            good.verified,
            good.open,
            good.refuted,
            bad.all(),
            bad.verified,
            bad.open,
            bad.refuted
        );
    };
    let mut kinds: BTreeMap<&str, (Tally, Tally)> = BTreeMap::new();
    for ((language, kind), tallies) in table {
        row(language, kind, *tallies);
        let of_kind = kinds.entry(kind).or_default();
        for (into, from) in
            [(&mut of_kind.0, tallies.0), (&mut of_kind.1, tallies.1), (&mut sum.0, tallies.0), (&mut sum.1, tallies.1)]
        {
            into.verified += from.verified;
            into.open += from.open;
            into.refuted += from.refuted;
        }
    }
    for (kind, tallies) in kinds {
        row("all", kind, tallies);
    }
    row("all", "all", sum);
    out
}
