//! What speaks for a file: each signal is a number per file, 0 for nothing and 1 for the strongest of this request.
//!
//! Signals are made here and weighed in `rank`. None of them decides: a file that only one signal knows is still recalled.

mod graph;
mod history;
mod measured;
mod messages;
mod names;
mod text;

pub use graph::Dependents;
pub(super) use graph::{Distances, Links};
pub(super) use history::Past;
pub(super) use measured::measured;

use super::corpus::Corpus;
use super::document::Term;
use super::known::Known;
use super::rank::Signal;
use super::words::Query;
use rustc_hash::FxHashSet;
use tribunal_text::identifiers::Terms;

/// All signals of one request.
#[derive(Debug, Clone, Default)]
pub(super) struct Signals {
    /// The task's words in the file, its names and its path.
    pub text: Vec<f64>,
    /// The task's words in the path alone.
    pub path: Vec<f64>,
    /// Changed together with a seed.
    pub together: Vec<f64>,
    /// Changed by commits whose message is like the task.
    pub alike: Vec<f64>,
    /// Changed lately, by whatever.
    pub lively: Vec<f64>,
    /// Says the same words as a seed.
    pub similar: Vec<f64>,
    /// Named like a seed.
    pub namesake: Vec<f64>,
    /// A test where the seed is none, or the reverse.
    pub counterpart: Vec<f64>,
    /// What a model wrote of the file shares words with the task.
    pub metadata: Vec<f64>,
    /// How much each of the query's terms tells: rare ones more.
    pub telling: Vec<(Term, f64)>,
}

/// What signals are made from.
pub(super) struct Evidence<'a> {
    pub known: &'a Known,
    pub corpus: &'a Corpus,
    pub query: &'a Query,
    pub past: &'a Past,
    /// The places of seeds or changed files.
    pub seeds: &'a [usize],
    /// What a model wrote of files, by place; empty without enrichment.
    pub metadata: &'a [(usize, String)],
    /// Which files the request is about: what is common or strong is measured among these alone.
    pub measured: &'a [bool],
}

impl Evidence<'_> {
    /// The part of what the task's words tell that stands in a file's metadata.
    fn metadata(&self, telling: &[(Term, f64)]) -> Vec<f64> {
        let mut values = self.known.zeros();
        let all = telling.iter().fold(0.0, |sum, (_, tells)| sum + tells);
        for (place, text) in self.metadata {
            let mut terms = FxHashSet::default();
            Terms::Stemmed.for_each(text, |term| {
                terms.insert(Term::of(term));
            });
            let said = telling.iter().filter(|(term, _)| terms.contains(term)).fold(0.0, |sum, (_, tells)| sum + tells);
            values[*place] = if all > 0.0 { said / all } else { 0.0 };
        }
        values
    }
}

impl Signals {
    /// Computes all of them.
    pub(super) fn of(evidence: &Evidence<'_>) -> Self {
        let found = text::scan(evidence);
        let (alike, trust) = history::alike(evidence);
        let mut signals = Self {
            text: text::score(evidence, &found, text::ALL),
            path: text::score(evidence, &found, text::PATH),
            together: history::together(evidence),
            alike,
            lively: history::lively(evidence),
            similar: text::similar(evidence),
            namesake: names::namesake(evidence),
            counterpart: names::counterpart(evidence),
            metadata: evidence.metadata(&found.telling(evidence)),
            telling: found.telling(evidence),
        };
        signals.all_mut().into_iter().for_each(|signal| normalize(signal, evidence.measured));
        // Few commits with one seed must not drown in one that changed with it a hundred times.
        signals.together.iter_mut().for_each(|value| *value = value.sqrt());
        signals.alike.iter_mut().for_each(|value| *value *= trust);
        signals
    }

    /// The values of a signal; size is none, it is known of every file.
    pub(super) fn of_kind(&self, signal: Signal) -> Option<&[f64]> {
        match signal {
            Signal::Text => Some(&self.text),
            Signal::Path => Some(&self.path),
            Signal::Together => Some(&self.together),
            Signal::Alike => Some(&self.alike),
            Signal::Similar => Some(&self.similar),
            Signal::Counterpart => Some(&self.counterpart),
            Signal::Namesake => Some(&self.namesake),
            Signal::Lively => Some(&self.lively),
            Signal::Size => None,
        }
    }

    fn all_mut(&mut self) -> [&mut Vec<f64>; 8] {
        [
            &mut self.text,
            &mut self.path,
            &mut self.together,
            &mut self.alike,
            &mut self.lively,
            &mut self.similar,
            &mut self.namesake,
            &mut self.counterpart,
        ]
    }
}

/// Scales a signal so that its strongest value among the measured files is 1; others are at most as strong.
fn normalize(signal: &mut [f64], measured: &[bool]) {
    let most =
        signal.iter().zip(measured).filter(|(_, measured)| **measured).map(|(value, _)| *value).fold(0.0, f64::max);
    if most > 0.0 {
        signal.iter_mut().for_each(|value| *value = (*value / most).min(1.0));
    }
}
