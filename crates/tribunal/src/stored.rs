//! A review that was kept in a run's folder, and the code it is about, as far as that is still there.

use crate::error::{CliError, Kind};
use crate::report::{Sources, plain};
use crate::world::World;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tribunal_domain::finding::Finding;
use tribunal_domain::review::{FINDINGS_FILE, Review, VERSION};
use tribunal_domain::{ContentHash, RepoPath};
use tribunal_engine::repository::RepoError;
use tribunal_engine::state::{RunDir, RunState, StateDir};

/// A stored review.
#[derive(Debug)]
pub struct Stored {
    /// Where it lies.
    pub run: RunDir,
    /// Whether the run came to its end.
    pub complete: bool,
    /// What it says.
    pub review: Review,
    root: PathBuf,
}

impl Stored {
    /// The review of a run, or the newest one.
    pub fn open(world: &World, id: Option<&str>) -> Result<Self, CliError> {
        let runs = Runs::of(world)?;
        let Some(id) = id else {
            return runs.reviews().next().unwrap_or_else(|| Err(none_yet()));
        };
        if !runs.ids.iter().any(|(known, _)| known == id) {
            let error = CliError::unknown("run", id, runs.ids.iter().map(|(known, _)| known.as_str()));
            return Err(if error.hint.is_none() { error.hint("`tribunal runs` lists all runs") } else { error });
        }
        let review = runs.review(id).transpose();
        review.unwrap_or_else(|| Err(no_review(id)))
    }

    /// All stored reviews that can be read, the newest first; an error if that is none.
    fn all(world: &World) -> Result<Vec<Self>, CliError> {
        let runs = Runs::of(world)?;
        let (mut found, mut broken) = (Vec::new(), None);
        for review in runs.reviews() {
            match review {
                Ok(review) => found.push(review),
                Err(error) => broken = broken.or(Some(error)),
            }
        }
        if found.is_empty() { Err(broken.unwrap_or_else(none_yet)) } else { Ok(found) }
    }

    /// The finding with this id, or the only one whose id begins so: in a run, or in the newest review that knows it.
    pub fn finding(world: &World, run: Option<&str>, id: &str) -> Result<Found, CliError> {
        let reviews = match run {
            Some(run) => vec![Self::open(world, Some(run))?],
            None => Self::all(world)?,
        };
        let Some(newest) = reviews.first() else { return Err(none_yet()) };
        let unknown = unknown(id, newest);
        let found = reviews.into_iter().enumerate().find_map(|(age, stored)| {
            let finding = the_one(&stored.review.findings, id)?.clone();
            Some(Found { stored, finding, outdated: age > 0 })
        });
        found.ok_or(unknown)
    }

    /// The code it is about.
    pub fn sources(&self) -> TreeSources {
        let known = self.review.findings.iter().filter(|finding| !finding.content_hash.is_empty());
        let hashes = known.map(|finding| (finding.path.clone(), finding.content_hash.clone())).collect();
        TreeSources { root: self.root.clone(), hashes }
    }
}

/// A finding of a stored review.
pub struct Found {
    /// The review.
    pub stored: Stored,
    /// The finding.
    pub finding: Finding,
    /// Newer reviews do not know it.
    pub outdated: bool,
}

/// The finding with this id, or the only one whose id begins so.
fn the_one<'a>(findings: &'a [Finding], id: &str) -> Option<&'a Finding> {
    let exact = findings.iter().find(|finding| finding.id == id);
    exact.or_else(|| {
        let begins = |finding: &&Finding| {
            finding.id.starts_with(id) || finding.id.strip_prefix("F-").is_some_and(|rest| rest.starts_with(id))
        };
        let mut found = findings.iter().filter(begins);
        found.next().filter(|_| found.next().is_none())
    })
}

fn unknown(id: &str, newest: &Stored) -> CliError {
    let known = newest.review.findings.iter().map(|finding| finding.id.as_str());
    if known.clone().filter(|known| known.starts_with(id)).count() > 1 {
        return CliError::new(Kind::Usage, format!("several findings begin with `{id}`")).hint("type more of the id");
    }
    let error = CliError::unknown("finding", id, known);
    if error.hint.is_none() { error.hint("`tribunal report --all` lists all findings") } else { error }
}

/// The working tree, where a file still has the content that was reviewed.
pub struct TreeSources {
    root: PathBuf,
    hashes: BTreeMap<RepoPath, String>,
}

impl Sources for TreeSources {
    fn text(&self, path: &RepoPath) -> Option<String> {
        text_if_unchanged(&self.root, path, self.hashes.get(path)?)
    }
}

/// A file of the working tree, if it still has this content.
pub fn text_if_unchanged(root: &Path, path: &RepoPath, hash: &str) -> Option<String> {
    // Whatever stands there is shown only if it is what was reviewed, so that a link leads nowhere else.
    let bytes = std::fs::read(root.join(Path::new(path.as_str()?))).ok()?;
    if ContentHash::of(&bytes).to_string() != *hash {
        return None;
    }
    let text = String::from_utf8(bytes);
    Some(plain(text.unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())))
}

struct Runs {
    state: Option<StateDir>,
    root: PathBuf,
    /// Names, oldest first, and whether the run came to its end.
    ids: Vec<(String, bool)>,
}

impl Runs {
    fn of(world: &World) -> Result<Self, CliError> {
        let repository = world.repository()?;
        let root = repository.root().ok_or(RepoError::Bare)?.to_path_buf();
        let state = StateDir::open(&root)?;
        let runs = state.as_ref().map(StateDir::list_runs).transpose()?.unwrap_or_default();
        let ids = runs.into_iter().map(|run| (run.id, matches!(run.state, RunState::Recorded(_)))).collect();
        Ok(Self { state, root, ids })
    }

    fn reviews(&self) -> impl Iterator<Item = Result<Stored, CliError>> {
        self.ids.iter().rev().filter_map(|(id, _)| self.review(id).transpose())
    }

    /// The review of a run; nothing if the run was something else.
    fn review(&self, id: &str) -> Result<Option<Stored>, CliError> {
        let Some(run) = self.state.as_ref().map(|state| state.open_run(id)).transpose()?.flatten() else {
            return Ok(None);
        };
        let Some(bytes) = run.read(FINDINGS_FILE)? else { return Ok(None) };
        let broken = |error| {
            CliError::because(Kind::State, format!("{FINDINGS_FILE} of run `{id}` cannot be read"), error)
                .hint("run `tribunal review` again, or name another run: `tribunal runs` lists them")
        };
        let review: Review = serde_json::from_slice(&bytes).map_err(|error| broken(error.into()))?;
        if review.version != VERSION {
            return Err(broken(anyhow::anyhow!("it has version {}; this program knows {VERSION}", review.version)));
        }
        let complete = self.ids.iter().any(|(known, complete)| known == id && *complete);
        Ok(Some(Stored { run, complete, review, root: self.root.clone() }))
    }
}

fn none_yet() -> CliError {
    CliError::new(Kind::Usage, "there is no review yet").hint("run `tribunal review`")
}

fn no_review(id: &str) -> CliError {
    CliError::new(Kind::Usage, format!("run `{id}` is no review")).hint("`tribunal runs` lists all runs")
}
