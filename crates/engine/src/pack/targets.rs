//! How far recall went from each file a request starts from.

use super::known::Known;
use super::recall::Candidate;
use super::signals::Links;
use rustc_hash::FxHashMap;
use tribunal_domain::RepoPath;

/// So many targets are traced one by one; beyond, the table would say little and cost a walk of the graph for each.
const TRACED: usize = 500;

/// One file a request starts from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// Where it is or should be.
    pub path: RepoPath,
    /// Whether recall could start from it.
    pub status: TargetStatus,
    /// Files that dependencies or dependents lead to.
    pub total: usize,
    /// Those of them that may be shown.
    pub eligible: usize,
    /// The greatest number of steps.
    pub depth: u32,
    /// What else there is to say.
    pub note: &'static str,
}

/// Whether recall could start from a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TargetStatus {
    /// It could.
    Traced,
    /// There are too many targets to trace this one for itself; it is in the ranking as the others.
    Untraced,
    /// It is not in the working tree.
    Failed,
}

impl TargetStatus {
    /// The word in manifests.
    pub fn name(self) -> &'static str {
        match self {
            Self::Traced => "ok",
            Self::Untraced => "limits-reached",
            Self::Failed => "target-failed",
        }
    }
}

/// Follows the graph from each target alone.
pub(super) fn targets(
    anchors: &[usize],
    missing: &[RepoPath],
    known: &Known,
    links: &Links,
    candidates: &[Candidate],
) -> Vec<Target> {
    let shown: FxHashMap<&RepoPath, bool> =
        candidates.iter().map(|candidate| (&candidate.path, candidate.omitted.is_none())).collect();
    let mut targets = Vec::new();
    for (number, &anchor) in anchors.iter().enumerate() {
        let path = known.file(anchor).path.clone();
        if number >= TRACED {
            let note = "only the first 500 are traced one by one";
            targets.push(Target { path, status: TargetStatus::Untraced, total: 0, eligible: 0, depth: 0, note });
            continue;
        }
        let distances = links.from(&[anchor], &[]);
        let reached: Vec<(usize, u32)> = distances.reached().filter(|(place, _)| *place != anchor).collect();
        let may = |place: &usize| shown.get(&known.file(*place).path).copied().unwrap_or(false);
        let eligible = reached.iter().filter(|(place, _)| may(place)).count();
        let depth = reached.iter().map(|(_, steps)| *steps).max().unwrap_or(0);
        let note = if reached.is_empty() { "nothing is linked to it" } else { "" };
        targets.push(Target { path, status: TargetStatus::Traced, total: reached.len(), eligible, depth, note });
    }
    let failed = |path: &RepoPath| Target {
        path: path.clone(),
        status: TargetStatus::Failed,
        total: 0,
        eligible: 0,
        depth: 0,
        note: "not in the working tree",
    };
    targets.extend(missing.iter().map(failed));
    targets.sort_by(|one, two| one.path.cmp(&two.path));
    targets
}
