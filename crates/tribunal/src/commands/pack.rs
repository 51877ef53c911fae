//! `tribunal pack`: the context of a task under a budget of tokens.

use crate::error::{CliError, Kind};
use crate::output::Output;
use crate::packing::{failed, jobs, log, read, watched};
use crate::world::World;
use clap::ValueEnum;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use tribunal_domain::RepoPath;
use tribunal_engine::pack::{
    self, Budget, CloseTests, Dependents, Entrance, Include, Pack, PathRules, Profile, RefinementError,
    RefinementRequest, Request, Signal, Vocabulary,
};
use tribunal_engine::plan::{Plan, PlanError};

/// Pack what matters for a change or a task under a budget of tokens
///
/// Without a task or a seed, the change from the base to HEAD is packed.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// What HEAD is compared with, at their common ancestor [default: the first of origin/main, origin/master, main,
    /// master, HEAD~1]
    #[arg(long, value_name = "REV", conflicts_with_all = ["task", "task_file", "seed", "plan"])]
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
    /// A plan whose files come before all others
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    plan: Option<PathBuf>,
    /// What a first pack for the task lacked, as JSON: reason, missing_files, missing_symbols, missing_tests,
    /// error_signatures
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath, conflicts_with = "base")]
    refine: Option<PathBuf>,
    /// The most tokens the pack may have
    #[arg(long, value_name = "N", default_value_t = 272_000)]
    budget: usize,
    /// Tokens of the budget that stay free for other things
    #[arg(long, value_name = "N", default_value_t = 0)]
    reserve: usize,
    /// Keep a quarter of what is left for related files for close tests
    #[arg(long)]
    reserve_tests: bool,
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
    /// A signal that does not count, to measure what it is worth; may be given again
    #[arg(long, value_name = "SIGNAL", hide = true, value_parser = parse_signal)]
    without: Vec<Signal>,
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
    let budget = match args.reserve {
        0 => Budget::of(args.budget),
        reserve => Budget::within(args.budget, reserve)
            .map_err(|error| CliError::new(Kind::Usage, error).hint("lower --reserve or raise --budget"))?,
    };
    let request = Request {
        entrance: entrance(args, seeds)?,
        profile: match args.profile {
            Order::Fused => Profile::Fused,
            Order::Scope => Profile::Scope,
        },
        without: args.without.clone(),
        include: Include { docs: args.include_docs, tests: args.include_tests, lockfiles: args.include_lockfiles },
        dependents: if args.no_dependents { Dependents::LeftOut } else { Dependents::Followed },
        close_tests: if args.reserve_tests { CloseTests::Reserved } else { CloseTests::AsRanked },
        rules: PathRules::new(&config.pack),
        jobs: jobs(&config),
    };
    let request = refined(args, request)?;
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
    let pack = watched(out, |progress| pack::pack(&repository, &request, budget, args.tokens, progress))?;
    pack.warnings.iter().for_each(|warning| out.note(warning));
    if let Some(folder) = &args.out {
        write_artifacts(folder, &pack)?;
    }
    log(&repository, &pack, out);
    let done = match args.format {
        Format::Json => out.json(&pack::json(&pack)),
        Format::Text if pack.failure.is_some() => Ok(()),
        Format::Text if args.out.is_none() => out.raw(&pack.text),
        Format::Text => {
            let (files, tokens, budget) = (pack.files.len(), pack.tokens, pack.budget.effective());
            out.line(&format!("{files} files, {tokens} of {budget} tokens, {} left out", pack.omitted.len()))
        }
    };
    done?;
    match &pack.failure {
        None => Ok(()),
        Some(failure) => Err(failed(failure)),
    }
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

fn parse_signal(name: &str) -> Result<Signal, String> {
    Signal::from_name(name).ok_or_else(|| format!("known are {}", Signal::names().collect::<Vec<_>>().join(", ")))
}

fn entrance(args: &Args, seeds: Vec<RepoPath>) -> Result<Entrance, CliError> {
    let plan = args.plan.as_deref().map(read_plan).transpose()?;
    if args.task.is_none() && args.task_file.is_none() && seeds.is_empty() && plan.is_none() {
        return Ok(Entrance::Diff { base: args.base.clone(), about: String::new() });
    }
    let mut text = task(args)?;
    let plan = plan.unwrap_or_default();
    if text.trim().is_empty() {
        text.clone_from(&plan.task_summary);
    }
    let wrong = |error: PlanError| CliError::new(Kind::Usage, format!("the plan cannot be used: {error}"));
    Ok(Entrance::Task { text, seeds, plan: plan.existing_files().map_err(wrong)?, symbols: plan.symbols() })
}

fn read_plan(file: &Path) -> Result<Plan, CliError> {
    let text = read(file)?;
    Plan::read(&text).map_err(|error| {
        CliError::new(Kind::Usage, format!("{}: {error}", file.display()))
            .hint("a plan is JSON with task_summary and affected_files, each with path and role")
    })
}

fn refined(args: &Args, request: Request) -> Result<Request, CliError> {
    let Some(file) = &args.refine else { return Ok(request) };
    let wrong = |error: RefinementError| {
        CliError::new(Kind::Usage, format!("{} is refused: {error}", file.display()))
            .hint("name at least one of missing_files, missing_symbols, missing_tests, error_signatures, beside --task")
    };
    let asked = RefinementRequest::read(&read(file)?).map_err(wrong)?;
    pack::refined(&request, &asked).map_err(wrong)
}

fn task(args: &Args) -> Result<String, CliError> {
    match &args.task_file {
        Some(file) => read(file),
        None => Ok(args.task.clone().unwrap_or_default()),
    }
}
