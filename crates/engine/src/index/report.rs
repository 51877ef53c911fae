//! What an index run says of itself: the machine contract of `tribunal index --json`.

use super::compare::Comparison;
use super::extract::Extracted;
use super::history::HistoryCounts;
use super::resolve::Resolved;
use super::{IndexError, Run};
use serde::{Deserialize, Serialize};
use tribunal_domain::{ContentHash, path_text};
use tribunal_repo::Snapshot;
use tribunal_store::{FileRecord, Writer};

/// The outcome of an index run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IndexReport {
    /// Version of this shape.
    pub version: u32,
    /// Files of the snapshot.
    pub files: usize,
    /// Files parsed in this run.
    pub parsed: usize,
    /// Files whose facts were known.
    pub reused: usize,
    /// Files that were not read as code although they might have been, with the reason.
    pub skipped: Vec<SkippedFile>,
    /// Definitions.
    pub symbols: u64,
    /// References by state.
    pub references: ReferenceCounts,
    /// Imports by where they lead.
    pub imports: ImportCounts,
    /// Commits of the history.
    pub commits: u64,
    /// Commits read in this run; the others were known.
    pub commits_read: u64,
    /// Pairs of files that change together.
    pub co_changes: u64,
    /// Recorded problems: odd files, folders that could not be listed.
    pub problems: u64,
    /// Files resolved in this run.
    pub resolved_files: usize,
    /// The hash of what was read.
    pub snapshot: String,
    /// How long the phases took; never stored.
    #[serde(skip_deserializing)]
    pub timing: Timing,
}

/// Milliseconds per phase.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timing {
    /// Reading and parsing files, writing their rows.
    pub reading: u64,
    /// Resolving names, writing the outcomes.
    pub resolving: u64,
    /// Waiting for history after that.
    pub history: u64,
    /// Writing the rest.
    pub storing: u64,
}

/// A file that was not read as code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SkippedFile {
    /// Its path.
    pub path: String,
    /// Why.
    pub reason: String,
}

/// References by state.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReferenceCounts {
    /// To exactly one definition.
    pub resolved: u64,
    /// To one of several; members of unknown receivers count here.
    pub ambiguous: u64,
    /// Of these, members of unknown receivers: any member of that name may be meant.
    pub by_name: u64,
    /// To nothing known.
    pub unresolved: u64,
    /// Out of the repository.
    pub external: u64,
    /// To a local or parameter.
    pub local: u64,
}

/// Imports by where they lead.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportCounts {
    /// Into the repository.
    pub internal: u64,
    /// Out of it.
    pub external: u64,
    /// To nothing, though they look internal.
    pub unresolved: u64,
}

impl Run<'_> {
    pub(crate) fn report(
        &self,
        snapshot: &Snapshot,
        comparison: &Comparison,
        extracted: &Extracted,
        resolved: &Resolved,
        history: &HistoryCounts,
        writer: &mut Writer<'_>,
    ) -> Result<IndexReport, IndexError> {
        let totals = writer.totals()?;
        let rows = &extracted.rows;
        let problems = rows.iter().map(|row| u64::from(row.problems)).sum::<u64>()
            + (snapshot.problems().len() + comparison.manifests.problems.len()) as u64;
        let (commits, co_changes) = match history.counts {
            Some((commits, pairs)) => (commits as u64, pairs as u64),
            None => (totals.commits, totals.co_changes),
        };
        let report = IndexReport {
            version: 1,
            files: rows.len(),
            parsed: extracted.parsed,
            reused: extracted.reused,
            skipped: skipped(rows, snapshot),
            symbols: totals.symbols,
            references: ReferenceCounts {
                resolved: totals.resolved,
                ambiguous: totals.ambiguous + totals.by_name,
                by_name: totals.by_name,
                unresolved: totals.unresolved,
                external: totals.external,
                local: totals.local,
            },
            imports: ImportCounts {
                internal: totals.imports_internal,
                external: totals.imports_external,
                unresolved: totals.imports_unresolved,
            },
            commits,
            commits_read: history.read as u64,
            co_changes,
            problems,
            resolved_files: resolved.files,
            snapshot: snapshot_hash(rows),
            timing: Timing::default(),
        };
        writer.set_meta("snapshot", &report.snapshot)?;
        writer.set_meta("settings", &comparison.settings_hash)?;
        writer.set_meta("manifests", &comparison.manifests_hash)?;
        writer.set_meta("history", &comparison.history_hash)?;
        writer.set_meta("report", &serde_json::to_string(&report).expect("a report is plain data"))?;
        Ok(report)
    }
}

fn skipped(rows: &[FileRecord], snapshot: &Snapshot) -> Vec<SkippedFile> {
    let of_row = |row: &FileRecord| {
        row.skipped.as_ref().map(|reason| SkippedFile { path: row.path.to_string(), reason: reason.clone() })
    };
    let mut all: Vec<SkippedFile> = rows.iter().filter_map(of_row).collect();
    all.extend(snapshot.problems().iter().map(|problem| SkippedFile {
        path: path_text(&problem.path).into_owned(),
        reason: problem.reason.to_string(),
    }));
    all.sort_by(|one, two| one.path.cmp(&two.path));
    all
}

fn snapshot_hash(rows: &[FileRecord]) -> String {
    let mut all = Vec::with_capacity(rows.len() * 64);
    for row in rows {
        all.extend_from_slice(row.path.as_bytes());
        all.push(0);
        all.extend_from_slice(row.content_hash.as_bytes());
    }
    ContentHash::of(&all).to_string()
}
