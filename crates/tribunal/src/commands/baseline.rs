//! `tribunal baseline`: today's findings accepted as they are, so that only what is new is shown and gated.

use crate::error::{CliError, Kind};
use crate::output::Output;
use crate::report::counted;
use crate::reviewing::{Asked, Select, read_baseline};
use crate::world::World;
use std::path::PathBuf;
use tribunal_engine::repository::RepoError;
use tribunal_engine::review::{BASELINE_FILE, Baseline};
use tribunal_engine::state::write_to;

/// Accept today's findings, so that only new ones are shown
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    /// Review, and write everything that is reported into a baseline
    Create(Create),
}

#[derive(Debug, clap::Args)]
struct Create {
    #[command(flatten)]
    select: Select,
    /// Where to write it [default: tribunal.baseline.json in the root of the repository]
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    out: Option<PathBuf>,
}

pub fn run(args: &Args, world: &World, out: &mut Output) -> Result<(), CliError> {
    let Action::Create(create) = &args.action;
    let repository = world.repository()?;
    let config = World::settings(Some(&repository), Vec::new())?.config;
    let asked = Asked::new(&create.select, None, world, &repository, &config)?;
    let tree = super::index::bring_up_to_review(&repository, &config, out)?;
    let reviewed = asked.review(&repository, tree, &config, out)?;
    let root = repository.root().ok_or(RepoError::Bare)?;
    let file = create.out.as_ref().map_or_else(|| root.join(BASELINE_FILE), |file| world.dir().join(file));
    // What was not looked at this time stays accepted; a review of everything needs nothing of a baseline before.
    let needed = !asked.selection().is_whole() && file.is_file();
    let before = if needed { read_baseline(&file)? } else { Baseline::default() };
    let baseline = Baseline::of(&reviewed.review.findings).with_rest_of(before, asked.selection());
    write_to(&file, baseline.encode().as_bytes())
        .map_err(|error| CliError::because(Kind::Io, format!("cannot write {}", file.display()), error))?;
    let name = file.strip_prefix(root).unwrap_or(&file);
    out.line(&format!("{} accepted in {}", counted(baseline.len(), "finding"), name.display()))?;
    out.line("from now on `tribunal review` shows what is new; commit the file so that others see the same")
}
