//! Commits and co-changes, looked at only when the head moved, and read only where they are not known yet.

use super::compare::Comparison;
use super::{IndexError, Run, Scope};
use std::collections::HashSet;
use tribunal_domain::{CoChange, Commit};
use tribunal_repo::{CoChangeLimits, History, HistoryLimits, co_changes};
use tribunal_store::{Curated, Opened, Writer};

/// What history adds to the report.
pub(crate) struct HistoryCounts {
    /// Commits and pairs kept; `None` if history was not touched.
    pub counts: Option<(usize, usize)>,
    /// Commits that were read from the repository.
    pub read: usize,
}

/// History as it is to be kept.
pub(crate) struct ReadHistory {
    commits: Vec<Commit>,
    pairs: Vec<CoChange>,
    read: usize,
    stale: Stale,
}

/// Which of the stored commits have to go before the new ones come.
enum Stale {
    All,
    Some(Vec<String>),
}

impl Run<'_> {
    /// Whether this run has to look at history.
    pub(crate) fn wants_history(&self, comparison: &Comparison, scope: Scope) -> bool {
        scope == Scope::Everything || comparison.history_changed
    }

    /// The commits of the head and what changed together in them; empty without a head.
    pub(crate) fn read_history(&self, comparison: &Comparison) -> Result<ReadHistory, IndexError> {
        let settings = &self.options.config.history;
        let (Some(head), true) = (&comparison.head, settings.max_commits > 0) else {
            return Ok(ReadHistory { commits: Vec::new(), pairs: Vec::new(), read: 0, stale: Stale::All });
        };
        let limits = HistoryLimits {
            commits: settings.max_commits as usize,
            detailed: settings.detailed_commits as usize,
            jobs: 1,
        };
        let known = self.stored_commits()?;
        let ids: Vec<String> = known.iter().map(|commit| commit.id.clone()).collect();
        let history = self.repository.history_beyond(self.repository.resolve(head)?, known, limits)?;
        let limits = CoChangeLimits {
            min_files: settings.co_change_min_files as usize,
            max_files: settings.co_change_max_files as usize,
            min_count: settings.co_change_min_count,
        };
        let pairs = co_changes(&history.commits, limits);
        let stale = stale(&history, ids);
        Ok(ReadHistory { commits: history.commits, pairs, read: history.read, stale })
    }

    /// What the base holds, through a connection of its own: another thread writes meanwhile.
    fn stored_commits(&self) -> Result<Vec<Commit>, IndexError> {
        if self.options.rebuild {
            return Ok(Vec::new());
        }
        match Curated::open_read_only(self.state)? {
            Opened::Ready(curated) => Ok(curated.commits()?),
            Opened::Missing | Opened::Stale { .. } | Opened::Damaged { .. } => Ok(Vec::new()),
        }
    }

    pub(crate) fn keep_history(
        &self,
        read: Option<ReadHistory>,
        writer: &mut Writer<'_>,
        scope: Scope,
    ) -> Result<HistoryCounts, IndexError> {
        let Some(history) = read else { return Ok(HistoryCounts { counts: None, read: 0 }) };
        self.check_cancelled()?;
        match history.stale {
            _ if scope == Scope::Everything => {}
            Stale::All => writer.clear_history()?,
            Stale::Some(ids) => writer.remove_commits(&ids)?,
        }
        writer.add_commits(&history.commits)?;
        writer.replace_co_changes(&history.pairs)?;
        self.options.progress.advance(1);
        let counts = Some((history.commits.len(), history.pairs.len()));
        Ok(HistoryCounts { counts, read: history.read })
    }
}

/// Stored commits that are no longer part of the history, or not as they were.
fn stale(history: &History, stored: Vec<String>) -> Stale {
    let changed: HashSet<usize> = history.changed.iter().copied().collect();
    let all = history.commits.iter().enumerate();
    let kept: HashSet<&str> =
        all.filter(|(place, _)| !changed.contains(place)).map(|(_, commit)| commit.id.as_str()).collect();
    if kept.is_empty() {
        return Stale::All;
    }
    Stale::Some(stored.into_iter().filter(|id| !kept.contains(id.as_str())).collect())
}
