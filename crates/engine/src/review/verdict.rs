//! What a review says of a file and of the whole, and how its findings ended.

use tribunal_domain::finding::{Disposition, FileVerdict, Finding, RuleVerdict};
use tribunal_domain::review::Counts;

/// So many partly documented definitions count as one defect.
const PARTIAL: usize = 3;

/// The verdict of the worst file.
pub(crate) fn worst(findings: &[Finding]) -> FileVerdict {
    let files = findings.chunk_by(|a, b| a.path == b.path);
    files.map(|findings| of_file(findings.iter())).max().unwrap_or(FileVerdict::Clean)
}

/// What counts against a file.
pub(super) fn of_file<'a>(findings: impl Iterator<Item = &'a Finding>) -> FileVerdict {
    let counted: Vec<_> = findings.filter(|finding| counts_for(finding)).collect();
    let has = |wanted: &[RuleVerdict]| {
        counted.iter().any(|finding| finding.verdict.is_some_and(|verdict| wanted.contains(&verdict)))
    };
    let partial = counted.iter().filter(|finding| finding.verdict == Some(RuleVerdict::Partial)).count();
    let refactor = [
        RuleVerdict::NeedsFix,
        RuleVerdict::Dead,
        RuleVerdict::Duplicate,
        RuleVerdict::Over,
        RuleVerdict::Undocumented,
        RuleVerdict::Fail,
    ];
    if has(&[RuleVerdict::Error]) {
        FileVerdict::Critical
    } else if has(&refactor) || partial >= PARTIAL {
        FileVerdict::NeedsRefactor
    } else {
        FileVerdict::Clean
    }
}

fn counts_for(finding: &Finding) -> bool {
    finding.disposition == Disposition::Reported && finding.is_sure()
}

/// How many findings ended how; they add up.
pub(crate) fn counts(findings: &[Finding]) -> Counts {
    let mut counts = Counts { proposed: findings.len(), ..Counts::default() };
    for finding in findings {
        let count = match finding.disposition {
            Disposition::Reported => &mut counts.reported,
            Disposition::Refuted => &mut counts.refuted,
            Disposition::Merged => &mut counts.merged,
            Disposition::Settled => &mut counts.settled,
            Disposition::Suppressed => &mut counts.suppressed,
            Disposition::BelowConfidence => &mut counts.below_confidence,
            Disposition::Invalid => &mut counts.invalid,
        };
        *count += 1;
    }
    counts
}
