//! Whether two texts say the same: the guard first, then scorers of rising cost until one of them decides.
//!
//! Likeness of any sort says little about a changed number or a dropped "not", so nothing critical that changed is ever
//! called converged, whoever says so.

use super::trail::{Changed, Decision, Step, UNAVAILABLE};
use crate::config::{Convergence, Polish};
use std::time::{Duration, Instant};
use tribunal_llm::embed::Cached;
use tribunal_llm::{Cancel, LlmError};
use tribunal_text::critical_changes;
use tribunal_text::embedding::cosine;
use tribunal_text::secrets::clear;
use tribunal_text::similarity::{characters, words};

/// Words decide only with this much confidence, from the specification: some 30 different words in both texts.
const ENOUGH_CONFIDENCE: f64 = 0.6;

/// What a cosine can be trusted: as much as words at their best.
const EMBEDDING_CONFIDENCE: f64 = 0.95;

/// Decides by the configured rules.
#[derive(Clone, Copy)]
pub struct Cascade<'a> {
    rules: &'a Convergence,
    epsilon: usize,
    embedder: Option<&'a Cached>,
}

impl<'a> Cascade<'a> {
    /// A cascade by these rules; the embedder is asked only if the rules say so.
    pub fn new(settings: &'a Polish, embedder: Option<&'a Cached>) -> Self {
        let rules = &settings.convergence;
        Self { rules, epsilon: settings.epsilon as usize, embedder: embedder.filter(|_| rules.embedding) }
    }

    /// Whether two texts say the same.
    pub fn decide(&self, one: &str, other: &str, cancel: &Cancel) -> Decision {
        let mut trail = vec![guard(one, other)];
        let blocked = trail[0].outcome == "blocked";
        if !self.rules.enabled {
            trail.push(timed(|time| self.legacy(one, other, time)));
            return decision(trail, !blocked, None);
        }
        trail.push(timed(|time| self.characters(one, other, time)));
        // The embedder is the authority where it is strict: cheaper scorers cannot decide for it.
        let strict = self.rules.strict;
        if trail[1].outcome == "converged" && !strict {
            return decision(trail, !blocked, None);
        }
        trail.push(timed(|time| self.words(one, other, time)));
        if blocked || (trail[2].outcome == "converged" && !strict) {
            return decision(trail, !blocked, None);
        }
        if self.has_diverged(&trail) {
            trail[1].outcome = "diverged";
            return decision(trail, false, None);
        }
        if !self.rules.embedding {
            return decision(trail, !strict, None);
        }
        let step = self.embedded(one, other, cancel);
        let degraded_from = step.degraded_from;
        trail.push(step);
        decision(trail, degraded_from.is_none(), degraded_from)
    }

    fn characters(&self, one: &str, other: &str, time: &mut dyn FnMut() -> Duration) -> Step {
        let similarity = characters(one, other);
        let outcome = if similarity >= self.rules.char_high.ratio() { "converged" } else { "continue" };
        // High at the ends and low in the middle, where as much is alike as is not.
        Step::new("char", outcome, time()).scored(similarity, (2.0 * similarity - 1.0).abs())
    }

    fn words(&self, one: &str, other: &str, time: &mut dyn FnMut() -> Duration) -> Step {
        let overlap = words(one, other);
        if !overlap.has_opinion() {
            let mut step = Step::new("jaccard", "no_opinion", time());
            step.reason = Some("too few words".to_owned());
            return step;
        }
        let (similarity, confidence) = (overlap.similarity, overlap.confidence());
        let is_high = similarity >= self.rules.jaccard_high.ratio() && confidence >= ENOUGH_CONFIDENCE;
        let outcome = if is_high { "converged" } else { "continue" };
        Step::new("jaccard", outcome, time()).scored(similarity, confidence)
    }

    /// Few characters in common say nothing while the words agree; few of both need no embedder to be told apart.
    fn has_diverged(&self, trail: &[Step]) -> bool {
        let low = self.rules.char_low.ratio();
        trail[1..=2].iter().all(|step| step.similarity.is_none_or(|similarity| similarity < low))
    }

    fn embedded(&self, one: &str, other: &str, cancel: &Cancel) -> Step {
        let start = Instant::now();
        let vector = |text: &str| match self.embedder {
            Some(embedder) => embedder.embed(&clear(b"", text), cancel),
            None => Err(LlmError::Cancelled),
        };
        let asked = vector(one).and_then(|one| Ok((one, vector(other)?)));
        let step = |outcome| {
            let mut step = Step::new("embedding", outcome, start.elapsed());
            step.cost.embeddings = 2;
            step
        };
        match asked {
            Ok((one, other)) => {
                let similarity = cosine(&one, &other);
                let outcome = if similarity >= self.rules.embedding_sim.ratio() { "converged" } else { "continue" };
                step(outcome).scored(similarity, EMBEDDING_CONFIDENCE)
            }
            Err(error) => {
                let mut step = step("unavailable");
                step.degraded_from = Some(UNAVAILABLE);
                step.reason = Some(error.to_string());
                step
            }
        }
    }

    /// The heuristic from before the cascade: how many characters lie between the first difference and the last.
    fn legacy(&self, one: &str, other: &str, time: &mut dyn FnMut() -> Duration) -> Step {
        let differing = differing(one, other);
        let longest = one.chars().count().max(other.chars().count()).max(1);
        let outcome = if differing < self.epsilon.max(1) { "converged" } else { "continue" };
        let similarity = 1.0 - differing as f64 / longest as f64;
        Step::new("legacy", outcome, time()).scored(similarity, (2.0 * similarity - 1.0).abs())
    }
}

/// Characters between the common beginning and the common end, of the longer text.
fn differing(one: &str, other: &str) -> usize {
    let beginning = one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    let skipped = |text: &str| text.char_indices().nth(beginning).map_or(text.len(), |(at, _)| at);
    let (one, other) = (&one[skipped(one)..], &other[skipped(other)..]);
    let end = one.chars().rev().zip(other.chars().rev()).take_while(|(one, other)| one == other).count();
    one.chars().count().max(other.chars().count()) - end
}

fn guard(one: &str, other: &str) -> Step {
    timed(|time| {
        let changes: Vec<Changed> = critical_changes(one, other).into_iter().map(Changed::from).collect();
        let outcome = if changes.is_empty() { "clear" } else { "blocked" };
        Step { changes, ..Step::new("guard", outcome, time()) }
    })
}

fn timed(work: impl FnOnce(&mut dyn FnMut() -> Duration) -> Step) -> Step {
    let start = Instant::now();
    work(&mut || start.elapsed())
}

/// What the trail comes to: converged if the last step says so and nothing forbids it.
fn decision(trail: Vec<Step>, may_converge: bool, degraded_from: Option<&'static str>) -> Decision {
    let last = trail.iter().rev().find(|step| step.similarity.is_some());
    let score = last.and_then(|step| step.similarity).unwrap_or_default();
    let blocked = trail[0].outcome == "blocked";
    let converged = may_converge && !blocked && trail.last().is_some_and(|step| step.outcome == "converged");
    let diverged = trail.iter().find(|step| step.outcome == "diverged");
    let decided_by = if blocked { "guard" } else { diverged.or(last).map_or("guard", |step| step.scorer) };
    Decision { converged, score, decided_by, degraded_from, trail }
}
