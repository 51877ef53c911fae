//! `tribunal index`: builds the knowledge base or brings it up to date.

use crate::error::{CliError, Kind};
use crate::interrupt::Interrupt;
use crate::output::Output;
use crate::progress::Progress;
use crate::render::index::{IndexReport, summary};
use crate::world::World;
use std::path::PathBuf;
use tribunal_engine::config::{Config, FlagValue};
use tribunal_engine::repository::Repository;

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
    let interrupt = Interrupt::catch()?;
    let progress = Progress::start(out);
    let report = build(&repository, &config, args, &progress, &interrupt);
    progress.finish();
    let report = report?;
    if args.json { out.json(&report) } else { summary(&report, out) }
}

fn flags(args: &Args) -> Vec<FlagValue> {
    let jobs = args.jobs.iter().map(|jobs| FlagValue { key: "index.jobs", flag: "--jobs", value: jobs.clone() });
    jobs.collect()
}

/// What other commands do first; quiet unless it takes its time.
pub fn bring_up_to_date(_repository: &Repository, _config: &Config, _out: &mut Output) -> Result<(), CliError> {
    Ok(())
}

/// The one place that calls the engine: `tribunal_engine::index::index` with the configuration, a callback that
/// forwards to `progress.phase` and `progress.done`, and `interrupt.flag()` to poll.
fn build(
    _repository: &Repository,
    _config: &Config,
    args: &Args,
    _progress: &Progress,
    interrupt: &Interrupt,
) -> Result<IndexReport, CliError> {
    let _ = (args.rebuild, interrupt.flag());
    Err(CliError::new(Kind::Usage, "this build has no indexer"))
}
