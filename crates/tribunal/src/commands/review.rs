//! `tribunal review`: what is wrong with the code, with the evidence.

use crate::error::CliError;
use crate::output::Output;
use crate::reviewing::{Asked, Select};
use crate::world::World;
use clap::ValueEnum;
use std::path::PathBuf;

/// Review the code on seven axes
///
/// Without a model, findings come from static analysis alone. The working tree is reviewed; with --diff, what a change
/// touches or breaks.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder to review, instead of the current one
    #[arg(value_name = "PATH", value_hint = clap::ValueHint::DirPath)]
    path: Option<PathBuf>,
    /// Only what a change touches or breaks: BASE...HEAD from their common ancestor, BASE..HEAD, or BASE for the change
    /// up to the working tree
    #[arg(long, value_name = "BASE...HEAD")]
    diff: Option<String>,
    #[command(flatten)]
    select: Select,
    /// The format
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Format::Json)]
    format: Format,
    /// Also what was suppressed, refuted, merged or too unsure
    #[arg(long)]
    all: bool,
    /// Exit with 1 if a verified finding is at least this grave
    #[arg(long, value_enum, value_name = "SEVERITY", default_value_t = FailOn::Medium)]
    fail_on: FailOn,
    /// Let findings that could not be verified count for --fail-on
    #[arg(long)]
    strict: bool,
    /// Ask no model, even if one is configured
    #[arg(long)]
    no_model: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FailOn {
    Critical,
    High,
    Medium,
    Low,
    Nit,
    Never,
}

pub fn run(args: &Args, world: &World, out: &mut Output) -> Result<(), CliError> {
    let world = world.at(args.path.as_deref())?;
    let repository = world.repository()?;
    let config = World::settings(Some(&repository), Vec::new())?.config;
    let asked = Asked::new(&args.select, args.diff.as_deref(), &world, &repository, &config)?;
    super::index::bring_up_to_date(&repository, &config, out)?;
    let reviewed = asked.review(&repository, &config, out)?;
    out.json(&reviewed.review)
}
