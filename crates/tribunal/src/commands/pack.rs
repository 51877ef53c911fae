//! `tribunal pack`: the context of a task under a budget of tokens.

use crate::error::{CliError, Kind};
use crate::output::Output;
use crate::progress::Progress;
use crate::world::World;
use clap::ValueEnum;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use tribunal_domain::RepoPath;
use tribunal_engine::config::Config;
use tribunal_engine::index::{self, IndexError};
use tribunal_engine::pack::{self, Dependents, Entrance, Include, Pack, Profile, Request, Vocabulary};

/// Pack what matters for a change or a task under a budget of tokens
///
/// Without a task or a seed, the change from the base to HEAD is packed.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// What HEAD is compared with, at their common ancestor [default: the first of origin/main, origin/master, main,
    /// master, HEAD~1]
    #[arg(long, value_name = "REV", conflicts_with_all = ["task", "task_file", "seed"])]
    base: Option<String>,
    /// What is to be done, in words
    #[arg(long, value_name = "TEXT", conflicts_with = "task_file")]
    task: Option<String>,
    /// A file with what is to be done; `-` reads stdin
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    task_file: Option<PathBuf>,
    /// A file that is surely concerned; may be given again
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    seed: Vec<OsString>,
    /// The most tokens the pack may have
    #[arg(long, value_name = "N", default_value_t = 272_000)]
    budget: usize,
    /// The vocabulary tokens are counted in
    #[arg(long, value_name = "NAME", default_value = "o200k", value_parser = parse_vocabulary)]
    tokens: Vocabulary,
    /// Print one path per line in rank order and nothing else
    #[arg(long)]
    list: bool,
    /// What to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Write the pack and its manifests into this folder
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    out: Option<PathBuf>,
    /// How candidates are ordered
    #[arg(long, value_enum, default_value_t = Order::Fused)]
    profile: Order,
    /// Documents for people may come in
    #[arg(long)]
    include_docs: bool,
    /// Tests may come in however far they are
    #[arg(long)]
    include_tests: bool,
    /// Lock files may come in
    #[arg(long)]
    include_lockfiles: bool,
    /// Leave out files only because they depend on the seeds
    #[arg(long)]
    no_dependents: bool,
    /// Take the knowledge base as it is, without bringing it up to date
    #[arg(long)]
    no_index: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The pack itself
    Text,
    /// What is in it and what is not
    Json,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Order {
    /// All signals weighed together
    Fused,
    /// Relation weight, frequency, distance, tokens, path
    Scope,
}

pub fn run(args: &Args, world: &World, out: &mut Output) -> Result<(), CliError> {
    let repository = world.repository()?;
    let config = World::settings(Some(&repository), Vec::new())?.config;
    let seeds = args.seed.iter().map(|seed| world.repo_path(&repository, seed)).collect::<Result<_, _>>()?;
    let request = Request {
        entrance: entrance(args, seeds)?,
        profile: match args.profile {
            Order::Fused => Profile::Fused,
            Order::Scope => Profile::Scope,
        },
        include: Include { docs: args.include_docs, tests: args.include_tests, lockfiles: args.include_lockfiles },
        dependents: if args.no_dependents { Dependents::LeftOut } else { Dependents::Followed },
        jobs: jobs(&config),
    };
    if !args.no_index {
        super::index::bring_up_to_date(&repository, &config, out)?;
    }
    if args.list {
        let recall = watched(out, |progress| pack::recall(&repository, &request, progress))?;
        for missing in &recall.missing {
            out.note(&format!("{} is not in the working tree", pack::shown(missing)));
        }
        for candidate in recall.candidates.iter().filter(|candidate| candidate.omitted.is_none()) {
            out.raw(&pack::shown(&candidate.path))?;
            out.raw("\n")?;
        }
        return Ok(());
    }
    let pack = watched(out, |progress| pack::pack(&repository, &request, args.budget, args.tokens, progress))?;
    if let Some(folder) = &args.out {
        write_artifacts(folder, &pack)?;
    }
    let done = match args.format {
        Format::Json => out.json(&pack::json(&pack)),
        Format::Text if pack.failure.is_some() => Ok(()),
        Format::Text if args.out.is_none() => out.raw(&pack.text),
        Format::Text => {
            let (files, tokens, budget) = (pack.files.len(), pack.tokens, pack.budget);
            out.line(&format!("{files} files, {tokens} of {budget} tokens, {} left out", pack.omitted.len()))
        }
    };
    done?;
    let Some(failure) = &pack.failure else { return Ok(()) };
    let (kind, hint) = match failure.code {
        "git-error" => (Kind::Repository, "name a commit of this repository with --base, or a task with --task"),
        _ => (Kind::Usage, "raise --budget, or pack a task with --task and --seed"),
    };
    Err(CliError::new(kind, format!("{}: {}", failure.code, failure.message)).hint(hint))
}

fn watched<T>(
    out: &mut Output,
    work: impl FnOnce(&dyn index::Progress) -> Result<T, IndexError>,
) -> Result<T, CliError> {
    let progress = Progress::start(out);
    let done = work(&progress);
    progress.finish();
    done.map_err(|error| match error {
        IndexError::Repo(error) => error.into(),
        IndexError::Store(error) => error.into(),
        IndexError::Cancelled => CliError::new(Kind::Interrupted, error),
    })
}

fn write_artifacts(folder: &Path, pack: &Pack) -> Result<(), CliError> {
    let failed = |path: &Path, error| CliError::because(Kind::Io, format!("cannot write {}", path.display()), error);
    std::fs::create_dir_all(folder).map_err(|error| failed(folder, error))?;
    for (name, content) in pack::artifacts(pack) {
        let path = folder.join(name);
        std::fs::write(&path, content).map_err(|error| failed(&path, error))?;
    }
    Ok(())
}

fn parse_vocabulary(name: &str) -> Result<Vocabulary, String> {
    Vocabulary::from_name(name).ok_or_else(|| "known are o200k, cl100k, approximate".to_owned())
}

fn entrance(args: &Args, seeds: Vec<RepoPath>) -> Result<Entrance, CliError> {
    if args.task.is_none() && args.task_file.is_none() && seeds.is_empty() {
        return Ok(Entrance::Diff { base: args.base.clone() });
    }
    Ok(Entrance::Task { text: task(args)?, seeds, plan: Vec::new() })
}

fn task(args: &Args) -> Result<String, CliError> {
    let Some(file) = &args.task_file else { return Ok(args.task.clone().unwrap_or_default()) };
    let read =
        if file.as_os_str() == "-" { std::io::read_to_string(std::io::stdin()) } else { std::fs::read_to_string(file) };
    read.map_err(|error| CliError::because(Kind::Io, format!("cannot read {}", file.display()), error))
}

/// As many threads as for indexing.
fn jobs(config: &Config) -> usize {
    match config.index.jobs {
        0 => std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
        jobs => jobs as usize,
    }
}
