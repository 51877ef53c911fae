//! Commits and co-changes, read only when the head moved.

use super::compare::Comparison;
use super::{IndexError, Run, Scope};
use tribunal_domain::{CoChange, Commit};
use tribunal_repo::{CoChangeLimits, HistoryLimits, co_changes, without_detail};
use tribunal_store::Writer;

/// What history adds to the report.
pub(crate) struct HistoryCounts {
    /// Commits and pairs kept; `None` if history was not touched.
    pub counts: Option<(usize, usize)>,
}

/// History as it is to be kept.
pub(crate) struct ReadHistory {
    commits: Vec<Commit>,
    pairs: Vec<CoChange>,
}

impl Run<'_> {
    /// Whether this run has to read history.
    pub(crate) fn wants_history(&self, comparison: &Comparison, scope: Scope) -> bool {
        scope == Scope::Everything || comparison.history_changed
    }

    /// Reads the commits of the head and what changed together in them; empty without a head.
    pub(crate) fn read_history(&self, comparison: &Comparison) -> Result<ReadHistory, IndexError> {
        let settings = &self.options.config.history;
        let (Some(head), true) = (&comparison.head, settings.max_commits > 0) else {
            return Ok(ReadHistory { commits: Vec::new(), pairs: Vec::new() });
        };
        let limits = HistoryLimits {
            commits: settings.max_commits as usize,
            detailed: settings.detailed_commits as usize,
            jobs: 1,
        };
        let head = self.repository.resolve(head)?;
        let mut commits = self.repository.history(head, limits)?.commits;
        commits.iter_mut().skip(limits.detailed).for_each(without_detail);
        let limits = CoChangeLimits {
            min_files: settings.co_change_min_files as usize,
            max_files: settings.co_change_max_files as usize,
            min_count: settings.co_change_min_count,
        };
        let pairs = co_changes(&commits, limits);
        Ok(ReadHistory { commits, pairs })
    }

    pub(crate) fn keep_history(
        &self,
        read: Option<ReadHistory>,
        writer: &mut Writer<'_>,
        scope: Scope,
    ) -> Result<HistoryCounts, IndexError> {
        let Some(ReadHistory { commits, pairs }) = read else { return Ok(HistoryCounts { counts: None }) };
        self.check_cancelled()?;
        if scope == Scope::Changes {
            writer.clear_history()?;
        }
        writer.add_commits(&commits)?;
        writer.replace_co_changes(&pairs)?;
        self.options.progress.advance(1);
        Ok(HistoryCounts { counts: Some((commits.len(), pairs.len())) })
    }
}
