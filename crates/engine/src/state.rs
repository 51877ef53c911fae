//! The state folder as the binary hands it on: opened here, asked and listed through `store`'s own types.

pub use tribunal_store::{
    Curated, Definition, Direction, Incident, KnowledgeBase, Lesson, Lessons, Opened, Purge, Raw, ReferenceAt, RunDir,
    RunEntry, RunState, StateDir, StoreError, SymbolInfo, atomic_write, write_to,
};

use crate::config::Config;
use crate::doctor::Check;
use crate::index::{Drift, IndexError, drift};
use crate::repository::{RepoError, Repository, Snapshot};
use tribunal_syntax::EXTRACTOR_VERSION;

/// The knowledge base of a repository, which must be there and of this version, with the folder it lies in.
pub(crate) fn open_base(repository: &Repository) -> Result<(StateDir, Curated), IndexError> {
    let root = repository.root().ok_or(RepoError::Bare)?;
    let state = StateDir::create(root)?;
    match Curated::open(&state)? {
        Opened::Ready(curated) => Ok((state, curated)),
        Opened::Missing | Opened::Stale { .. } | Opened::Damaged { .. } => {
            let source = std::io::Error::from(std::io::ErrorKind::NotFound);
            Err(StoreError::Io { path: state.curated_path(), source }.into())
        }
    }
}

/// The code as it is now, to hold the knowledge base against.
#[derive(Clone, Copy)]
pub struct Present<'a> {
    /// The repository.
    pub repository: &'a Repository,
    /// Its working tree.
    pub snapshot: &'a Snapshot,
    /// The effective configuration.
    pub config: &'a Config,
}

/// Whether the knowledge base is there, readable by this program, not empty and up to date.
pub fn base_check(state: Option<&StateDir>, present: Option<Present<'_>>) -> Check {
    const NAME: &str = "knowledge base";
    const MEND: &str = "tribunal index";
    let Some(state) = state else { return Check::warning(NAME, "not built yet", MEND) };
    let curated = match Curated::open_read_only(state) {
        Ok(Opened::Ready(curated)) => curated,
        Ok(Opened::Missing) => return Check::warning(NAME, "not built yet", MEND),
        Ok(Opened::Stale { found_version }) => {
            return Check::warning(NAME, format!("has schema version {found_version}: it will be rebuilt"), MEND);
        }
        Ok(Opened::Damaged { reason }) => {
            return Check::warning(NAME, format!("damaged ({reason}): it will be rebuilt"), MEND);
        }
        Err(error) => return Check::failure(NAME, error.to_string(), "tribunal index --rebuild"),
    };
    let found = match KnowledgeBase::new(&curated).overview() {
        Ok(overview) if overview.files == 0 => return Check::warning(NAME, "empty", MEND),
        Ok(overview) => format!("{} files, {} commits", overview.files, overview.commits),
        Err(error) => return Check::warning(NAME, error.to_string(), "tribunal index --rebuild"),
    };
    match present.map(|present| behind(&curated, present)) {
        None => Check::ok(NAME, found),
        Some(Ok(None)) => Check::ok(NAME, format!("{found}, up to date")),
        Some(Ok(Some(behind))) => Check::warning(NAME, format!("{found}; {behind}"), MEND),
        Some(Err(error)) => Check::warning(NAME, format!("{found}; cannot be compared: {error}"), MEND),
    }
}

/// What the base lacks, in words.
fn behind(curated: &Curated, present: Present<'_>) -> Result<Option<String>, IndexError> {
    if curated.extractor_version()? != EXTRACTOR_VERSION {
        return Ok(Some("made by another version: it will be rebuilt".to_owned()));
    }
    let drift = drift(present.repository, present.snapshot, curated, present.config)?;
    let mut parts = Vec::new();
    if drift.files() > 0 {
        parts.push(differing_files(drift));
    }
    if drift.history {
        parts.push("the history has moved on".to_owned());
    }
    if drift.settings {
        parts.push("the settings have changed".to_owned());
    }
    Ok((!parts.is_empty()).then(|| parts.join(", ")))
}

fn differing_files(drift: Drift) -> String {
    let kinds = [("changed", drift.changed), ("new", drift.added), ("gone", drift.removed)];
    let kinds: Vec<String> =
        kinds.iter().filter(|(_, files)| *files > 0).map(|(kind, files)| format!("{files} {kind}")).collect();
    let differ = if drift.files() == 1 { "file differs" } else { "files differ" };
    format!("{} {differ} ({})", drift.files(), kinds.join(", "))
}
