//! Commits and co-changes, read only when the head moved.

use super::compare::Comparison;
use super::{IndexError, Run, Scope};
use tribunal_domain::Commit;
use tribunal_repo::{CoChangeLimits, HistoryLimits, co_changes, without_detail};
use tribunal_store::{Curated, Writer};

/// What history adds to the report.
pub(crate) struct HistoryCounts {
    /// Commits kept; `None` if history was not touched.
    pub counts: Option<(usize, usize)>,
}

impl Run<'_> {
    pub(crate) fn history(
        &self,
        base: Option<&Curated>,
        comparison: &Comparison,
        writer: &mut Writer<'_>,
        scope: Scope,
    ) -> Result<HistoryCounts, IndexError> {
        if scope == Scope::Changes && !comparison.history_changed {
            return Ok(HistoryCounts { counts: None });
        }
        self.check_cancelled()?;
        let settings = &self.options.config.history;
        let (Some(head), true) = (&comparison.head, settings.max_commits > 0) else {
            writer.clear_history()?;
            return Ok(HistoryCounts { counts: Some((0, 0)) });
        };
        let limits = HistoryLimits {
            commits: settings.max_commits as usize,
            detailed: settings.detailed_commits as usize,
            jobs: self.jobs(),
        };
        self.options.progress.phase("reading history", 1);
        let commits = self.commits(base, head, limits, scope)?;
        let pairs = co_changes(
            &commits,
            CoChangeLimits {
                min_files: settings.co_change_min_files as usize,
                max_files: settings.co_change_max_files as usize,
                min_count: settings.co_change_min_count,
            },
        );
        self.check_cancelled()?;
        if scope == Scope::Changes {
            writer.clear_history()?;
        }
        writer.add_commits(&commits)?;
        writer.replace_co_changes(&pairs)?;
        self.options.progress.advance(1);
        Ok(HistoryCounts { counts: Some((commits.len(), pairs.len())) })
    }

    /// The commits of the head.
    fn commits(
        &self,
        _base: Option<&Curated>,
        head: &str,
        limits: HistoryLimits,
        _scope: Scope,
    ) -> Result<Vec<Commit>, IndexError> {
        let head = self.repository.resolve(head)?;
        let mut commits = self.repository.history(head, limits)?.commits;
        commits.iter_mut().skip(limits.detailed).for_each(without_detail);
        Ok(commits)
    }
}
