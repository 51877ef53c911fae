//! Measures what reading a repository costs: `measure DIR [worktree|commit|read|diff REV|history N DETAILED JOBS|since N]`.
//!
//! Run it under `perf stat` or `time` for CPU seconds; figures of one part at a time.

#![expect(clippy::disallowed_methods, reason = "a tool for developers reads its arguments")]

use std::io::Write;
use std::path::Path;
use std::time::Instant;
use tribunal_repo::{CoChangeLimits, CommitId, HistoryLimits, RepoError, Repository, WorktreeOptions, co_changes};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, default: usize| -> usize {
        arguments.get(place).and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    let dir = arguments.first().map_or(".", String::as_str);
    let started = Instant::now();
    let repository = Repository::discover(Path::new(dir))?;
    let opened = started.elapsed();
    let head = repository.resolve("HEAD")?;
    let result = match arguments.get(1).map(String::as_str) {
        Some("commit") => commit(&repository, head)?,
        Some("read") => read(&repository)?,
        Some("diff") => {
            let old = repository.resolve(arguments.get(2).map_or("HEAD~1", String::as_str))?;
            format!("{} changes", repository.diff(Some(old), head)?.len())
        }
        Some("history") => {
            let limits = HistoryLimits { commits: number(2, 20_000), detailed: number(3, 2_000), jobs: number(4, 1) };
            history(&repository, head, limits)?
        }
        Some("since") => since(&repository, head, number(2, 1))?,
        _ => {
            let snapshot = repository.worktree(WorktreeOptions::default())?;
            format!("{} entries, {} problems", snapshot.entries().len(), snapshot.problems().len())
        }
    };
    let mut out = std::io::stdout().lock();
    writeln!(out, "{result}; opened in {opened:?}, total {:?}", started.elapsed())?;
    Ok(())
}

fn commit(repository: &Repository, head: CommitId) -> Result<String, RepoError> {
    let snapshot = repository.commit_snapshot(head)?;
    let listed = snapshot.entries().len();
    let mut bytes = 0;
    for entry in snapshot.entries() {
        bytes += snapshot.read(entry).map_or(0, |bytes| bytes.len());
    }
    Ok(format!("{listed} entries, {bytes} bytes read"))
}

fn read(repository: &Repository) -> Result<String, RepoError> {
    let snapshot = repository.worktree(WorktreeOptions::default())?;
    let sizes = snapshot.entries().iter().map(|entry| snapshot.read(entry).map_or(0, |bytes| bytes.len()));
    Ok(format!("{} bytes read", sizes.sum::<usize>()))
}

fn history(repository: &Repository, head: CommitId, limits: HistoryLimits) -> Result<String, RepoError> {
    let started = Instant::now();
    let history = repository.history(head, limits)?;
    let read = started.elapsed();
    let files: usize = history.commits.iter().map(|commit| commit.files.len()).sum();
    let pairs = co_changes(&history.commits, CoChangeLimits::default()).len();
    let commits = history.commits.len();
    Ok(format!("{commits} commits, {files} files, {pairs} pairs, complete {}, read in {read:?}", history.complete))
}

fn since(repository: &Repository, head: CommitId, back: usize) -> Result<String, RepoError> {
    let old = repository.resolve(&format!("HEAD~{back}"))?;
    let known = repository.history(old, HistoryLimits::default())?.commits;
    let started = Instant::now();
    let history = repository.history_beyond(head, known, HistoryLimits::default())?;
    let walked = started.elapsed();
    let started = Instant::now();
    let pairs = co_changes(&history.commits, CoChangeLimits::default()).len();
    let paired = started.elapsed();
    Ok(format!("{} commits read, walked in {walked:?}, {pairs} pairs in {paired:?}", history.read))
}
