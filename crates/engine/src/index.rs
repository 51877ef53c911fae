//! The knowledge base brought up to date with the working tree: capture, compare, extract, resolve, store.
//!
//! What did not change is not read, what was seen before is not parsed, and only files that a change can affect are
//! resolved again. `compare` finds what changed, `extract` makes facts, `resolve` settles names, `history` reads git.

mod compare;
mod drift;
mod extract;
mod history;
mod report;
mod resolve;

pub use drift::{Drift, drift};
pub use report::{ImportCounts, IndexReport, ReferenceCounts, SkippedFile, Timing};

use crate::config::Config;
use compare::Comparison;
pub(crate) use compare::manifests_of;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use tribunal_repo::{RepoError, Repository, Snapshot, WorktreeOptions};
use tribunal_store::{Curated, IndexLock, Opened, Rebuild, StateDir, StoreError, Update, Writer};
use tribunal_syntax::EXTRACTOR_VERSION;

/// A rebuild that keeps the facts is cheaper than an update of more than this share of the files …
const REBUILD_SHARE: f64 = 0.4;
/// … and of at least so many; with fewer it does not matter.
const REBUILD_FILES: usize = 500;

/// Facts of contents that are gone are looked for once in so many updates.
const PRUNE_EVERY: i64 = 16;

/// What an index run may do.
pub struct IndexOptions<'a> {
    /// The effective configuration.
    pub config: &'a Config,
    /// Start from nothing, facts included.
    pub rebuild: bool,
    /// Look at what is parsed as a review does, which follows: then nothing is parsed twice.
    pub observe: bool,
    /// Told about phases and steps.
    pub progress: &'a dyn Progress,
    /// Set from outside to stop; the old base stays.
    pub cancelled: &'a AtomicBool,
}

/// Hears how an index run gets on.
pub trait Progress: Sync {
    /// A phase with this many steps begins.
    fn phase(&self, name: &'static str, steps: usize);
    /// So many steps are done.
    fn advance(&self, steps: usize);
    /// Something the user should know.
    fn warn(&self, message: &str);
}

/// Hears nothing.
pub struct Silent;

impl Progress for Silent {
    fn phase(&self, _name: &'static str, _steps: usize) {}
    fn advance(&self, _steps: usize) {}
    fn warn(&self, _message: &str) {}
}

/// Why a knowledge base could not be brought up to date.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    /// The repository could not be read.
    #[error(transparent)]
    Repo(#[from] RepoError),
    /// The knowledge base could not be written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The user stopped it; what was there before is there still.
    #[error("stopped; the knowledge base is as it was before")]
    Cancelled,
}

/// Brings the knowledge base of a repository up to date and says what is in it, and what was looked at.
pub fn index(repository: &Repository, options: &IndexOptions<'_>) -> Result<(IndexReport, Snapshot), IndexError> {
    let root = repository.root().ok_or(RepoError::Bare)?;
    let state = StateDir::create(root)?;
    let lock = state.lock_index(&mut || options.progress.warn("another process is indexing; waiting for it"))?;
    match attempt(repository, &state, &lock, options) {
        // Damage that only showed while reading: set the base aside and build a new one.
        Err(IndexError::Store(StoreError::Corrupt { reason, .. })) => {
            set_aside(&state, &reason, options)?;
            attempt(repository, &state, &lock, options)
        }
        done => done,
    }
}

fn attempt(
    repository: &Repository,
    state: &StateDir,
    lock: &IndexLock,
    options: &IndexOptions<'_>,
) -> Result<(IndexReport, Snapshot), IndexError> {
    let run = Run { repository, state, lock, options };
    let known = run.open()?;
    let snapshot = repository.worktree(WorktreeOptions::default())?;
    let comparison = Comparison::new(&snapshot, known.as_ref(), repository, options)?;
    if !options.rebuild
        && let Some(report) = comparison.unchanged(known.as_ref())?
    {
        return Ok((report, snapshot));
    }
    let afresh = known.is_none() || options.rebuild || comparison.settings_changed || comparison.is_mostly_changed();
    let report = if afresh {
        let keep = known.as_ref().filter(|_| !options.rebuild);
        run.rebuild(&snapshot, keep, &comparison)?
    } else {
        let known = known.as_ref().expect("checked above");
        run.update(&snapshot, known, &comparison)?
    };
    Ok((report, snapshot))
}

/// What the parts of one run share.
pub(crate) struct Run<'a> {
    pub(crate) repository: &'a Repository,
    state: &'a StateDir,
    lock: &'a IndexLock,
    pub(crate) options: &'a IndexOptions<'a>,
}

impl Run<'_> {
    /// The base as it is, if it can be built upon.
    fn open(&self) -> Result<Option<Curated>, IndexError> {
        match Curated::open(self.state)? {
            Opened::Ready(curated) if curated.extractor_version()? == EXTRACTOR_VERSION => Ok(Some(curated)),
            Opened::Ready(_) | Opened::Missing | Opened::Stale { .. } => Ok(None),
            Opened::Damaged { reason } => {
                set_aside(self.state, &reason, self.options)?;
                Ok(None)
            }
        }
    }

    fn rebuild(
        &self,
        snapshot: &Snapshot,
        keep: Option<&Curated>,
        comparison: &Comparison,
    ) -> Result<IndexReport, IndexError> {
        let mut rebuild = Rebuild::begin(self.state, self.lock, EXTRACTOR_VERSION, keep)?;
        let report = self.write(snapshot, keep, comparison, rebuild.writer(), Scope::Everything)?;
        self.options.progress.phase("storing", 1);
        rebuild.finish()?;
        Ok(report)
    }

    fn update(&self, snapshot: &Snapshot, known: &Curated, comparison: &Comparison) -> Result<IndexReport, IndexError> {
        let mut update = Update::begin(known, self.lock)?;
        let report = self.write(snapshot, Some(known), comparison, update.writer(), Scope::Changes)?;
        if known.generation()? % PRUNE_EVERY == 0 {
            update.writer().prune_facts()?;
        }
        update.commit()?;
        Ok(report)
    }

    fn write(
        &self,
        snapshot: &Snapshot,
        known: Option<&Curated>,
        comparison: &Comparison,
        writer: &mut Writer<'_>,
        scope: Scope,
    ) -> Result<IndexReport, IndexError> {
        let (mut clock, mut timing) = (Clock::start(), Timing::default());
        let (extracted, resolved, read) = std::thread::scope(|threads| {
            // One thread reads history beside the others: its caches serve a single reader best.
            let wanted = self.wants_history(comparison, scope);
            let reading = (wanted && self.jobs() > 1).then(|| threads.spawn(|| self.read_history(comparison)));
            let extracted = self.extract(snapshot, known, comparison, writer, scope)?;
            timing.reading = clock.lap();
            let resolved = self.resolve(known, comparison, &extracted, writer, scope)?;
            timing.resolving = clock.lap();
            if wanted {
                self.options.progress.phase("reading history", 1);
            }
            let read = match reading {
                Some(reading) => Some(reading.join().expect("reading history does not panic")?),
                None if wanted => Some(self.read_history(comparison)?),
                None => None,
            };
            timing.history = clock.lap();
            Ok::<_, IndexError>((extracted, resolved, read))
        })?;
        let history = self.keep_history(read, writer, scope)?;
        let mut report = self.report(snapshot, comparison, &extracted, &resolved, &history, writer)?;
        timing.storing = clock.lap();
        report.timing = timing;
        Ok(report)
    }

    pub(crate) fn check_cancelled(&self) -> Result<(), IndexError> {
        if self.options.cancelled.load(Ordering::Relaxed) { Err(IndexError::Cancelled) } else { Ok(()) }
    }

    /// Worker threads: as configured, or one per core.
    pub(crate) fn jobs(&self) -> usize {
        match self.options.config.index.jobs {
            0 => std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            jobs => jobs as usize,
        }
    }
}

/// Milliseconds between laps; they go into `timing` and nowhere else.
struct Clock(Instant);

impl Clock {
    fn start() -> Self {
        Self(Instant::now())
    }

    fn lap(&mut self) -> u64 {
        let lap = self.0.elapsed().as_millis() as u64;
        self.0 = Instant::now();
        lap
    }
}

/// How much of the base is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    /// A new base.
    Everything,
    /// What changed since the last run.
    Changes,
}

fn set_aside(state: &StateDir, reason: &str, options: &IndexOptions<'_>) -> Result<(), IndexError> {
    if let Some(aside) = tribunal_store::quarantine(state, reason)? {
        options
            .progress
            .warn(&format!("the knowledge base is damaged ({reason}); kept as {} and built anew", aside.name));
    }
    Ok(())
}
