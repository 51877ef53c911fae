//! A task's text as a weighted query.

use super::document::Term;
use rustc_hash::FxHashSet;
use tribunal_text::identifiers::Terms;

/// The first line of a longer text is its title, chosen by a person to say what matters.
const TITLE: f64 = 4.0;

/// What people do to code, and what they call the occasion: said of every file, so it points at none. As stems.
const DEEDS: [&str; 31] = [
    "add",
    "allow",
    "bug",
    "bump",
    "chang",
    "chore",
    "clean",
    "clos",
    "deprec",
    "ensur",
    "feat",
    "fix",
    "handl",
    "implement",
    "improv",
    "issu",
    "mak",
    "mov",
    "new",
    "pr",
    "ref",
    "refactor",
    "remov",
    "renam",
    "replac",
    "support",
    "updat",
    "us",
    "use",
    "used",
    "using",
];

/// Distinct terms with their weights, in order of first appearance.
#[derive(Debug, Clone, Default)]
pub(super) struct Query {
    terms: Vec<(Term, f64)>,
}

impl Query {
    /// The terms of a text.
    pub(super) fn of(text: &str) -> Self {
        let (title, rest) = text.trim_start().split_once('\n').unwrap_or((text, ""));
        let title_weight = if rest.trim().is_empty() { 1.0 } else { TITLE };
        let mut query = Self::default();
        let mut seen = FxHashSet::default();
        for (part, weight) in [(title, title_weight), (rest, 1.0)] {
            Terms::Stemmed.for_each(part, |term| {
                if DEEDS.contains(&term.trim_end_matches('e')) || DEEDS.contains(&term) {
                    return;
                }
                let term = Term::of(term);
                if seen.insert(term) {
                    query.terms.push((term, weight));
                }
            });
        }
        query
    }

    /// The terms.
    pub(super) fn terms(&self) -> &[(Term, f64)] {
        &self.terms
    }
}
