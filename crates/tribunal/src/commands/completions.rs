//! `tribunal completions`: the script that teaches a shell the commands.

use crate::cli::Cli;
use crate::error::CliError;
use crate::output::Output;
use clap::CommandFactory;
use clap_complete::Shell;

/// Print the completion script of a shell
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: tribunal completions bash > ~/.local/share/bash-completion/completions/tribunal")]
pub struct Args {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

pub fn run(args: &Args, out: &mut Output) -> Result<(), CliError> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "tribunal", &mut script);
    out.raw(&String::from_utf8_lossy(&script))
}
