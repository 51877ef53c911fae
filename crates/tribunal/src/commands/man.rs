//! `tribunal man`: the manual, made from the same definitions as `--help`.

use crate::cli::Cli;
use crate::error::{CliError, Kind};
use crate::output::Output;
use crate::world::World;
use clap::CommandFactory;
use std::path::PathBuf;

/// Print the manual page, or write the pages of all commands
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: tribunal man | man -l -")]
pub struct Args {
    /// Write one page per command into this folder
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    out: Option<PathBuf>,
}

pub fn run(args: &Args, world: &World, out: &mut Output) -> Result<(), CliError> {
    let Some(folder) = &args.out else {
        let mut page = Vec::new();
        let rendered = clap_mangen::Man::new(Cli::command()).render(&mut page);
        rendered.map_err(|error| CliError::because(Kind::Io, "cannot render the manual", error))?;
        return out.raw(&String::from_utf8_lossy(&page));
    };
    let folder = world.dir().join(folder);
    std::fs::create_dir_all(&folder)
        .and_then(|()| clap_mangen::generate_to(Cli::command(), &folder))
        .map_err(|error| CliError::because(Kind::Io, format!("cannot write manuals to {}", folder.display()), error))?;
    out.note(&format!("wrote the manual to {}", folder.display()));
    Ok(())
}
