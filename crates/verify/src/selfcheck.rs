//! At the end the trial is held against its own rules; what does not add up stops the command.

use crate::trial::Trial;
use tribunal_domain::finding::{Disposition, Finding, Status};
use tribunal_domain::review::Counts;

/// Something that does not add up.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// A finding was not tried.
    #[error("{0} has no verdict of a trial")]
    NotTried(String),
    /// A refuted finding is still reported, or shows nothing that refutes it.
    #[error("{0} is refuted without a place that shows it, or still reported")]
    Unfounded(String),
    /// Places were not looked at.
    #[error("{0} of {1} places were looked at")]
    Places(usize, usize),
    /// Something was lost or made up.
    #[error("{0} findings came in, and {1} went out")]
    Lost(usize, usize),
    /// The counts do not add up.
    #[error("the counts do not add up")]
    Counts,
}

/// Everything that does not add up.
pub fn self_check(trial: &Trial, came_in: usize, counts: Counts) -> Vec<Problem> {
    let mut problems = Vec::new();
    if trial.findings.len() != came_in {
        problems.push(Problem::Lost(came_in, trial.findings.len()));
    }
    if trial.counted.places != came_in {
        problems.push(Problem::Places(trial.counted.places, came_in));
    }
    for finding in &trial.findings {
        let tried = finding.rulings.iter().any(|ruling| ruling.by.starts_with("verify/"));
        if !tried {
            problems.push(Problem::NotTried(finding.id.clone()));
        }
        if finding.verification_status == Status::Refuted && !is_founded(finding) {
            problems.push(Problem::Unfounded(finding.id.clone()));
        }
    }
    let all = counts.reported
        + counts.refuted
        + counts.merged
        + counts.settled
        + counts.suppressed
        + counts.below_confidence
        + counts.invalid;
    if all != counts.proposed || counts.proposed != trial.findings.len() {
        problems.push(Problem::Counts);
    }
    problems
}

fn is_founded(finding: &Finding) -> bool {
    let shown = finding.rulings.iter().any(|ruling| ruling.by == "verify/trial" && !ruling.evidence.is_empty());
    finding.disposition == Disposition::Merged || shown && finding.disposition != Disposition::Reported
}
