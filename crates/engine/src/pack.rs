//! Context for a task or a change under a budget of tokens: recall broadly, filter with reasons, rank, fit, render.
//!
//! `recall` finds candidates and what speaks for them (`signals`), `rank` orders them, `scope` and `precision` judge files
//! and their symbols, `fit` decides what is shown under the budget, `render` writes it, `manifest` says all of it to
//! machines and `decisions` to the log. Nothing here knows a model: one may judge behind the traits of the two stages.

mod base;
mod budget;
mod changes;
mod choice;
mod core;
mod corpus;
mod decisions;
mod document;
mod filter;
mod fit;
pub(crate) mod kinds;
mod known;
mod lines;
mod linked;
mod manifest;
mod named;
mod pieces;
mod precision;
mod question;
mod rank;
mod recall;
mod refinement;
mod render;
mod rules;
mod scope;
mod signals;
mod targets;
pub mod task;
mod words;

pub use budget::{Budget, BudgetError, CloseTests};
pub use choice::SymbolChoice;
pub use decisions::{decisions, record};
pub use filter::{Include, Omission};
pub use fit::{Failure, Pack, Shown};
pub use manifest::{artifacts, json};
pub use precision::{FileView, Judgement, Level, PrecisionJudge, PrecisionRules};
pub use rank::{Profile, Signal};
pub use recall::{Candidate, Recall, Role};
pub use refinement::{RefinementError, RefinementRequest, refined};
pub use render::{Detail, shown};
pub use rules::PathRules;
pub use scope::{Relevance, ScopeDecision, ScopeJudge, ScopeRules};
pub use signals::Dependents;
pub use targets::{Target, TargetStatus};
pub use tribunal_text::tokens::Vocabulary;

use crate::index::{IndexError, Progress};
use base::{Base, Reader};
use filter::Filter;
use fit::Making;
use question::Question;
use std::time::Instant;
use tribunal_domain::RepoPath;
use tribunal_repo::Repository;

/// What a pack is wanted for.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// What it is to be about.
    pub entrance: Entrance,
    /// The order of candidates.
    pub profile: Profile,
    /// What the fused order does not weigh, to measure what each signal is worth.
    pub without: Vec<Signal>,
    /// Kinds of files that are left out unless wanted.
    pub include: Include,
    /// Whether dependents of the seeds are candidates.
    pub dependents: Dependents,
    /// Whether a part of the budget is for close tests.
    pub close_tests: CloseTests,
    /// What the configuration says of single paths.
    pub rules: PathRules,
    /// Worker threads; 0 is one.
    pub jobs: usize,
}

/// The two ways in.
#[derive(Debug, Clone)]
pub enum Entrance {
    /// What `HEAD` changed since it left a base.
    Diff {
        /// The base; by default the first of `origin/main`, `origin/master`, `main`, `master`, `HEAD~1` that is there.
        base: Option<String>,
        /// What is asked about the change; may be empty.
        about: String,
    },
    /// A task in words, with files it is known to concern.
    Task {
        /// The words; may be empty if there are seeds.
        text: String,
        /// Files that are surely part of it.
        seeds: Vec<RepoPath>,
        /// Files a plan names, before all others.
        plan: Vec<RepoPath>,
        /// Definitions that are surely part of it, as `name` or `Class.name`.
        symbols: Vec<String>,
    },
}

impl Entrance {
    /// A task in words alone.
    pub fn task(text: String) -> Self {
        Self::Task { text, seeds: Vec::new(), plan: Vec::new(), symbols: Vec::new() }
    }
}

impl Default for Entrance {
    fn default() -> Self {
        Self::Diff { base: None, about: String::new() }
    }
}

/// Who judges files and symbols.
#[derive(Clone, Copy)]
pub struct Judges<'a> {
    /// Which files belong to the request.
    pub scope: &'a dyn ScopeJudge,
    /// How much of their symbols is shown; by rules if there is nobody else.
    pub precision: Option<&'a dyn PrecisionJudge>,
}

impl Judges<'static> {
    /// Rules for both.
    pub fn rules() -> Self {
        Self { scope: &ScopeRules, precision: None }
    }
}

/// Finds and ranks everything that may belong to a request. The knowledge base must be up to date.
pub fn recall(repository: &Repository, request: &Request, progress: &dyn Progress) -> Result<Recall, IndexError> {
    let changes = match &request.entrance {
        Entrance::Diff { base, .. } => Some(changes::changes(repository, base.as_deref())?),
        Entrance::Task { .. } => None,
    };
    let question = Question::of(request, changes.as_ref());
    Ok(Base::open(repository)?.recall(request, &question, None, &ScopeRules, progress)?.0)
}

/// Packs what a request needs into a budget, judged by rules. The knowledge base must be up to date.
pub fn pack(
    repository: &Repository,
    request: &Request,
    budget: Budget,
    vocabulary: Vocabulary,
    progress: &dyn Progress,
) -> Result<Pack, IndexError> {
    pack_judged(repository, request, budget, vocabulary, Judges::rules(), progress)
}

/// Packs what a request needs into a budget.
pub fn pack_judged(
    repository: &Repository,
    request: &Request,
    budget: Budget,
    vocabulary: Vocabulary,
    judges: Judges<'_>,
    progress: &dyn Progress,
) -> Result<Pack, IndexError> {
    let started = Instant::now();
    let failed = |code: &'static str, message: String| {
        let failure = Some(Failure { code, message });
        Ok(Pack { failure, profile: request.profile.name(), ..Pack::empty(budget, vocabulary) })
    };
    let changes = match &request.entrance {
        Entrance::Diff { base, .. } => match changes::changes(repository, base.as_deref()) {
            Ok(changes) => Some(changes),
            Err(error) => return failed("git-error", error.to_string()),
        },
        Entrance::Task { .. } => None,
    };
    let question = Question::of(request, changes.as_ref());
    let recalled = Base::open(repository).and_then(|base| {
        let (recall, seeds) = base.recall(request, &question, Some(vocabulary), judges.scope, progress)?;
        Ok((base, recall, seeds))
    });
    let (base, recall, seeds) = match recalled {
        Ok(recalled) => recalled,
        Err(IndexError::Store(error)) => return failed("recall-failure", error.to_string()),
        Err(error) => return Err(error),
    };
    let mut timing = vec![("recall", millis(started))];
    let fitting = Instant::now();
    let rules = PrecisionRules::new(&recall.telling, &recall.symbols);
    let snapshot = changes.as_ref().map_or(&base.snapshot, |changes| &changes.snapshot);
    let source = Reader { curated: &base.curated, snapshot, seeds: &seeds };
    let judge = judges.precision.unwrap_or(&rules);
    let making = Making { budget, vocabulary, close_tests: request.close_tests, source: &source, judge };
    let pack = match &changes {
        Some(changes) => {
            let filter = Filter { include: request.include, rules: &request.rules };
            fit::fit_change(recall, changes, filter, &making)
        }
        None => fit::fit(recall, &question.text, &making),
    };
    timing.push(("fit", millis(fitting)));
    let task = changes.is_none().then_some(question.task);
    Ok(Pack { profile: request.profile.name(), task_id: question.id, task, timing, ..pack })
}

fn millis(since: Instant) -> u64 {
    u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX)
}
