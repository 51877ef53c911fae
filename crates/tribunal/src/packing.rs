//! What the commands share that pack context: how a pack is made, logged and refused.

use crate::error::{CliError, Kind};
use crate::output::Output;
use crate::progress::Progress;
use std::path::Path;
use tribunal_engine::config::Config;
use tribunal_engine::index::{self, IndexError};
use tribunal_engine::pack::{self, Failure, Pack};
use tribunal_engine::repository::Repository;
use tribunal_engine::state::StateDir;

/// The error a failed pack ends with.
pub fn failed(failure: &Failure) -> CliError {
    let (kind, hint) = match failure.code {
        "git-error" => (Kind::Repository, "name a commit of this repository with --base, or a task with --task"),
        "recall-failure" => (Kind::State, "tribunal index --rebuild"),
        _ => (Kind::Usage, "raise --budget, or pack a task with --task and --seed"),
    };
    CliError::new(kind, format!("{}: {}", failure.code, failure.message)).hint(hint)
}

/// What was decided is kept for later; a log that cannot be written costs no pack.
pub fn log(repository: &Repository, pack: &Pack, out: &mut Output) {
    let Some(root) = repository.root().filter(|_| !pack.task_id.is_empty()) else { return };
    let created = crate::clock::now();
    let logged = StateDir::create(root).and_then(|state| pack::record(&state, pack, &created));
    if let Err(error) = logged {
        out.note(&format!("the decisions are not in the log: {error}"));
    }
}

pub fn watched<T>(
    out: &mut Output,
    work: impl FnOnce(&dyn index::Progress) -> Result<T, IndexError>,
) -> Result<T, CliError> {
    Ok(watched_by(out, work)?)
}

/// Work with a line of progress, whatever its errors.
pub fn watched_by<T>(out: &Output, work: impl FnOnce(&dyn index::Progress) -> T) -> T {
    let progress = Progress::start(out);
    let done = work(&progress);
    progress.finish();
    done
}

/// A text file, or stdin if it is called `-`.
pub fn read(file: &Path) -> Result<String, CliError> {
    let read =
        if file.as_os_str() == "-" { std::io::read_to_string(std::io::stdin()) } else { std::fs::read_to_string(file) };
    read.map_err(|error| CliError::because(Kind::Io, format!("cannot read {}", file.display()), error))
}

/// As many threads as for indexing.
pub fn jobs(config: &Config) -> usize {
    match config.index.jobs {
        0 => std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
        jobs => jobs as usize,
    }
}
