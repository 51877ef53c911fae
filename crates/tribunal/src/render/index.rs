//! What `tribunal index` did, for machines (`index --json`, a stable contract) and for people.

use crate::error::CliError;
use crate::output::{Cell, Output, Style, Table, grouped};
use serde::Serialize;

/// How many skipped files the summary names; the JSON has all.
const SHOWN_SKIPPED: usize = 5;

/// What an index run found.
#[derive(Debug, Clone, Default, Serialize)]
pub struct IndexReport {
    pub version: u32,
    pub files: u64,
    pub parsed: u64,
    pub reused: u64,
    pub skipped: Vec<Skipped>,
    pub symbols: u64,
    pub references: References,
    pub imports: Imports,
    pub commits: u64,
    /// Those read in this run.
    pub commits_read: u64,
    pub co_changes: u64,
    pub problems: u64,
    pub millis: u64,
    /// Milliseconds per phase; left out of comparisons.
    pub timing: serde_json::Value,
    /// The hash of what was read.
    pub snapshot: String,
    /// Files per language, for people; machines ask `query overview`.
    #[serde(skip)]
    pub languages: Vec<(String, u64)>,
}

/// A file that was not parsed.
#[derive(Debug, Clone, Serialize)]
pub struct Skipped {
    pub path: String,
    pub reason: String,
}

/// References by state.
#[derive(Debug, Clone, Default, Serialize)]
pub struct References {
    pub resolved: u64,
    pub ambiguous: u64,
    /// Of the ambiguous, members of unknown receivers.
    pub by_name: u64,
    pub unresolved: u64,
    pub external: u64,
    pub local: u64,
}

/// Imports by where they lead.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Imports {
    pub internal: u64,
    pub external: u64,
    pub unresolved: u64,
}

/// The overview after the progress line is gone.
pub fn summary(report: &IndexReport, out: &mut Output) -> Result<(), CliError> {
    let seconds = format!("{:.2} s", report.millis as f64 / 1000.0);
    let changed = format!("{} parsed, {} unchanged", grouped(report.parsed), grouped(report.reused));
    let head = format!("indexed {} files, {} symbols", grouped(report.files), grouped(report.symbols));
    out.styled(&[(Style::Bold, &head), (Style::Plain, &format!(" ({changed})  {seconds}"))])?;
    let References { resolved, ambiguous, unresolved, external, local, .. } = report.references;
    let Imports { internal, external: imported, unresolved: missing } = report.imports;
    let mut table = Table::default();
    let mut row = |name: &str, found: String| table.row([Cell::text(name), Cell::text(found)]);
    row("languages", counts(report.languages.iter().map(|(name, files)| (name.as_str(), *files))));
    row(
        "references",
        counts(
            [
                ("resolved", resolved),
                ("ambiguous", ambiguous),
                ("unresolved", unresolved),
                ("external", external),
                ("local", local),
            ]
            .into_iter(),
        ),
    );
    row("imports", counts([("internal", internal), ("external", imported), ("unresolved", missing)].into_iter()));
    row("history", counts([("commits", report.commits), ("co-changes", report.co_changes)].into_iter()));
    row("problems", grouped(report.problems));
    row("skipped", grouped(report.skipped.len() as u64));
    table.print(out, "  ")?;
    skipped(&report.skipped, out)
}

fn skipped(skipped: &[Skipped], out: &mut Output) -> Result<(), CliError> {
    let mut table = Table::default();
    for file in skipped.iter().take(SHOWN_SKIPPED) {
        table.row([Cell::text(file.path.as_str()), Cell::text(file.reason.as_str())]);
    }
    table.print(out, "    ")?;
    match skipped.len().saturating_sub(SHOWN_SKIPPED) {
        0 => Ok(()),
        more => out.line(&format!("    … and {more} more, all in `tribunal index --json`")),
    }
}

/// Names with their counts, biggest first, without zeros.
fn counts<'a>(counts: impl Iterator<Item = (&'a str, u64)>) -> String {
    let mut counts: Vec<_> = counts.filter(|(_, count)| *count > 0).collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let texts: Vec<_> = counts.iter().map(|(name, count)| format!("{name} {}", grouped(*count))).collect();
    if texts.is_empty() { "none".to_owned() } else { texts.join(", ") }
}
