//! Of what a phrase is said.

use crate::extract::names::bare_name;
use crate::extract::sentence::Word;

/// Nouns that stand before or behind a name, or for it.
pub const NOUNS: &[&str] = &[
    "function",
    "method",
    "class",
    "variable",
    "import",
    "constant",
    "field",
    "property",
    "parameter",
    "argument",
    "struct",
    "interface",
    "type",
    "module",
    "symbol",
    "helper",
    "member",
    "handler",
    "constructor",
    "enum",
    "trait",
    "macro",
    "export",
];

/// Words that may stand between a name and what is said of it.
const BETWEEN: &[&str] = &[
    "is",
    "are",
    "it",
    "here",
    "itself",
    "also",
    "currently",
    "still",
    "now",
    "that",
    "which",
    "simply",
    "just",
    "actually",
    "but",
    "imported",
    "declared",
    "defined",
    "assigned",
    "and",
    "the",
    "which",
    "has",
    "been",
    "function's",
    "body",
    "implementation",
    "call",
    "result",
    "in",
    "this",
];

/// Farther away a name may be the subject of something else.
const REACH: usize = 6;

/// A name and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subject {
    /// Empty for the function that the finding stands in.
    pub name: String,
    /// The noun that stands with it.
    pub noun: Option<String>,
    /// The index of the word.
    pub at: usize,
}

/// The name before a phrase; "this function" is the one around the finding.
pub fn subject_before(words: &[Word], at: usize) -> Option<Subject> {
    let mut noun: Option<String> = None;
    for ix in (at.saturating_sub(REACH)..at).rev() {
        let word = &words[ix];
        let before = ix.checked_sub(1).map(|ix| &words[ix]);
        let after_noun = before.filter(|word| NOUNS.contains(&word.lower.as_str()));
        // What stands before a comma belongs to another part of the sentence, unless only the comma is between.
        if word.breaks && ix + 1 < at {
            return None;
        }
        let plain = after_noun.is_some() && !BETWEEN.contains(&word.lower.as_str()) && is_identifier(&word.text);
        if word.is_name() || plain {
            let noun = noun.or_else(|| after_noun.map(|word| word.lower.clone()));
            return Some(Subject { name: bare_name(&word.text), noun, at: ix });
        }
        if NOUNS.contains(&word.lower.as_str()) {
            let pointed = before.is_some_and(|word| ["this", "the"].contains(&word.lower.as_str()));
            let named = before.is_some_and(Word::is_name);
            if pointed && !named && ["function", "method", "constructor"].contains(&word.lower.as_str()) {
                let this = before.is_some_and(|word| word.lower == "this");
                return this.then(|| Subject { name: String::new(), noun: Some(word.lower.clone()), at: ix });
            }
            noun = Some(word.lower.clone());
            continue;
        }
        if !BETWEEN.contains(&word.lower.as_str()) {
            return None;
        }
    }
    None
}

/// The name behind a phrase.
pub fn subject_after(words: &[Word], from: usize) -> Option<Subject> {
    let mut noun = None;
    for (ix, word) in words.iter().enumerate().skip(from).take(4) {
        if NOUNS.contains(&word.lower.as_str()) && !word.quoted {
            noun = Some(word.lower.clone());
        } else if word.is_name()
            || noun.is_some() && is_identifier(&word.text) && !BETWEEN.contains(&word.lower.as_str())
        {
            return Some(Subject { name: bare_name(&word.text), noun, at: ix });
        } else if !["the", "a", "an", "of", "for", "in", "on", "to", "statement", "named", "called"]
            .contains(&word.lower.as_str())
        {
            return None;
        }
    }
    None
}

fn is_identifier(text: &str) -> bool {
    let bare = bare_name(text);
    !bare.is_empty()
        && !bare.starts_with(|c: char| c.is_numeric())
        && bare.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$' || c == '.')
}
