//! `tribunal lessons`: what was learned from what went wrong, and what still waits to be.

use crate::error::{CliError, Kind};
use crate::learning::{Learning, tell};
use crate::output::{Cell, Output, Style, Table};
use crate::world::World;
use clap::Subcommand;
use serde_json::json;
use tribunal_engine::models::Cancel;
use tribunal_engine::repository::{RepoError, Repository};
use tribunal_engine::state::{Incident, Lesson, Lessons, Purge, StateDir};

/// What was learned from what went wrong
///
/// A text that was taken back, contradicts the code, did not settle, or a model that gave no usable answer is an
/// incident. Incidents wait in a queue that survives crashes until a model makes lessons of them; lessons go along with
/// later prompts of the same stage.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  tribunal lessons list --stage polish
  tribunal lessons retry              make lessons of everything that waits or was given up
  tribunal lessons purge --failed     forget what was given up")]
pub struct Args {
    #[command(subcommand)]
    what: What,
    /// Print JSON
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Debug, Subcommand)]
enum What {
    /// What was learned, the newest first
    List {
        /// Only of this stage
        #[arg(long, value_name = "NAME")]
        stage: Option<String>,
    },
    /// Incidents of which no lesson could be made, and why
    Failed,
    /// Try again: everything that waits or was given up, or one incident
    Retry {
        /// The incident
        id: Option<String>,
    },
    /// Forget lessons, or what was given up
    Purge {
        /// What was given up alone
        #[arg(long)]
        failed: bool,
        /// Lessons and all incidents, those that wait too
        #[arg(long, conflicts_with = "failed")]
        all: bool,
        /// Only of this stage
        #[arg(long, value_name = "NAME")]
        stage: Option<String>,
    },
}

pub fn run(args: &Args, world: &World, out: &mut Output) -> Result<(), CliError> {
    let repository = world.repository()?;
    let state = StateDir::create(repository.root().ok_or(RepoError::Bare)?)?;
    let opened = Lessons::open(&state)?;
    if let Some(aside) = opened.quarantined {
        out.note(&format!("the lessons were damaged ({}) and are put aside as {}", aside.reason, aside.name));
    }
    let lessons = opened.lessons;
    match &args.what {
        What::List { stage } => list(args, &lessons, stage.as_deref(), out),
        What::Failed => failed(args, &lessons, out),
        What::Retry { id } => retry(args, id.as_deref(), &lessons, &state, &repository, world, out),
        What::Purge { failed, all, stage } => {
            let what = if *failed {
                Purge::Failed
            } else if *all {
                Purge::All
            } else {
                Purge::Lessons
            };
            let count = lessons.purge(what, stage.as_deref())?;
            if args.json {
                out.json(&json!({"version": 1, "purged": count}))
            } else {
                out.line(&format!("purged {count}"))
            }
        }
    }
}

fn list(args: &Args, lessons: &Lessons, stage: Option<&str>, out: &mut Output) -> Result<(), CliError> {
    let (found, waiting, dead) = (lessons.list(stage)?, lessons.waiting()?, lessons.dead()?);
    if args.json {
        return out.json(&json!({"version": 1, "lessons": found, "waiting": waiting, "failed": dead.len()}));
    }
    let mut table = Table::default();
    for Lesson { id, stage, situation, mistake, correction, .. } in &found {
        table.row([Cell::text(id).style(Style::Bold), Cell::text(stage), Cell::text(situation)]);
        table.row(["", "wrong", mistake].map(Cell::text));
        table.row(["", "right", correction].map(Cell::text));
    }
    table.print(out, "")?;
    if found.is_empty() {
        out.note("no lessons yet");
    }
    if !waiting.is_empty() {
        out.note(&format!("{} waiting; `tribunal lessons retry` tries now", waiting.len()));
    }
    if !dead.is_empty() {
        out.note(&format!("{} given up; see `tribunal lessons failed`", dead.len()));
    }
    Ok(())
}

fn failed(args: &Args, lessons: &Lessons, out: &mut Output) -> Result<(), CliError> {
    let dead = lessons.dead()?;
    if args.json {
        return out.json(&json!({"version": 1, "failed": dead}));
    }
    if dead.is_empty() {
        out.note("nothing was given up");
    }
    let mut table = Table::default();
    for Incident { id, stage, reason, attempts, error, .. } in &dead {
        let why = format!("{} (tried {attempts} times)", error.as_deref().unwrap_or_default());
        table.row([Cell::text(id).style(Style::Bold), Cell::text(stage), Cell::text(reason), Cell::text(why)]);
    }
    table.print(out, "")
}

fn retry(
    args: &Args,
    id: Option<&str>,
    lessons: &Lessons,
    state: &StateDir,
    repository: &Repository,
    world: &World,
    out: &mut Output,
) -> Result<(), CliError> {
    let known: Vec<String> =
        lessons.waiting()?.into_iter().chain(lessons.dead()?).map(|incident| incident.id).collect();
    if let Some(id) = id.filter(|id| !known.iter().any(|known| known == id)) {
        return Err(CliError::unknown("incident", id, known.iter().map(String::as_str)));
    }
    let count = lessons.retry(id, crate::clock::seconds())?;
    let settings = World::settings(Some(repository), Vec::new())?;
    if count == 0 {
        out.note("nothing waits and nothing was given up");
    }
    let router = super::polish::router(world, &settings.config, state)?;
    let model = super::polish::model(&router, &settings)?;
    let learning = Learning::open(state, out);
    let Some(worked) = learning.work(lessons, model, &Cancel::default())? else {
        return Err(
            CliError::new(Kind::State, "another process works on the lessons").hint("wait for it, then try again")
        );
    };
    if args.json {
        return out
            .json(&json!({"version": 1, "learned": worked.learned, "waiting": worked.waiting, "failed": worked.dead}));
    }
    tell(worked, out);
    Ok(())
}
