//! `tribunal query`: asks the knowledge base. Arguments become questions here; answers are rendered in `render::query`.

mod base;
mod place;

use crate::error::{CliError, Kind};
use crate::output::Output;
use crate::render::query::{answer_line, show};
use crate::world::World;
use base::Base;
use clap::{Subcommand, ValueEnum};
use place::Place;
use std::ffi::OsString;
use std::io::BufRead;
use tribunal_domain::facts::Role;
use tribunal_domain::{Language, RepoPath, path_text};
use tribunal_engine::repository::Repository;
use tribunal_engine::state::StoreError;
use tribunal_engine::suggest::nearest;

/// Ask the knowledge base
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    ask: Ask,
    /// Print JSON
    #[arg(long, global = true)]
    json: bool,
    /// Take the knowledge base as it is, without bringing it up to date
    #[arg(long, global = true)]
    no_index: bool,
}

#[derive(Debug, Subcommand)]
enum Ask {
    /// What is used at a place, and where it is defined
    At {
        /// The place: PATH:LINE or PATH:LINE:COLUMN, counted from 1
        #[arg(required_unless_present = "stdin")]
        place: Option<OsString>,
        /// Read places from stdin, one per line; answers come in the same order
        #[arg(long, conflicts_with = "place")]
        stdin: bool,
    },
    /// All uses of a symbol, by state
    Refs {
        /// A name, a qualified name or `path:name`
        symbol: String,
    },
    /// All files
    Files {
        /// Only files of this language
        #[arg(long, value_parser = parse_language)]
        language: Option<Language>,
    },
    /// Everything known of a file
    File {
        #[arg(value_hint = clap::ValueHint::FilePath)]
        path: OsString,
    },
    /// Definitions with a name
    Symbols { name: String },
    /// What a symbol uses and what uses it
    Neighbors {
        /// A name, a qualified name or `path:name`
        symbol: String,
        /// Which way to look: who uses it (in), what it uses (out)
        #[arg(long, value_enum, default_value_t = Direction::Both)]
        direction: Direction,
        /// Only uses of this kind
        #[arg(long, value_parser = parse_role)]
        kind: Option<Role>,
    },
    /// The files a file depends on, and those that depend on it
    Deps {
        #[arg(value_hint = clap::ValueHint::FilePath)]
        file: OsString,
        /// Which way to look: who depends on it (in), what it depends on (out)
        #[arg(long, value_enum, default_value_t = Direction::Out)]
        direction: Direction,
        /// How many steps to go
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=64))]
        depth: u32,
    },
    /// Files that changed together with a file
    Cochange {
        #[arg(value_hint = clap::ValueHint::FilePath)]
        file: OsString,
        /// In at least so many commits
        #[arg(long, value_name = "COUNT", default_value_t = 2)]
        min: u32,
    },
    /// The documentation of a file's definitions
    Docs {
        #[arg(value_hint = clap::ValueHint::FilePath)]
        file: OsString,
    },
    /// The comments of a file that say why
    Rationale {
        #[arg(value_hint = clap::ValueHint::FilePath)]
        file: OsString,
    },
    /// The commits that changed a file, newest first
    Commits {
        #[arg(value_hint = clap::ValueHint::FilePath)]
        file: OsString,
        /// At most so many
        #[arg(long, default_value_t = 20)]
        limit: u32,
    },
    /// The knowledge base in figures
    Overview,
    /// The fine-tuned adapter that is active for a stage
    Adapter { stage: String },
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Direction {
    In,
    Out,
    Both,
}

/// A question with its paths checked.
#[derive(Debug)]
enum Question<'a> {
    At(Place),
    Refs { symbol: &'a str },
    Files { language: Option<Language> },
    File { path: RepoPath },
    Symbols { name: &'a str },
    Neighbors { symbol: &'a str, direction: Direction, kind: Option<Role> },
    Deps { file: RepoPath, direction: Direction, depth: u32 },
    CoChange { file: RepoPath, min: u32 },
    Docs { file: RepoPath },
    Rationale { file: RepoPath },
    Commits { file: RepoPath, limit: u32 },
    Overview,
    Adapter { stage: &'a str },
}

pub fn run(args: &Args, world: &World, out: &mut Output) -> Result<(), CliError> {
    let repository = world.repository()?;
    let config = World::settings(Some(&repository), Vec::new())?.config;
    if !args.no_index {
        super::index::bring_up_to_date(&repository, &config, out)
            .map_err(|error| with_way_around(error, &repository))?;
    }
    let base = Base::open(&repository)?;
    if let Ask::At { stdin: true, .. } = args.ask {
        return many_places(&base, args, world, &repository, out);
    }
    let question = question(&args.ask, world, &repository)?;
    let answer = base.answer(&question)?;
    if args.json { out.json(&answer) } else { show(&answer, out) }
}

/// A base that cannot be written can still be asked.
fn with_way_around(error: CliError, repository: &Repository) -> CliError {
    let unwritable = matches!(error.source.downcast_ref(), Some(StoreError::ReadOnly { .. }));
    if unwritable && Base::open(repository).is_ok() {
        return error.hint("ask the knowledge base as it is with `--no-index`, or run `tribunal index` in a clone");
    }
    error
}

/// One answer per line of input, in order; a line that is no place is answered with its error.
fn many_places(
    base: &Base,
    args: &Args,
    world: &World,
    repository: &Repository,
    out: &mut Output,
) -> Result<(), CliError> {
    for line in std::io::stdin().lock().split(b'\n') {
        let line = line.map_err(|error| CliError::because(Kind::Io, "cannot read stdin", error))?;
        // A place ends in a number, so blanks behind it mean nothing; a name may well begin with one.
        let line = line.trim_ascii_end();
        if line.is_empty() {
            continue;
        }
        let place = Place::parse(world, repository, line);
        let answer = match place.and_then(|place| base.answer(&Question::At(place))) {
            Ok(answer) => answer,
            Err(error) => {
                let error = format!("{:#}", error.source);
                serde_json::json!({"state": "unresolved", "definitions": [], "error": error})
            }
        };
        if args.json { out.json_line(&answer)? } else { out.line(&answer_line(&path_text(line), &answer))? }
    }
    Ok(())
}

fn question<'a>(ask: &'a Ask, world: &World, repository: &Repository) -> Result<Question<'a>, CliError> {
    let path = |typed: &OsString| world.repo_path(repository, typed);
    Ok(match ask {
        Ask::At { place, .. } => {
            let typed = place.as_deref().unwrap_or_default();
            Question::At(Place::parse(world, repository, typed.as_encoded_bytes())?)
        }
        Ask::Refs { symbol } => Question::Refs { symbol },
        Ask::Files { language } => Question::Files { language: *language },
        Ask::File { path: file } => Question::File { path: path(file)? },
        Ask::Symbols { name } => Question::Symbols { name },
        Ask::Neighbors { symbol, direction, kind } => {
            Question::Neighbors { symbol, direction: *direction, kind: *kind }
        }
        Ask::Deps { file, direction, depth } => {
            Question::Deps { file: path(file)?, direction: *direction, depth: *depth }
        }
        Ask::Cochange { file, min } => Question::CoChange { file: path(file)?, min: *min },
        Ask::Docs { file } => Question::Docs { file: path(file)? },
        Ask::Rationale { file } => Question::Rationale { file: path(file)? },
        Ask::Commits { file, limit } => Question::Commits { file: path(file)?, limit: *limit },
        Ask::Overview => Question::Overview,
        Ask::Adapter { stage } => Question::Adapter { stage },
    })
}

fn parse_language(name: &str) -> Result<Language, String> {
    let names: Vec<_> = Language::ALL.iter().map(|language| language.name()).collect();
    Language::from_name(name).ok_or_else(|| unknown_word(name, &names))
}

fn parse_role(name: &str) -> Result<Role, String> {
    let names: Vec<_> = Role::ALL.iter().map(|role| role.name()).collect();
    Role::from_name(name).ok_or_else(|| unknown_word(name, &names))
}

fn unknown_word(word: &str, known: &[&str]) -> String {
    let near = nearest(word, known.iter().copied()).map(|near| format!("did you mean `{near}`? "));
    format!("{}known are {}", near.unwrap_or_default(), known.join(", "))
}
