//! Context for a task or a change under a budget of tokens: recall broadly, filter with reasons, rank, fit, render.
//!
//! `recall` finds candidates and what speaks for them (`signals`), `rank` orders them, `scope` and `precision` judge files
//! and their symbols, `fit` decides what is shown under the budget, `render` writes it, `manifest` says all of it to
//! machines and `decisions` to the log. Nothing here knows a model: one may judge behind the traits of the two stages.

mod budget;
mod changes;
mod choice;
mod core;
mod corpus;
mod decisions;
mod document;
mod filter;
mod fit;
mod kinds;
mod known;
mod lines;
mod linked;
mod manifest;
mod named;
mod pieces;
mod precision;
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
use changes::Changes;
use corpus::{Corpus, Files};
use filter::Filter;
use fit::Making;
use known::Known;
use linked::SeedSymbols;
use named::Named;
use recall::{Sources, Wanted};
use signals::Past;
use std::time::Instant;
use task::Task;
use tribunal_domain::facts::FileFacts;
use tribunal_domain::{ChangeKind, RepoPath};
use tribunal_repo::{RepoError, Repository, Snapshot, WorktreeOptions};
use tribunal_store::{Curated, FactsKey, Opened, StateDir, StoreError};
use tribunal_syntax::{EXTRACTOR_VERSION, Limits};

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

/// A request with its change worked out and its words read.
struct Question {
    text: String,
    task: Task,
    starts: Vec<RepoPath>,
    plan: Vec<RepoPath>,
    symbols: Vec<String>,
    gone: Vec<RepoPath>,
    role: Role,
    id: String,
}

impl Question {
    fn of(request: &Request, changes: Option<&Changes>) -> Self {
        match (&request.entrance, changes) {
            (Entrance::Task { text, seeds, plan, symbols }, _) => {
                let mut parts: Vec<&[u8]> = seeds.iter().chain(plan).map(RepoPath::as_bytes).collect();
                parts.extend(symbols.iter().map(String::as_bytes));
                // In whatever order files are named, it is the same question.
                parts.sort_unstable();
                parts.push(text.as_bytes());
                Self {
                    text: text.clone(),
                    task: task::analyse(text),
                    starts: seeds.clone(),
                    plan: plan.clone(),
                    symbols: symbols.clone(),
                    gone: Vec::new(),
                    role: Role::Seed,
                    id: decisions::task_id(&parts),
                }
            }
            (Entrance::Diff { about, .. }, Some(changes)) => Self::of_change(changes, about),
            (Entrance::Diff { .. }, None) => unreachable!("a change was compared before it is asked about"),
        }
    }

    fn of_change(changes: &Changes, about: &str) -> Self {
        let (base, head) = (changes.base.map(|base| base.to_string()), changes.head.to_string());
        let deleted = |file: &&changes::Changed| file.change.kind == ChangeKind::Deleted;
        let mut gone: Vec<RepoPath> =
            changes.files.iter().filter(deleted).map(|file| file.change.path.clone()).collect();
        gone.extend(changes.files.iter().filter_map(|file| file.change.old_path.clone()));
        Self {
            text: format!("{about}\n{}", changes.words()).trim_start().to_owned(),
            task: task::analyse(about),
            starts: changes.files.iter().map(|file| file.change.path.clone()).collect(),
            plan: Vec::new(),
            symbols: Vec::new(),
            gone,
            role: Role::Changed,
            id: decisions::task_id(&[base.unwrap_or_default().as_bytes(), head.as_bytes(), about.as_bytes()]),
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

    fn recall(
        &self,
        request: &Request,
        question: &Question,
        vocabulary: Option<Vocabulary>,
        judge: &dyn ScopeJudge,
        progress: &dyn Progress,
    ) -> Result<(Recall, SeedSymbols), IndexError> {
        let known = Known::load(&self.curated)?;
        let jobs = request.jobs.max(1);
        let files = Files { state: &self.state, snapshot: &self.snapshot, known: &known, jobs };
        corpus::complete(&self.curated, &files, vocabulary, progress)?;
        let corpus = Corpus::load(&self.curated, &known)?;
        let past = Past::load(&self.curated, &known)?;
        let named = self.named(question, &known)?;
        let sources =
            Sources { curated: &self.curated, known: &known, corpus: &corpus, past: &past, named: &named, judge };
        let wanted = Wanted {
            text: &question.text,
            plan: &question.plan,
            starts: &question.starts,
            role: question.role,
            gone: &question.gone,
            symbols: &question.symbols,
        };
        let mut recall = recall::recall(request, &wanted, &sources)?;
        let Some(vocabulary) = vocabulary else { return Ok((recall, SeedSymbols::default())) };
        let counted = self.curated.token_counts(vocabulary.name())?;
        for candidate in &mut recall.candidates {
            candidate.tokens = counted.get(&candidate.content_hash).map(|tokens| *tokens as usize);
        }
        let is_seed = |candidate: &&Candidate| candidate.role != Role::Related;
        let seeds = recall.candidates.iter().filter(is_seed).filter_map(|seed| known.place_of(&seed.path));
        let seeds: Vec<_> = seeds.map(|place| known.file(place)).collect();
        Ok((recall, SeedSymbols::of(&self.curated, &seeds)?))
    }

    fn named(&self, question: &Question, known: &Known) -> Result<Named, StoreError> {
        named::named(&question.task, &question.symbols, known, &self.curated)
    }
}

/// Reads files of one snapshot with the facts that are known of them.
struct Reader<'a> {
    curated: &'a Curated,
    snapshot: &'a Snapshot,
    seeds: &'a SeedSymbols,
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

    fn linked(&self, candidate: &Candidate, facts: Option<&FileFacts>) -> Vec<u32> {
        facts.map(|facts| self.seeds.lines(self.curated, &candidate.path, facts)).unwrap_or_default()
    }
}
