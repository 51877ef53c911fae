//! The scope stage: of each candidate whether it belongs to the request at all, and why.
//!
//! Rules judge here; a model may take their place behind the same trait, and its word is logged in the same form.

use super::filter::Omission;
use super::recall::{Candidate, Role};

/// Whether a file belongs to a request, and the sentence that says why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScopeDecision {
    /// The judgement.
    pub relevance: Relevance,
    /// Why.
    pub reason: String,
}

/// Whether a file belongs to a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relevance {
    /// It may be shown.
    Relevant,
    /// It may not.
    Irrelevant,
}

/// Judges files. Named and changed files are never asked about: they are in.
pub trait ScopeJudge {
    /// One decision for each candidate, in their order.
    fn judge(&self, task: &str, candidates: &[&Candidate]) -> Vec<ScopeDecision>;
}

/// What relations and words say.
#[derive(Debug, Clone, Copy, Default)]
pub struct ScopeRules;

impl ScopeJudge for ScopeRules {
    fn judge(&self, _task: &str, candidates: &[&Candidate]) -> Vec<ScopeDecision> {
        // If nothing speaks for any file, nothing can be held against one.
        let any = candidates.iter().any(|candidate| candidate.score > 0.0);
        candidates.iter().map(|candidate| by_rules(candidate, any)).collect()
    }
}

fn by_rules(candidate: &Candidate, any: bool) -> ScopeDecision {
    let relevant = |reason: String| ScopeDecision { relevance: Relevance::Relevant, reason };
    match (candidate.scope, candidate.distance) {
        (2, Some(1)) => relevant("directly linked to what the request starts from".to_owned()),
        (2, Some(steps)) => relevant(format!("linked in {steps} steps to what the request starts from")),
        (3, _) => relevant("changes together with what the request starts from".to_owned()),
        _ if candidate.score > 0.0 => relevant("words or history speak for it".to_owned()),
        _ if any => {
            let reason = "no relation, no word and no commit speaks for it".to_owned();
            ScopeDecision { relevance: Relevance::Irrelevant, reason }
        }
        _ => relevant("nothing speaks for any file".to_owned()),
    }
}

/// Asks the judge about every related candidate that is not filtered, and marks those it refuses.
pub(super) fn apply(judge: &dyn ScopeJudge, task: &str, candidates: &mut [Candidate]) {
    let asked = |candidate: &Candidate| candidate.role == Role::Related && candidate.omitted.is_none();
    let decisions = judge.judge(task, &candidates.iter().filter(|one| asked(one)).collect::<Vec<_>>());
    for (candidate, decision) in candidates.iter_mut().filter(|one| asked(one)).zip(decisions) {
        candidate.reason = decision.reason;
        if decision.relevance == Relevance::Irrelevant {
            candidate.omitted = Some(Omission::Irrelevant);
        }
    }
}
