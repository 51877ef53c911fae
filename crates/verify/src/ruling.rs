//! From checks to a verdict: verified if every claim holds, refuted if the code contradicts what the finding needs and
//! nothing else supports it, open otherwise.

use crate::checks::Outcome;
use tribunal_domain::finding::{Claim, ClaimKind, Proof, Status};

/// A claim with its outcome.
pub struct Judged {
    /// The claim.
    pub claim: Claim,
    /// Its outcome.
    pub outcome: Outcome,
    /// It states the defect, and does not only show a place.
    pub states: bool,
}

/// What is ruled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// The status.
    pub status: Status,
    /// What was proved.
    pub proof: Option<Proof>,
    /// Why, in one sentence.
    pub reason: String,
    /// The claim that decided it.
    pub decisive: Option<usize>,
}

/// Whether a kind of claim says what is wrong; a quoted line only says where.
pub fn states_defect(claim: &Claim) -> bool {
    claim.essential && claim.kind != ClaimKind::LineContent
}

/// Puts the outcomes of a finding's claims together.
pub fn rule(judged: &[Judged]) -> Verdict {
    let counted: Vec<(usize, &Judged)> = judged.iter().enumerate().filter(|(_, one)| !one.outcome.idle).collect();
    let status = |one: &Judged| one.outcome.check.status;
    let stated = || counted.iter().filter(|(_, one)| one.states);
    let refuted = counted.iter().find(|(_, one)| one.claim.essential && status(one) == Status::Refuted);
    let supported = stated().find(|(_, one)| status(one) == Status::Verified);
    if let Some((at, one)) = refuted {
        return match supported {
            None => verdict(Status::Refuted, None, one.outcome.check.reason.clone(), Some(*at)),
            Some((other, _)) => {
                let reason = format!("claim {} is contradicted, but claim {} holds", at + 1, other + 1);
                verdict(Status::Inconclusive, None, reason, Some(*at))
            }
        };
    }
    let needed = || counted.iter().filter(|(_, one)| one.claim.essential);
    if let Some((at, one)) = needed().find(|(_, one)| status(one) == Status::Inconclusive) {
        return verdict(Status::Inconclusive, None, one.outcome.check.reason.clone(), Some(*at));
    }
    if let Some((at, one)) = supported {
        return verdict(Status::Verified, Some(Proof::Defect), one.outcome.check.reason.clone(), Some(*at));
    }
    let shown = counted.iter().find(|(_, one)| status(one) == Status::Verified);
    match shown {
        Some((at, one)) => verdict(Status::Verified, Some(Proof::Place), one.outcome.check.reason.clone(), Some(*at)),
        None if judged.is_empty() => {
            verdict(Status::Inconclusive, None, "it claims nothing that code can show".to_owned(), None)
        }
        None => {
            let reason = judged.first().map(|one| one.outcome.check.reason.clone()).unwrap_or_default();
            verdict(Status::Inconclusive, None, reason, None)
        }
    }
}

fn verdict(status: Status, proof: Option<Proof>, reason: String, decisive: Option<usize>) -> Verdict {
    Verdict { status, proof, reason, decisive }
}
