//! `tribunal runs`: the runs whose folders are kept.

use crate::error::CliError;
use crate::output::{Cell, Output, Table};
use crate::world::World;
use serde_json::{Value, json};
use tribunal_engine::repository::RepoError;
use tribunal_engine::state::{RunEntry, RunState, StateDir};

/// List the stored runs
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, world: &World, out: &mut Output) -> Result<(), CliError> {
    let repository = world.repository()?;
    let state = StateDir::open(repository.root().ok_or(RepoError::Bare)?)?;
    let runs = state.map(|state| state.list_runs()).transpose()?.unwrap_or_default();
    if args.json {
        return out.json(&json!({"version": 1, "runs": runs}));
    }
    if runs.is_empty() {
        out.note("no runs yet");
    }
    let mut table = Table::default();
    for RunEntry { id, state } in &runs {
        let text = |run: &Value, name: &str| run[name].as_str().unwrap_or_default().to_owned();
        match state {
            RunState::Recorded(run) => {
                let cells = [id.clone(), text(run, "command"), text(run, "verdict")];
                table.row(cells.map(Cell::text));
            }
            RunState::Incomplete { reason } => {
                let reason = format!("({reason})");
                table.row([id.as_str(), "incomplete", &reason].map(Cell::text));
            }
        }
    }
    table.print(out, "")
}
