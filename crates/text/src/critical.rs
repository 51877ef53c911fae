//! What must not change between two texts that are said to say the same: numbers, units, negations, operators,
//! quantifiers, identifiers and code.
//!
//! A text may be alike to the last hundredth and say the opposite. This guard is deterministic and errs on the side of a
//! change: whitespace, punctuation, another order of sentences and other words for the same are none, everything it
//! cannot read is one. `layout` tells code from prose, `prose` and `code` read each, `compare` holds two readings against
//! each other, `vocabulary` has the words.

mod chunk;
mod code;
mod compare;
mod layout;
mod prose;
mod vocabulary;

use compare::compare;
use layout::split;

/// What sort of thing changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CriticalKind {
    /// A number, in digits or in words.
    Number,
    /// What a number counts.
    Unit,
    /// What turns a statement around.
    Negation,
    /// A comparison, a boolean or another operator, as a sign or as a word.
    Operator,
    /// How many, how often, how surely.
    Quantifier,
    /// A name of something: of code, a file, an address, a thing.
    Identifier,
    /// A block of code.
    Code,
    /// A word that became its opposite.
    Opposite,
    /// Writing whose words this guard does not know; each of them may be a negation.
    Writing,
}

impl CriticalKind {
    /// The word in trails.
    pub fn name(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::Unit => "unit",
            Self::Negation => "negation",
            Self::Operator => "operator",
            Self::Quantifier => "quantifier",
            Self::Identifier => "identifier",
            Self::Code => "code",
            Self::Opposite => "opposite",
            Self::Writing => "writing",
        }
    }
}

/// One thing that is in one text and not in the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CriticalChange {
    /// What sort of thing.
    pub kind: CriticalKind,
    /// What the first text has, as it was read; empty if it is new.
    pub before: String,
    /// What the second text has; empty if it is gone.
    pub after: String,
}

/// Everything critical that changed from one text to the other, as far as it is worth telling; nothing if nothing did.
pub fn critical_changes(one: &str, other: &str) -> Vec<CriticalChange> {
    if one == other {
        return Vec::new();
    }
    compare(&split(one), &split(other))
}

/// Whether most of a text is code, outside of fences.
pub fn is_code(text: &str) -> bool {
    layout::is_code(text)
}

/// Everything critical that the prose of a text says, each once.
pub fn critical_items(text: &str) -> Vec<(CriticalKind, String)> {
    let mut items: Vec<_> = split(text).prose.items.into_keys().collect();
    items.sort_unstable();
    items
}
