//! Which model a stage gets: its override, else its adapter, else its role's model, else an error that says what to do.

use crate::client::{Client, Model, Shared};
use crate::error::{LlmError, Problem};
use crate::{Entry, Stage};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// What a stage needs of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Reads and writes code.
    Coding,
    /// Weighs and decides.
    Reasoning,
    /// Answers quickly; coding does it where there is none.
    Fast,
    /// Sorts into classes; fast does it where there is none.
    Classifier,
}

impl Role {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Coding, Self::Reasoning, Self::Fast, Self::Classifier];

    /// The name in `[models]`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Coding => "coding",
            Self::Reasoning => "reasoning",
            Self::Fast => "fast",
            Self::Classifier => "classifier",
        }
    }

    /// Who stands in for an optional role.
    fn stand_in(self) -> Option<Self> {
        match self {
            Self::Coding | Self::Reasoning => None,
            Self::Fast => Some(Self::Coding),
            Self::Classifier => Some(Self::Fast),
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// Everything that is configured about who answers.
#[derive(Debug, Clone, Default)]
pub struct Routes {
    /// By role.
    pub roles: BTreeMap<Role, Entry>,
    /// By stage; they come first.
    pub overrides: BTreeMap<Stage, Entry>,
    /// Tags of active adapters by stage; they take the place of the role's model on its server.
    pub adapters: BTreeMap<Stage, String>,
}

/// Finds the model of a stage; built once per invocation.
pub struct Router {
    roles: BTreeMap<Role, Arc<Client>>,
    overrides: BTreeMap<Stage, Arc<Client>>,
    adapters: BTreeMap<(Stage, Role), Arc<Client>>,
}

impl Router {
    /// Sets up a client for every configured model; nothing is sent yet.
    pub fn new(routes: &Routes, shared: &Arc<Shared>) -> Self {
        let client = |entry: &Entry| Arc::new(Client::new(entry.clone(), Arc::clone(shared)));
        let mut adapters = BTreeMap::new();
        for (stage, tag) in &routes.adapters {
            for role in Role::ALL {
                let Some(entry) = serving(&routes.roles, role) else { continue };
                let adapted = Entry { adapter: Some(tag.clone()), ..entry.clone() };
                adapters.insert((stage.clone(), role), client(&adapted));
            }
        }
        Self {
            roles: routes.roles.iter().map(|(role, entry)| (*role, client(entry))).collect(),
            overrides: routes.overrides.iter().map(|(stage, entry)| (stage.clone(), client(entry))).collect(),
            adapters,
        }
    }

    /// The model for a stage that needs this role.
    pub fn model(&self, stage: &Stage, role: Role) -> Result<&dyn Model, LlmError> {
        let own = self.overrides.get(stage).or_else(|| self.adapters.get(&(stage.clone(), role)));
        match own.or_else(|| serving(&self.roles, role)) {
            Some(client) => Ok(client.as_ref()),
            None => Err(LlmError::setup(
                Problem::NotConfigured,
                format!("no model is configured for {stage} (role {role})"),
                "run `tribunal init --models ollama`, or with another provider in its place",
            )),
        }
    }

    /// Whether any model is configured for this role.
    pub fn has(&self, role: Role) -> bool {
        serving(&self.roles, role).is_some()
    }
}

fn serving<T>(roles: &BTreeMap<Role, T>, role: Role) -> Option<&T> {
    roles.get(&role).or_else(|| serving(roles, role.stand_in()?))
}
