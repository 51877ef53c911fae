//! The binary: arguments in, exit code out. Commands stand in `commands`, one file each; everything they print
//! goes through `output`, everything they know of the environment comes from `world`.

mod cli;
mod clock;
mod commands;
mod error;
mod gate;
mod interrupt;
mod learning;
mod output;
mod packing;
mod progress;
mod recordings;
mod refining;
mod render;
mod report;
mod reviewing;
mod run_folder;
mod stored;
mod trust_record;
mod world;

use clap::{CommandFactory, FromArgMatches};
use cli::{Cli, Color};
use error::{CliError, Kind};
use output::Output;
use std::process::ExitCode;
use world::World;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().collect();
    let command = Cli::command().color(Color::before_parsing(&arguments).for_clap());
    let cli = match command.try_get_matches_from(arguments).and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        // Help and version go to stdout with code 0, wrong usage to stderr with code 2; a closed pipe is no error.
        Err(error) => {
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    let mut out = Output::new(cli.global.color, cli.global.quiet);
    let debug = cli.global.debug;
    let ended = run(cli, &mut out);
    // What was found is no reason to keep quiet about what could not be written; that nobody listens is none to forget it.
    let told = ended.as_ref().map_or_else(|error| matches!(error.kind, Kind::Findings | Kind::Reported), |()| true);
    let written = if told { out.finish() } else { Ok(()) };
    let written =
        written.or_else(|error| if error.kind == Kind::ClosedPipe && ended.is_err() { Ok(()) } else { Err(error) });
    match written.and(ended) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            out.error(&error, debug);
            ExitCode::from(error.exit_code())
        }
    }
}

fn run(cli: Cli, out: &mut Output) -> Result<(), CliError> {
    let world = World::new(&cli.global)?;
    commands::run(cli.command, &world, out)
}
