//! The seam for stages that write prose or plans: off unless wanted, and off means nothing happens at all.

use super::refine::{Polished, Refiner, excluded};
use crate::config::Polish;
use std::borrow::Cow;

/// What `--polish` says of one invocation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Switch {
    /// Refine, whatever the configuration says.
    On,
    /// Do not.
    Off,
    /// As `polish.enabled` says.
    #[default]
    Auto,
}

/// What a stage wrote.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Writing {
    /// A plan of a change.
    Plan,
    /// The summary of a report.
    Summary,
    /// The text of documentation.
    Documentation,
    /// The answer to a question.
    Answer,
}

impl Writing {
    /// The stage that writes it.
    pub fn stage(self) -> &'static str {
        match self {
            Self::Plan => "plan",
            Self::Summary => "report",
            Self::Documentation => "documentation",
            Self::Answer => "ask",
        }
    }
}

/// What a stage hands its text through.
#[derive(Clone, Copy, Default)]
pub struct Hook<'a> {
    refiner: Option<&'a Refiner<'a>>,
}

impl<'a> Hook<'a> {
    /// A hook that leaves every text as it is.
    pub fn off() -> Self {
        Self { refiner: None }
    }

    /// A hook that refines.
    pub fn on(refiner: &'a Refiner<'a>) -> Self {
        Self { refiner: Some(refiner) }
    }

    /// Whether a stage's texts are to be refined; only then a refiner has to be made.
    pub fn is_wanted(switch: Switch, settings: &Polish, writing: Writing) -> bool {
        let is_on = match switch {
            Switch::On => true,
            Switch::Off => false,
            Switch::Auto => settings.enabled,
        };
        is_on && !excluded(writing.stage(), settings)
    }

    /// The text as it goes on, and what was done to it; a hook that is off gives it back and allocates nothing.
    pub fn apply<'t>(&self, writing: Writing, task: &str, text: Cow<'t, str>) -> (Cow<'t, str>, Option<Polished>) {
        let Some(refiner) = self.refiner else { return (text, None) };
        let (mut polished, _) = refiner.polish(writing.stage(), task, &text);
        let best = std::mem::take(&mut polished.text);
        (Cow::Owned(best), Some(polished))
    }
}
