//! What the stages decided, in the form the log keeps: one line per file and per symbol that was looked at.

use super::fit::Pack;
use super::recall::{Candidate, Role};
use tribunal_domain::ContentHash;
use tribunal_store::{Raw, RetrievalDecision, StateDir, StoreError};

/// Appends what was decided for a pack to the log.
///
/// Candidates that rank behind the last one shown were not looked at: the budget had ended. They are in the manifests.
pub fn record(state: &StateDir, pack: &Pack, created: &str) -> Result<(), StoreError> {
    let raw = Raw::open(state)?.raw;
    raw.append_retrieval_decisions(&decisions(pack), created)
}

/// The decisions of a pack, in rank order.
pub fn decisions(pack: &Pack) -> Vec<RetrievalDecision> {
    let last = pack.files.iter().map(|shown| shown.candidate.rank).max();
    let mut rows: Vec<(usize, u32, RetrievalDecision)> = Vec::new();
    for shown in &pack.files {
        let candidate = &shown.candidate;
        rows.push((candidate.rank, 0, row(pack, candidate, "scope", None, "included", &candidate.reason)));
        for (number, symbol) in (1..).zip(&shown.symbols) {
            let decision = row(pack, candidate, "precision", Some(&symbol.name), symbol.level.name(), &symbol.reason);
            rows.push((candidate.rank, number, decision));
        }
    }
    let looked_at = |candidate: &&Candidate| candidate.role != Role::Related || Some(candidate.rank) <= last;
    for candidate in pack.omitted.iter().filter(looked_at) {
        let reason = candidate.omitted.map_or("filtered:unknown", super::Omission::name);
        let why =
            if candidate.reason.is_empty() { reason.to_owned() } else { format!("{reason}: {}", candidate.reason) };
        rows.push((candidate.rank, 0, row(pack, candidate, "scope", None, "omitted", &why)));
    }
    rows.sort_by_key(|(rank, number, _)| (*rank, *number));
    rows.into_iter().map(|(_, _, row)| row).collect()
}

fn row(
    pack: &Pack,
    candidate: &Candidate,
    stage: &str,
    symbol: Option<&str>,
    decision: &str,
    reason: &str,
) -> RetrievalDecision {
    RetrievalDecision {
        task_id: pack.task_id.clone(),
        stage: stage.to_owned(),
        path: candidate.path.clone(),
        content_hash: candidate.content_hash,
        symbol: symbol.map(str::to_owned),
        scope_level: candidate.scope,
        decision: decision.to_owned(),
        reason: reason.to_owned(),
    }
}

/// A name for what was asked: the same question has the same name.
pub(super) fn task_id(parts: &[&[u8]]) -> String {
    let mut all = Vec::new();
    for part in parts {
        all.extend((part.len() as u64).to_le_bytes());
        all.extend_from_slice(part);
    }
    let hash = ContentHash::of(&all);
    let hex: String = hash.as_bytes()[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    format!("pack-{hex}")
}
