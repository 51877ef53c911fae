//! The grammar of the command line: global flags and the list of commands. Each command's own arguments stand
//! in its file.

use crate::commands::Command;
use clap::{Args, Parser, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;

/// Help is never wider than this, so that its snapshot does not depend on the terminal.
const HELP_WIDTH: usize = 100;

/// Reviews a code base and proves what it says.
#[derive(Debug, Parser)]
#[command(
    name = "tribunal",
    version,
    max_term_width = HELP_WIDTH,
    disable_help_subcommand = true,
    after_help = "Exit codes: 0 fine, 1 findings at or above the limit, 2 error, 130 interrupted."
)]
pub struct Cli {
    #[command(flatten)]
    pub global: Global,
    #[command(subcommand)]
    pub command: Command,
}

/// Flags that every command takes.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Global options")]
pub struct Global {
    /// Work as if started in this folder
    #[arg(short = 'C', value_name = "DIR", global = true, value_hint = clap::ValueHint::DirPath)]
    pub dir: Option<PathBuf>,
    /// When to colour; `auto` means on a terminal and without `NO_COLOR`
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Color::Auto, global = true)]
    pub color: Color,
    /// Show the causes of an error in full
    #[arg(long, global = true)]
    pub debug: bool,
    /// Neither progress nor notes on stderr
    #[arg(short, long, global = true)]
    pub quiet: bool,
}

/// When to colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Color {
    Auto,
    Always,
    Never,
}

impl Color {
    /// What the arguments ask for, before they are parsed: clap's own messages obey it too.
    pub fn before_parsing(arguments: &[OsString]) -> Self {
        let texts: Vec<_> = arguments.iter().filter_map(|argument| argument.to_str()).collect();
        let joined = texts.iter().find_map(|text| text.strip_prefix("--color="));
        let apart = texts.windows(2).find(|pair| pair[0] == "--color").map(|pair| pair[1]);
        joined.or(apart).and_then(|word| Self::from_str(word, false).ok()).unwrap_or(Self::Auto)
    }

    /// The same in clap's words.
    pub fn for_clap(self) -> clap::ColorChoice {
        match self {
            Self::Auto => clap::ColorChoice::Auto,
            Self::Always => clap::ColorChoice::Always,
            Self::Never => clap::ColorChoice::Never,
        }
    }
}
