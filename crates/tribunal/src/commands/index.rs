//! `tribunal index`: builds the knowledge base or brings it up to date.

use crate::error::CliError;
use crate::interrupt::Interrupt;
use crate::output::Output;
use crate::progress::Progress;
use crate::render::index::{Imports, IndexReport, References, Skipped, summary};
use crate::world::World;
use std::path::PathBuf;
use std::time::Instant;
use tribunal_engine::config::{Config, FlagValue};
use tribunal_engine::index::{self, IndexOptions};
use tribunal_engine::repository::{Repository, Snapshot};
use tribunal_engine::state::{Curated, KnowledgeBase, Opened, StateDir};

/// Build the knowledge base or bring it up to date
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A folder of the repository
    #[arg(value_hint = clap::ValueHint::DirPath)]
    path: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Threads that parse; 0 takes one per core
    #[arg(long, value_name = "N")]
    jobs: Option<String>,
    /// Forget what is there and start from nothing
    #[arg(long)]
    rebuild: bool,
}

pub fn run(args: &Args, world: &World, out: &mut Output) -> Result<(), CliError> {
    let repository = world.at(args.path.as_deref())?.repository()?;
    let config = World::settings(Some(&repository), flags(args))?.config;
    let started = Instant::now();
    let (report, _) = build(&repository, &config, Wanted { rebuild: args.rebuild, observe: false }, out)?;
    let mut report = described(report, started);
    if args.json {
        return out.json(&report);
    }
    report.languages = languages(&repository)?;
    summary(&report, out)
}

/// What other commands do first; gives the working tree, so that nobody has to walk it again.
pub fn bring_up_to_date(repository: &Repository, config: &Config, out: &mut Output) -> Result<Snapshot, CliError> {
    build(repository, config, Wanted::default(), out).map(|(_, snapshot)| snapshot)
}

/// What a review does first: the same, and what is parsed is looked at on the way.
pub fn bring_up_to_review(repository: &Repository, config: &Config, out: &mut Output) -> Result<Snapshot, CliError> {
    build(repository, config, Wanted { observe: true, ..Wanted::default() }, out).map(|(_, snapshot)| snapshot)
}

/// How a base is brought up to date.
#[derive(Clone, Copy, Default)]
struct Wanted {
    rebuild: bool,
    observe: bool,
}

fn build(
    repository: &Repository,
    config: &Config,
    wanted: Wanted,
    out: &mut Output,
) -> Result<(index::IndexReport, Snapshot), CliError> {
    let interrupt = Interrupt::catch()?;
    let progress = Progress::start(out);
    let Wanted { rebuild, observe } = wanted;
    let options = IndexOptions { config, rebuild, observe, progress: &progress, cancelled: interrupt.flag() };
    let report = index::index(repository, &options);
    progress.finish();
    Ok(report?)
}

impl index::Progress for Progress {
    fn phase(&self, name: &'static str, steps: usize) {
        Self::phase(self, name, steps);
    }

    fn advance(&self, steps: usize) {
        Self::advance(self, steps);
    }

    fn warn(&self, message: &str) {
        Self::warn(self, message);
    }
}

fn flags(args: &Args) -> Vec<FlagValue> {
    let jobs = args.jobs.iter().map(|jobs| FlagValue { key: "index.jobs", flag: "--jobs", value: jobs.clone() });
    jobs.collect()
}

fn described(report: index::IndexReport, started: Instant) -> IndexReport {
    let index::ReferenceCounts { resolved, ambiguous, by_name, unresolved, external, local } = report.references;
    let index::ImportCounts { internal, external: imported, unresolved: missing } = report.imports;
    let skipped = report.skipped.into_iter().map(|file| Skipped { path: file.path, reason: file.reason });
    IndexReport {
        version: report.version,
        files: report.files as u64,
        parsed: report.parsed as u64,
        reused: report.reused as u64,
        skipped: skipped.collect(),
        symbols: report.symbols,
        references: References { resolved, ambiguous, by_name, unresolved, external, local },
        imports: Imports { internal, external: imported, unresolved: missing },
        commits: report.commits,
        commits_read: report.commits_read,
        co_changes: report.co_changes,
        problems: report.problems,
        timing: serde_json::json!(report.timing),
        millis: u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX),
        snapshot: report.snapshot,
        languages: Vec::new(),
    }
}

fn languages(repository: &Repository) -> Result<Vec<(String, u64)>, CliError> {
    let state = repository.root().map(StateDir::open).transpose()?.flatten();
    match state.map(|state| Curated::open_read_only(&state)).transpose()? {
        Some(Opened::Ready(curated)) => Ok(KnowledgeBase::new(&curated).languages()?),
        _ => Ok(Vec::new()),
    }
}
