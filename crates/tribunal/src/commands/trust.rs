//! `tribunal trust`: lets the repository's configuration run commands and name models, as long as its file stays as it is.

use crate::error::{CliError, Kind};
use crate::output::Output;
use crate::world::{CONFIG_FILE, World};
use tribunal_engine::config::{Layer, Setting, Sources, load};

/// Let this repository's tribunal.toml run commands, until it changes
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Take the trust back
    #[arg(long)]
    revoke: bool,
}

pub fn run(args: &Args, world: &World, out: &mut Output) -> Result<(), CliError> {
    let repository = world.repository()?;
    let mut record = World::trust_record()?;
    if args.revoke {
        let known = record.revoke(&repository)?;
        return out.line(if known { "no longer trusted" } else { "it was not trusted" });
    }
    let file = World::config_file(&repository)?.ok_or_else(|| {
        CliError::new(Kind::Usage, format!("there is no {CONFIG_FILE} to trust")).hint("run `tribunal init`")
    })?;
    let sources = Sources { repository: Some(file.clone()), trusted: true, ..Sources::default() };
    let settings = load(&sources)?;
    record.trust(&repository, &file)?;
    let hash: String = file.hash().to_string().chars().take(12).collect();
    out.line(&format!("trusted {CONFIG_FILE} at {hash}; any change of the file ends it"))?;
    let acting = |setting: &&Setting| setting.row.acts() && setting.layer == Layer::Repository;
    for setting in settings.settings.iter().filter(acting) {
        out.line(&format!("  {} = {}", setting.key, setting.value))?;
    }
    Ok(())
}
