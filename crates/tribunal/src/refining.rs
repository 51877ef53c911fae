//! What the commands share whose texts may be refined: `--polish`, and the refiner it asks for.

use crate::error::CliError;
use crate::interrupt::cancelled_by_user;
use crate::learning::Learning;
use crate::output::Output;
use crate::world::World;
use clap::ValueEnum;
use std::borrow::Cow;
use tribunal_engine::config::Settings;
use tribunal_engine::models::{Cancel, Model, embedding};
use tribunal_engine::polish::{Cascade, Ending, Hook, Refiner, Switch, Writing, incident_of};
use tribunal_engine::state::StateDir;

/// When a text is refined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum When {
    On,
    Off,
    Auto,
}

impl From<When> for Switch {
    fn from(when: When) -> Self {
        match when {
            When::On => Self::On,
            When::Off => Self::Off,
            When::Auto => Self::Auto,
        }
    }
}

/// A stage whose texts are refined.
pub struct Refining<'a> {
    writing: Writing,
    settings: &'a Settings,
    state: &'a StateDir,
    world: &'a World,
}

impl<'a> Refining<'a> {
    /// Nothing, unless the stage's texts are to be refined.
    pub fn new(
        when: When,
        writing: Writing,
        settings: &'a Settings,
        state: &'a StateDir,
        world: &'a World,
    ) -> Option<Self> {
        let is_wanted = Hook::is_wanted(when.into(), &settings.config.polish, writing);
        is_wanted.then_some(Self { writing, settings, state, world })
    }

    /// The best text there is; whatever goes wrong is a note.
    pub fn refine(
        &self,
        task: &str,
        text: &str,
        learning: &Learning<'_>,
        own: &dyn Model,
        out: &mut Output,
    ) -> Result<String, CliError> {
        let config = &self.settings.config;
        let stage = self.writing.stage();
        let outside = self.world.outside(config);
        let wants_embedder = config.polish.convergence.embedding;
        let embedder = wants_embedder.then(|| embedding::of_convergence(config, &outside)).transpose()?;
        let router = crate::commands::polish::router(self.world, config, self.state)?;
        let named = !config.polish.model.trim().is_empty();
        let model = if named { crate::commands::polish::model(&router, self.settings)? } else { own };
        let cancel = Cancel::default();
        let cascade = Cascade::new(&config.polish, embedder.as_ref());
        let lessons = learning.offered(stage, task);
        let refiner = Refiner { model, settings: &config.polish, cascade, lessons, cancel: &cancel };
        let hook = Hook::on(&refiner);
        let (best, polished) = cancelled_by_user(&cancel, || hook.apply(self.writing, task, Cow::Borrowed(text)))?;
        if let Some(mut polished) = polished {
            let answers = !matches!(polished.ending, Ending::Failed { .. });
            if let Ending::Failed { error } = &polished.ending {
                out.note(&format!("not refined: {error}"));
            }
            polished.text = best.clone().into_owned();
            let incident = incident_of(stage, task, &polished, None, false, crate::clock::seconds());
            learning.reflect(incident, model, answers, &cancel, out);
        }
        Ok(best.into_owned())
    }
}
