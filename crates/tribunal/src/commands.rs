//! The commands. Each file holds a command's arguments and what it does; adding one is a file and two lines here.

pub mod ask;
pub mod baseline;
pub mod completions;
pub mod config;
pub mod dismiss;
pub mod doctor;
pub mod estimate;
pub mod explain;
pub mod index;
pub mod init;
pub mod lessons;
pub mod man;
pub mod pack;
pub mod polish;
pub mod query;
pub mod report;
pub mod review;
pub mod runs;
pub mod trust;
pub mod verify;
pub mod why;

use crate::error::CliError;
use crate::output::Output;
use crate::world::World;
use clap::Subcommand;

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    Init(init::Args),
    Doctor(doctor::Args),
    Index(index::Args),
    Query(query::Args),
    Pack(pack::Args),
    Ask(ask::Args),
    Polish(polish::Args),
    Lessons(lessons::Args),
    Estimate(estimate::Args),
    Review(review::Args),
    Verify(verify::Args),
    Report(report::Args),
    Why(why::Args),
    Dismiss(dismiss::Args),
    Explain(explain::Args),
    Baseline(baseline::Args),
    Runs(runs::Args),
    Config(config::Args),
    Trust(trust::Args),
    Completions(completions::Args),
    Man(man::Args),
}

/// Does it.
pub fn run(command: Command, world: &World, out: &mut Output) -> Result<(), CliError> {
    match command {
        Command::Init(args) => init::run(&args, world, out),
        Command::Doctor(args) => doctor::run(&args, world, out),
        Command::Index(args) => index::run(&args, world, out),
        Command::Query(args) => query::run(&args, world, out),
        Command::Pack(args) => pack::run(&args, world, out),
        Command::Ask(args) => ask::run(&args, world, out),
        Command::Polish(args) => polish::run(&args, world, out),
        Command::Lessons(args) => lessons::run(&args, world, out),
        Command::Estimate(args) => estimate::run(&args, world, out),
        Command::Review(args) => review::run(&args, world, out),
        Command::Verify(args) => verify::run(&args, world, out),
        Command::Report(args) => report::run(&args, world, out),
        Command::Why(args) => why::run(&args, world, out),
        Command::Dismiss(args) => dismiss::run(&args, world, out),
        Command::Baseline(args) => baseline::run(&args, world, out),
        Command::Explain(args) => explain::run(&args, out),
        Command::Runs(args) => runs::run(&args, world, out),
        Command::Config(args) => config::run(&args, world, out),
        Command::Trust(args) => trust::run(&args, world, out),
        Command::Completions(args) => completions::run(&args, out),
        Command::Man(args) => man::run(&args, world, out),
    }
}
