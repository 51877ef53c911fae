//! `tribunal estimate`: what a review would look at and cost, before it is begun.

use crate::error::CliError;
use crate::output::{Output, grouped};
use crate::reviewing::{Asked, Select};
use crate::world::World;
use tribunal_engine::repository::RepoError;
use tribunal_engine::review;
use tribunal_engine::state::{Curated, Opened, StateDir};

/// What a review would look at, and what it would cost
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    select: Select,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, world: &World, out: &mut Output) -> Result<(), CliError> {
    let repository = world.repository()?;
    let config = World::settings(Some(&repository), Vec::new())?.config;
    let asked = Asked::new(&args.select, None, world, &repository, &config)?;
    let asked = asked.accepting(&args.select, world, &repository)?;
    super::index::bring_up_to_date(&repository, &config, out)?;
    let state = StateDir::create(repository.root().ok_or(RepoError::Bare)?)?;
    let Opened::Ready(curated) = Curated::open(&state)? else {
        return Err(CliError::new(crate::error::Kind::State, "the knowledge base vanished").hint("run it again"));
    };
    let estimate = review::estimate(&curated, asked.selection())?;
    if args.json {
        return out.json(&estimate);
    }
    let (files, lines) = (grouped(estimate.files as u64), grouped(estimate.lines));
    out.line(&format!("{files} files, {lines} lines, {} to look at anew", grouped(estimate.to_look_at as u64)))?;
    for (reason, count) in &estimate.skipped {
        out.line(&format!("{} left out: {reason}", grouped(*count as u64)))?;
    }
    out.line("no model is asked: no tokens, no money")
}
