//! What works here and what is missing: checks as data, each with the command that mends it.
//!
//! The engine judges what it can see without the environment; the binary adds its own checks to the list.

use crate::config::{ConfigError, ConfigProblem, Settings};
use crate::detect::Survey;
use crate::repository::{CommitId, Head, RepoError, Repository};
use serde::Serialize;

/// How a check came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CheckState {
    /// As it should be.
    Ok,
    /// Works, but something is worth knowing or mending.
    Warning,
    /// The main job cannot run.
    Failure,
}

/// One line of the doctor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Check {
    /// What was looked at, in one or two words.
    pub name: &'static str,
    /// How it came out.
    pub state: CheckState,
    /// What was found.
    pub found: String,
    /// The command or step that mends it.
    pub mend: Option<String>,
}

impl Check {
    /// All is well.
    pub fn ok(name: &'static str, found: impl Into<String>) -> Self {
        Self { name, state: CheckState::Ok, found: found.into(), mend: None }
    }

    /// Worth mending.
    pub fn warning(name: &'static str, found: impl Into<String>, mend: impl Into<String>) -> Self {
        Self { name, state: CheckState::Warning, found: found.into(), mend: Some(mend.into()) }
    }

    /// The main job cannot run.
    pub fn failure(name: &'static str, found: impl Into<String>, mend: impl Into<String>) -> Self {
        Self { name, state: CheckState::Failure, found: found.into(), mend: Some(mend.into()) }
    }
}

/// The repository and the state it is in.
pub fn repository_checks(repository: Result<&Repository, &RepoError>) -> Vec<Check> {
    const NAME: &str = "repository";
    let repository = match repository {
        Ok(repository) => repository,
        Err(error @ RepoError::NotARepository { .. }) => {
            return vec![Check::failure(NAME, error.to_string(), "git init")];
        }
        Err(error) => return vec![Check::failure(NAME, error.to_string(), "git fsck")],
    };
    let mut checks = vec![head_check(repository)];
    if repository.is_bare() {
        checks.push(Check::failure("working tree", "bare: there is none to index", "git worktree add ../work"));
    }
    if repository.is_shallow() {
        checks.push(Check::warning("history", "shallow: old commits are missing", "git fetch --unshallow"));
    }
    checks
}

fn head_check(repository: &Repository) -> Check {
    const NAME: &str = "repository";
    let place = repository.root().unwrap_or_else(|| repository.git_dir()).display();
    match repository.head() {
        Ok(Head::Branch { name, commit }) => Check::ok(NAME, format!("{place}, branch {name} at {}", short(commit))),
        Ok(Head::Detached { commit }) => Check::ok(NAME, format!("{place}, detached at {}", short(commit))),
        Ok(Head::Unborn) => Check::warning(NAME, format!("{place}, no commits yet: there is no history"), "git commit"),
        Err(error) => Check::failure(NAME, format!("{place}: {error}"), "git fsck"),
    }
}

/// An id as people quote it.
fn short(commit: CommitId) -> String {
    commit.to_string().chars().take(10).collect()
}

/// The languages of the snapshot.
pub fn language_check(survey: &Survey) -> Check {
    const NAME: &str = "languages";
    if survey.languages.is_empty() {
        let found = format!("none that is known among {} files", survey.files);
        return Check::warning(NAME, found, "tribunal query files");
    }
    let counts: Vec<String> =
        survey.languages.iter().map(|count| format!("{} {}", count.language, count.files)).collect();
    Check::ok(NAME, counts.join(", "))
}

/// The configuration and whether the repository's part of it is trusted.
pub fn configuration_checks(settings: Result<&Settings, &ConfigError>) -> Vec<Check> {
    let settings = match settings {
        Ok(settings) => settings,
        Err(error) => {
            return error.problems.iter().map(problem_check).collect();
        }
    };
    let set = settings.settings.iter().filter(|setting| !setting.place.is_empty()).count();
    let found = match set {
        0 => "defaults".to_owned(),
        1 => "valid, 1 key set".to_owned(),
        many => format!("valid, {many} keys set"),
    };
    let ignored = settings.ignored.iter().map(|ignored| {
        let found = format!("{} ({}) is ignored: the file is not trusted", ignored.key, ignored.place);
        Check::warning("trust", found, "tribunal trust")
    });
    std::iter::once(Check::ok("configuration", found)).chain(ignored).collect()
}

fn problem_check(problem: &ConfigProblem) -> Check {
    let ConfigProblem { place, message, suggestion } = problem;
    let near = suggestion.as_ref().map(|suggestion| format!(": did you mean `{suggestion}`?"));
    let mend = format!("edit {place}{}", near.unwrap_or_default());
    Check::failure("configuration", format!("{place}: {message}"), mend)
}
