//! Context for a task or a change under a budget of tokens: recall broadly, filter with reasons, rank, fit, render.
//!
//! `recall` finds candidates and what speaks for them (`signals`), `rank` orders them, `fit` decides what is shown of
//! each under the budget, `render` writes it, `artifacts` says all of it to machines. Nothing here knows a model.

mod changes;
mod corpus;
mod document;
mod filter;
mod fit;
mod kinds;
mod known;
mod lines;
mod manifest;
mod pieces;
mod rank;
mod recall;
mod render;
mod signals;
pub mod task;
mod words;

pub use filter::{Include, Omission};
pub use fit::{Failure, Pack, Shown};
pub use manifest::{artifacts, json};
pub use rank::Profile;
pub use recall::{Candidate, Recall, Role};
pub use render::{Detail, shown};
pub use signals::Dependents;
pub use tribunal_text::tokens::Vocabulary;

use crate::index::{IndexError, Progress};
use changes::Changes;
use corpus::Corpus;
use known::Known;
use recall::Wanted;
use signals::Past;
use tribunal_domain::RepoPath;
use tribunal_domain::facts::FileFacts;
use tribunal_repo::{RepoError, Repository, Snapshot, WorktreeOptions};
use tribunal_store::{Curated, FactsKey, Opened, StateDir, StoreError};
use tribunal_syntax::{EXTRACTOR_VERSION, Limits};

/// What a pack is wanted for.
#[derive(Debug, Clone)]
pub struct Request {
    /// What it is to be about.
    pub entrance: Entrance,
    /// The order of candidates.
    pub profile: Profile,
    /// Kinds of files that are left out unless wanted.
    pub include: Include,
    /// Whether dependents of the seeds are candidates.
    pub dependents: Dependents,
    /// Worker threads.
    pub jobs: usize,
}

/// The two ways in.
#[derive(Debug, Clone)]
pub enum Entrance {
    /// What `HEAD` changed since it left a base.
    Diff {
        /// The base; by default the first of `origin/main`, `origin/master`, `main`, `master`, `HEAD~1` that is there.
        base: Option<String>,
    },
    /// A task in words, with files it is known to concern.
    Task {
        /// The words; may be empty if there are seeds.
        text: String,
        /// Files that are surely part of it.
        seeds: Vec<RepoPath>,
        /// Files a plan names, before all others.
        plan: Vec<RepoPath>,
    },
}

/// Finds and ranks everything that may belong to a request. The knowledge base must be up to date.
pub fn recall(repository: &Repository, request: &Request, progress: &dyn Progress) -> Result<Recall, IndexError> {
    match &request.entrance {
        Entrance::Diff { base } => {
            let changes = changes::changes(repository, base.as_deref())?;
            Base::open(repository)?.recall_change(request, &changes, progress)
        }
        Entrance::Task { text, seeds, plan } => {
            let wanted = Wanted { text, plan, starts: seeds, role: Role::Seed };
            Base::open(repository)?.recall(request, &wanted, progress)
        }
    }
}

/// Packs what a request needs into `budget` tokens. The knowledge base must be up to date.
pub fn pack(
    repository: &Repository,
    request: &Request,
    budget: usize,
    vocabulary: Vocabulary,
    progress: &dyn Progress,
) -> Result<Pack, IndexError> {
    match &request.entrance {
        Entrance::Diff { base } => {
            let changes = match changes::changes(repository, base.as_deref()) {
                Ok(changes) => changes,
                Err(error) => return Ok(Pack::failed("git-error", error.to_string(), budget)),
            };
            let base = Base::open(repository)?;
            let recall = base.recall_change(request, &changes, progress)?;
            let source = Reader { curated: &base.curated, snapshot: &changes.snapshot };
            Ok(fit::fit_change(recall, &changes, request.include, budget, vocabulary, &source))
        }
        Entrance::Task { text, seeds, plan } => {
            let base = Base::open(repository)?;
            let wanted = Wanted { text, plan, starts: seeds, role: Role::Seed };
            let recall = base.recall(request, &wanted, progress)?;
            let source = Reader { curated: &base.curated, snapshot: &base.snapshot };
            Ok(fit::fit(recall, text, budget, vocabulary, &source))
        }
    }
}

/// The working tree as it was captured once, with its knowledge base.
struct Base {
    curated: Curated,
    state: StateDir,
    snapshot: Snapshot,
}

impl Base {
    fn open(repository: &Repository) -> Result<Self, IndexError> {
        let root = repository.root().ok_or(RepoError::Bare)?;
        let state = StateDir::create(root)?;
        let curated = match Curated::open(&state)? {
            Opened::Ready(curated) => curated,
            Opened::Missing | Opened::Stale { .. } | Opened::Damaged { .. } => {
                let source = std::io::Error::from(std::io::ErrorKind::NotFound);
                return Err(StoreError::Io { path: state.curated_path(), source }.into());
            }
        };
        Ok(Self { curated, state, snapshot: repository.worktree(WorktreeOptions::default())? })
    }

    fn recall_change(
        &self,
        request: &Request,
        changes: &Changes,
        progress: &dyn Progress,
    ) -> Result<Recall, IndexError> {
        let starts: Vec<RepoPath> = changes.files.iter().map(|file| file.change.path.clone()).collect();
        let wanted = Wanted { text: &changes.words(), plan: &[], starts: &starts, role: Role::Changed };
        self.recall(request, &wanted, progress)
    }

    fn recall(&self, request: &Request, wanted: &Wanted<'_>, progress: &dyn Progress) -> Result<Recall, IndexError> {
        let known = Known::load(&self.curated)?;
        corpus::complete(&self.curated, &self.state, &self.snapshot, &known, request.jobs, progress)?;
        let corpus = Corpus::load(&self.curated, &known)?;
        let past = Past::load(&self.curated, &known)?;
        Ok(recall::recall(request, wanted, &self.curated, &known, &corpus, &past)?)
    }
}

/// Reads files of one snapshot with the facts that are known of them.
struct Reader<'a> {
    curated: &'a Curated,
    snapshot: &'a Snapshot,
}

impl fit::Source for Reader<'_> {
    fn load(&self, candidate: &Candidate) -> Option<(Vec<u8>, Option<FileFacts>)> {
        let bytes = self.snapshot.read_path(&candidate.path).ok()?;
        let language = tribunal_syntax::language_of(&candidate.path, &bytes);
        let known = language.filter(|_| fit::unchanged(candidate, &bytes)).and_then(|language| {
            let content_hash = candidate.content_hash;
            let key = FactsKey { content_hash, language, extractor_version: EXTRACTOR_VERSION };
            self.curated.facts(&key).ok()?
        });
        let facts = known.or_else(|| tribunal_syntax::extract(&candidate.path, &bytes, Limits::default()));
        Some((bytes, facts))
    }
}
