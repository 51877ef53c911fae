//! `tribunal dismiss`: overrule one finding, with a reason that others can read.

use crate::error::{CliError, Kind};
use crate::output::Output;
use crate::reviewing::dismissals;
use crate::stored::Stored;
use crate::world::World;
use tribunal_engine::repository::RepoError;
use tribunal_engine::review::DISMISSALS_FILE;
use tribunal_engine::state::atomic_write;

/// Overrule a finding, with a reason
///
/// The reason is written into tribunal.dismissals.toml, which belongs into the repository: whoever reviews next sees
/// neither the finding nor its count, and can read why.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The finding, such as F-3f9a1c02
    #[arg(value_name = "ID")]
    id: String,
    /// Why it does not count
    #[arg(long, value_name = "TEXT")]
    reason: String,
}

pub fn run(args: &Args, world: &World, out: &mut Output) -> Result<(), CliError> {
    if args.reason.trim().is_empty() {
        let error = CliError::new(Kind::Usage, "a dismissal needs a reason");
        return Err(error.hint("say in --reason why it does not count, for whoever reads it in a year"));
    }
    let repository = world.repository()?;
    let finding = Stored::finding(world, None, &args.id)?.finding;
    let mut all = dismissals(&repository)?;
    all.add(&finding, &args.reason);
    let file = repository.root().ok_or(RepoError::Bare)?.join(DISMISSALS_FILE);
    atomic_write(&file, all.encode().as_bytes())
        .map_err(|error| CliError::because(Kind::Io, format!("cannot write {DISMISSALS_FILE}"), error))?;
    out.line(&format!("dismissed {} ({}) in {DISMISSALS_FILE}", finding.id, finding.rule))
}
