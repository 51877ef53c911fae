//! What the cascade decided about two texts, step by step.

use serde::Serialize;
use std::time::Duration;
use tribunal_text::CriticalChange;

/// What is recorded where the embedder did not answer.
pub(super) const UNAVAILABLE: &str = "embedding_unavailable";

/// Whether two texts say the same, and how that was found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Decision {
    /// They say the same.
    pub converged: bool,
    /// How alike they are, by the last scorer that had an opinion.
    pub score: f64,
    /// The step that decided.
    pub decided_by: &'static str,
    /// What should have decided and could not.
    pub degraded_from: Option<&'static str>,
    /// Every step that was taken, in order.
    pub trail: Vec<Step>,
}

/// One step of a decision.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Step {
    /// `guard`, `char`, `jaccard`, `embedding` or `legacy`.
    pub scorer: &'static str,
    /// How alike the texts are, 0 to 1; absent if the step had no opinion.
    pub similarity: Option<f64>,
    /// How far that can be trusted, 0 to 1.
    pub confidence: Option<f64>,
    /// `converged`, `diverged`, `continue`, `no_opinion`, `unavailable`; of the guard `clear` or `blocked`.
    pub outcome: &'static str,
    /// What this step should have been.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub degraded_from: Option<&'static str>,
    /// What the guard found, or why a scorer had no opinion.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Changed>,
    /// Why there is no opinion.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What the step cost.
    pub cost: Cost,
    /// How long it took.
    pub timing: Timing,
}

/// Something critical that is in one text alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Changed {
    /// What sort of thing.
    pub kind: &'static str,
    /// In the first text.
    pub before: String,
    /// In the second text.
    pub after: String,
}

/// What a step asked of others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Cost {
    /// Vectors that the embedder was asked for; some may have been known already.
    pub embeddings: u32,
}

/// How long a step took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Timing {
    /// In microseconds.
    pub micros: u64,
}

impl Step {
    pub(super) fn new(scorer: &'static str, outcome: &'static str, time: Duration) -> Self {
        Self {
            scorer,
            similarity: None,
            confidence: None,
            outcome,
            degraded_from: None,
            changes: Vec::new(),
            reason: None,
            cost: Cost::default(),
            timing: Timing { micros: time.as_micros() as u64 },
        }
    }

    pub(super) fn scored(mut self, similarity: f64, confidence: f64) -> Self {
        self.similarity = Some(similarity);
        self.confidence = Some(confidence);
        self
    }
}

impl From<CriticalChange> for Changed {
    fn from(change: CriticalChange) -> Self {
        Self { kind: change.kind.name(), before: change.before, after: change.after }
    }
}
