//! The words that all reports share: places, tallies, how sure a finding is.

use crate::output::grouped;
use tribunal_domain::RepoPath;
use tribunal_domain::finding::{Axis, Disposition, Finding, Proof, Severity, Status, Word};
use tribunal_domain::review::Counts;

/// `src/a.rs:12`, or `src/a.rs:12-14`.
pub fn place(path: &RepoPath, start: u32, end: u32) -> String {
    if end > start { format!("{path}:{start}-{end}") } else { format!("{path}:{start}") }
}

/// How an axis is called; what was imported without one is called that.
pub fn axis_title(axis: Option<Axis>) -> &'static str {
    axis.map_or("imported", Axis::title)
}

/// The axes that findings have, in order, those without one last.
pub fn axes_of(findings: &[&Finding]) -> Vec<Option<Axis>> {
    let known = Axis::ALL.iter().copied().map(Some).chain([None]);
    known.filter(|axis| findings.iter().any(|finding| finding.axis == *axis)).collect()
}

/// `1 high, 6 medium, 5 low`.
pub fn tally(findings: &[&Finding]) -> String {
    let count = |severity| findings.iter().filter(|finding| finding.severity == severity).count();
    let counts = Severity::ALL.iter().map(|severity| (count(*severity), severity.word()));
    let parts: Vec<_> = counts.filter(|(count, _)| *count > 0).map(|(count, word)| format!("{count} {word}")).collect();
    parts.join(", ")
}

/// `1 finding`, `2 findings`.
pub fn counted(count: usize, thing: &str) -> String {
    if count == 1 { format!("1 {thing}") } else { format!("{} {thing}s", grouped(count as u64)) }
}

/// How sure findings are, as a whole: what was verified, and what only in its place.
pub fn certainty(findings: &[&Finding]) -> String {
    let all = findings.len();
    let verified = findings.iter().filter(|finding| finding.verification_status == Status::Verified);
    let (verified, places) = (verified.clone().count(), verified.filter(|f| f.proof == Some(Proof::Place)).count());
    let places = if places > 0 { format!(" ({places} by the place alone)") } else { String::new() };
    match verified {
        0 => "none verified against the code".to_owned(),
        count if count == all => format!("all verified against the code{places}"),
        count => format!("{count} verified against the code{places}, {} [NEEDS VERIFICATION]", all - count),
    }
}

/// What a reader must know of a finding before believing it; nothing for one that was verified.
pub fn mark(finding: &Finding) -> Option<&'static str> {
    match (finding.disposition, finding.verification_status) {
        (Disposition::Reported, Status::Verified) => None,
        (Disposition::Reported, Status::Inconclusive) => Some("[NEEDS VERIFICATION]"),
        (Disposition::Reported | Disposition::Refuted, _) => Some("[REFUTED]"),
        (Disposition::Merged, _) => Some("[MERGED]"),
        (Disposition::Settled, _) => Some("[SETTLED]"),
        (Disposition::Suppressed, _) => Some("[SUPPRESSED]"),
        (Disposition::BelowConfidence, _) => Some("[BELOW CONFIDENCE]"),
        (Disposition::Invalid, _) => Some("[INVALID]"),
    }
}

/// What was proved, in words.
pub fn proved(finding: &Finding) -> &'static str {
    match (finding.verification_status, finding.proof) {
        (Status::Verified, Some(Proof::Place)) => "the quoted place was confirmed, the defect was not",
        (Status::Verified, _) => "a claim that states the defect was checked against the code",
        (Status::Refuted, _) => "a claim it needs is contradicted by the code",
        (Status::Inconclusive, _) => "neither shown nor refuted",
    }
}

/// The gravest first, then by place.
pub fn gravest_first<'a>(findings: impl IntoIterator<Item = &'a Finding>) -> Vec<&'a Finding> {
    let mut sorted: Vec<_> = findings.into_iter().collect();
    sorted.sort_by(|a, b| {
        let by_place = a.path.cmp(&b.path).then(a.start_line.cmp(&b.start_line));
        a.severity.cmp(&b.severity).then(by_place).then_with(|| a.rule.cmp(&b.rule)).then_with(|| a.id.cmp(&b.id))
    });
    sorted
}

/// `2 refuted, 1 merged`: what was proposed and does not stand; empty if everything does.
pub fn set_aside(counts: Counts) -> String {
    let kinds = [
        (counts.refuted, "refuted"),
        (counts.merged, "merged"),
        (counts.settled, "settled by coherence"),
        (counts.suppressed, "suppressed"),
        (counts.below_confidence, "below confidence"),
        (counts.invalid, "invalid"),
    ];
    let parts: Vec<_> = kinds.iter().filter(|(count, _)| *count > 0).map(|(n, word)| format!("{n} {word}")).collect();
    parts.join(", ")
}
