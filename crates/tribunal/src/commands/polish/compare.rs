//! `tribunal polish --compare`: the cascade's decision on two texts, without a model.

use super::{Args, flags, read};
use crate::error::CliError;
use crate::output::Output;
use crate::world::World;
use std::path::PathBuf;
use tribunal_engine::models::{Cancel, embedding};
use tribunal_engine::polish::{Cascade, readable};

pub(super) fn run(args: &Args, files: &[PathBuf], world: &World, out: &mut Output) -> Result<(), CliError> {
    let repository = world.repository().ok();
    let settings = World::settings(repository.as_ref(), flags(args))?;
    let config = &settings.config;
    let texts = files.iter().map(|file| read(file)).collect::<Result<Vec<_>, _>>()?;
    let [one, other] = texts.as_slice() else { unreachable!("clap asks for two files") };
    let wants_embedder = config.polish.convergence.embedding;
    let embedder = wants_embedder.then(|| embedding::of_convergence(config, &world.outside(config))).transpose()?;
    let cascade = Cascade::new(&config.polish, embedder.as_ref());
    let decision = cascade.decide(&readable(one), &readable(other), &Cancel::default());
    if args.json {
        return out.json(&decision);
    }
    super::shown::decision(&decision, out)
}
