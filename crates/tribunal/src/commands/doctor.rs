//! `tribunal doctor`: what works here and what is missing, each with the command that mends it.

mod surroundings;

use crate::commands::init::model_providers;
use crate::error::{CliError, Kind};
use crate::output::{Cell, Output, Style, Table};
use crate::world::World;
use serde_json::json;
use tribunal_engine::config::Config;
use tribunal_engine::detect::survey;
use tribunal_engine::doctor::{Check, CheckState, configuration_checks, language_check, repository_checks};
use tribunal_engine::models::{embedding, probe};
use tribunal_engine::repository::{RepoError, Snapshot, current_snapshot};
use tribunal_engine::state::Present;

/// Say what works here and what is missing
#[derive(Debug, clap::Args)]
#[command(after_help = "Exit code 0 if the main job can run, with or without warnings; 2 if it cannot.")]
pub struct Args {
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Ask every configured model something small; a hosted one bills it
    #[arg(long)]
    models: bool,
}

pub fn run(args: &Args, world: &World, out: &mut Output) -> Result<(), CliError> {
    let checks = checks(args, world);
    let works = checks.iter().all(|check| check.state != CheckState::Failure);
    if args.json {
        out.json(&json!({"version": 1, "ok": works, "checks": checks}))?;
    } else {
        print(&checks, out)?;
    }
    if works {
        return Ok(());
    }
    out.finish()?;
    Err(CliError::new(Kind::Reported, "the main job cannot run here"))
}

fn checks(args: &Args, world: &World) -> Vec<Check> {
    let repository = world.repository();
    let mut checks = repository_checks(repository.as_ref());
    if let Ok(repository) = &repository {
        checks.extend(surroundings::sparse(repository));
    }
    checks.push(surroundings::git_program());
    let settings = World::checked_settings(repository.as_ref().ok(), Vec::new());
    match &settings {
        Ok(settings) => checks.extend(configuration_checks(settings.as_ref())),
        Err(error) => {
            let chain: Vec<_> = error.source.chain().map(ToString::to_string).collect();
            let mend = error.hint.clone().unwrap_or_else(|| "tribunal config".to_owned());
            checks.push(Check::failure("configuration", chain.join(": "), mend));
        }
    }
    if let Ok(repository) = &repository {
        let snapshot = current_snapshot(repository);
        checks.push(languages(snapshot.as_ref()));
        let present = match (&snapshot, &settings) {
            (Ok(Some(snapshot)), Ok(Ok(settings))) => Some(Present { repository, snapshot, config: &settings.config }),
            _ => None,
        };
        checks.extend(surroundings::state(repository, present));
    }
    let providers = model_providers();
    let found = if providers.is_empty() { "none found; none is needed".to_owned() } else { providers.join(", ") };
    checks.push(Check::ok("models", found));
    if let Ok(Ok(settings)) = &settings {
        checks.extend(configured_models(args, world, &settings.config));
    }
    checks
}

fn configured_models(args: &Args, world: &World, config: &Config) -> Vec<Check> {
    if !args.models {
        return [probe::configured(config), vec![embedding::configured(config)]].concat();
    }
    let outside = world.outside(config);
    let models = probe::asked(config, &outside)
        .unwrap_or_else(|error| vec![Check::warning("models", error.to_string(), error.hint())]);
    [models, vec![embedding::asked(config, &outside)]].concat()
}

fn languages(snapshot: Result<&Option<Snapshot>, &RepoError>) -> Check {
    match snapshot {
        Ok(Some(snapshot)) => language_check(&survey(snapshot)),
        Ok(None) => Check::warning("languages", "no files: there is no commit yet", "git commit"),
        Err(error) => Check::failure("languages", error.to_string(), "git status"),
    }
}

fn print(checks: &[Check], out: &mut Output) -> Result<(), CliError> {
    let mut table = Table::default();
    for check in checks {
        let (mark, style) = match check.state {
            CheckState::Ok => ("✓", Style::Good),
            CheckState::Warning => ("!", Style::Warn),
            CheckState::Failure => ("✗", Style::Bad),
        };
        let mend = check.mend.as_ref().map(|mend| format!("  → {mend}")).unwrap_or_default();
        let found = format!("{}{mend}", check.found);
        table.row([Cell::text(mark).style(style), Cell::text(check.name), Cell::text(found)]);
    }
    table.print(out, "")
}
