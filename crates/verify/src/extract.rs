//! Claims out of prose: statements about the defect, and code that is quoted on the way.
//!
//! A statement is taken only where a sentence says it plainly; what a reviewer supposes, wishes or asks is none. Every
//! kind of statement has its own file under `extract/`; `sentence` cuts prose into words and names.

mod concepts;
mod duplicate;
mod line;
mod names;
mod sentence;
mod statements;

pub use concepts::concept_named;

use crate::anchor::Quote;
use sentence::{Sentence, sentences};
use tribunal_domain::RepoPath;
use tribunal_domain::finding::{Claim, ClaimKind};

/// Quotes in prose beyond so many say nothing new about the place.
const MOST_QUOTES: usize = 24;

/// A finding as the extractor sees it.
pub struct Said<'s> {
    /// What it says.
    pub prose: &'s str,
    /// About which file.
    pub path: &'s RepoPath,
    /// From which line.
    pub line: u32,
    /// Up to which line.
    pub end_line: u32,
}

/// Everything in prose that can be checked: statements are essential, quotes on the way are not.
pub fn claims_of_prose(said: &Said<'_>) -> Vec<Claim> {
    let mut claims = Vec::new();
    for sentence in sentences(said.prose) {
        let found = statements_in(&sentence, said);
        for claim in found {
            if !claims.contains(&claim) {
                claims.push(claim);
            }
        }
    }
    let mut quotes = 0;
    for text in sentence::quoted(said.prose) {
        let quote = Quote::new(&text);
        if quote.is_empty() || quote.names().next().is_none() || quotes == MOST_QUOTES {
            continue;
        }
        let mut claim = about(said, ClaimKind::LineContent);
        claim.pattern = text;
        claim.essential = false;
        if !claims.iter().any(|known| known.kind == claim.kind && known.pattern == claim.pattern) {
            claims.push(claim);
            quotes += 1;
        }
    }
    claims
}

/// The statements of one sentence.
fn statements_in(sentence: &Sentence, said: &Said<'_>) -> Vec<Claim> {
    let mut claims = line::read(sentence, said);
    claims.extend(duplicate::read(sentence, said));
    if !sentence.is_supposed() {
        claims.extend(statements::read(sentence, said));
    }
    // The reason may name another file: then it speaks of that one.
    if let [other] = sentence.paths().as_slice()
        && other.path != *said.path
    {
        for claim in claims.iter_mut().filter(|claim| claim.kind != ClaimKind::PatternViolation) {
            claim.path = other.path.clone();
            // A line that the sentence names is a line of that file.
            if other.line.is_some() || claim.kind != ClaimKind::LineContent {
                (claim.line, claim.end_line) = (other.line, other.end_line.or(other.line));
            }
        }
    }
    claims
}

/// An essential claim about the finding's own place.
fn about(said: &Said<'_>, kind: ClaimKind) -> Claim {
    let mut claim = Claim::new(kind, said.path);
    (claim.line, claim.end_line) = (Some(said.line), Some(said.end_line));
    claim
}
