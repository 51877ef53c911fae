//! The one error of the command line: what failed, on what, and the command that helps.

use crate::output::shell_word;
use crate::world::STATE_FOLDER;
use anyhow::anyhow;
use std::fmt::Display;
use std::path::Path;
use tribunal_engine::config::ConfigError;
use tribunal_engine::index::IndexError;
use tribunal_engine::models::LlmError;
use tribunal_engine::repository::RepoError;
use tribunal_engine::state::StoreError;
use tribunal_engine::suggest::nearest;

/// What kind of failure it is; decides the exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The arguments make no sense together or name something that is not there.
    Usage,
    /// A configuration source is wrong.
    Configuration,
    /// The repository cannot be used.
    Repository,
    /// The state folder cannot be used.
    State,
    /// A file or folder outside the repository's data cannot be read or written.
    Io,
    /// A model cannot be asked, or did not answer.
    Model,
    /// Whoever read stdout has gone.
    ClosedPipe,
    /// The user pressed Ctrl-C.
    Interrupted,
    /// What was asked was answered with "no"; the answer has already been printed.
    Reported,
    /// Findings at or above the limit; they have already been printed.
    Findings,
}

/// An error with its chain of causes and a hint.
#[derive(Debug)]
pub struct CliError {
    pub kind: Kind,
    pub source: anyhow::Error,
    pub hint: Option<String>,
}

impl CliError {
    /// An error that says `what` failed.
    pub fn new(kind: Kind, what: impl Display) -> Self {
        Self { kind, source: anyhow!("{what}"), hint: None }
    }

    /// An error that says `what` failed because of `source`.
    pub fn because(kind: Kind, what: impl Display, source: impl Into<anyhow::Error>) -> Self {
        Self { kind, source: source.into().context(what.to_string()), hint: None }
    }

    /// The next command.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// A name that is not there, with the nearest one that is.
    pub fn unknown<'a>(thing: &str, name: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        let error = Self::new(Kind::Usage, format!("there is no {thing} `{name}`"));
        match nearest(name, known) {
            Some(near) => error.hint(format!("did you mean `{near}`?")),
            None => error,
        }
    }

    /// There are findings at or above the limit.
    pub fn findings() -> Self {
        Self::new(Kind::Findings, "findings at or above the limit")
    }

    /// stdout was closed.
    pub fn closed_pipe() -> Self {
        Self::new(Kind::ClosedPipe, "stdout was closed")
    }

    /// The code the process ends with.
    pub fn exit_code(&self) -> u8 {
        match self.kind {
            Kind::ClosedPipe => 0,
            Kind::Interrupted => 130,
            Kind::Findings => 1,
            _ => 2,
        }
    }
}

impl From<IndexError> for CliError {
    fn from(error: IndexError) -> Self {
        match error {
            IndexError::Repo(error) => error.into(),
            IndexError::Store(error) => error.into(),
            IndexError::Cancelled => Self::new(Kind::Interrupted, error),
        }
    }
}

impl From<LlmError> for CliError {
    fn from(error: LlmError) -> Self {
        let kind = if error == LlmError::Cancelled { Kind::Interrupted } else { Kind::Model };
        let hint = error.hint();
        let error = Self::new(kind, error);
        if hint.is_empty() { error } else { error.hint(hint) }
    }
}

impl From<RepoError> for CliError {
    fn from(error: RepoError) -> Self {
        let hint = match &error {
            RepoError::NotARepository { .. } => Some("run `git init`, or name a repository with `-C DIR`"),
            RepoError::Bare => Some("run it in a clone with a working tree: `git worktree add ../work`"),
            RepoError::MissingObject { .. } => Some("run `git fetch --unshallow`, or `git fsck` to look for damage"),
            _ => None,
        };
        Self { kind: Kind::Repository, source: error.into(), hint: hint.map(str::to_owned) }
    }
}

impl From<StoreError> for CliError {
    fn from(error: StoreError) -> Self {
        let hint = match &error {
            StoreError::Corrupt { .. } | StoreError::Schema { .. } => Some("run `tribunal index --rebuild`".to_owned()),
            StoreError::InTheWay { path, .. } => {
                Some(format!("run `{}`; what is needed there is made anew", move_away(path)))
            }
            StoreError::Full { .. } => Some("free some space; the old state is intact".to_owned()),
            StoreError::Locked { .. } | StoreError::Replaced { .. } => Some("run the command again".to_owned()),
            StoreError::ReadOnly { path } => {
                Some(format!("run `{}`, or `tribunal index` in a clone that can be written", make_writable(path)))
            }
            StoreError::Io { .. } | StoreError::Sql { .. } => {
                Some("run `tribunal doctor`: it looks at the state folder and its disk".to_owned())
            }
            StoreError::Name { .. } => None,
        };
        Self { kind: Kind::State, source: error.into(), hint }
    }
}

/// The command that moves something out of the way and loses nothing.
pub fn move_away(path: &Path) -> String {
    let mut old = path.as_os_str().to_owned();
    old.push(".old");
    format!("mv {} {}", shell_word(path), shell_word(Path::new(&old)))
}

/// The command that opens a place to its owner: the state folder as a whole, other folders by themselves.
fn make_writable(path: &Path) -> String {
    let state = path.ancestors().find(|folder| folder.file_name().is_some_and(|name| name == STATE_FOLDER));
    match state {
        Some(state) => format!("chmod -R u+w {}", shell_word(state)),
        None => format!("chmod u+w {}", shell_word(path)),
    }
}

impl From<ConfigError> for CliError {
    fn from(error: ConfigError) -> Self {
        let lines: Vec<_> =
            error.problems.iter().map(|problem| format!("{}: {}", problem.place, problem.message)).collect();
        let suggestion = error.problems.iter().find_map(|problem| problem.suggestion.as_ref());
        let hint = match suggestion {
            Some(suggestion) => format!("did you mean `{suggestion}`?"),
            None => "`tribunal init --schema` prints what each key accepts".to_owned(),
        };
        Self::because(Kind::Configuration, &error, anyhow!(lines.join("\n"))).hint(hint)
    }
}
