//! "The same code stands in A and B".

use super::sentence::{PathRef, Sentence};
use super::{Said, about};
use tribunal_domain::finding::{Claim, ClaimKind, Related};

const ALIKE: &[&str] =
    &["same", "identical", "duplicate", "duplicates", "duplicated", "duplication", "copy", "copied", "repeated"];

/// Reads the statement, if the sentence makes it: words of likeness and two places, or one beside the finding's own.
pub fn read(sentence: &Sentence, said: &Said<'_>) -> Vec<Claim> {
    let alike = sentence.words.iter().any(|word| !word.quoted && ALIKE.contains(&word.lower.as_str()));
    let denied = sentence.words.iter().any(|word| super::line::is_denial(&word.lower));
    if !alike || denied || sentence.is_supposed() {
        return Vec::new();
    }
    let code = [
        "code",
        "logic",
        "block",
        "function",
        "method",
        "implementation",
        "lines",
        "body",
        "duplicate",
        "duplicated",
        "duplicates",
    ];
    if !sentence.words.iter().any(|word| code.contains(&word.lower.as_str())) {
        return Vec::new();
    }
    let own = PathRef { path: said.path.clone(), line: Some(said.line), end_line: Some(said.end_line) };
    let (first, second) = match sentence.paths().as_slice() {
        [one, two] => (one.clone(), two.clone()),
        [other] if other.path != *said.path || other.line.is_some_and(|line| line != said.line) => (own, other.clone()),
        _ => return Vec::new(),
    };
    let mut claim = about(said, ClaimKind::PatternViolation);
    claim.path = first.path;
    (claim.line, claim.end_line) = (first.line, first.end_line);
    claim.compare_to = Some(Related {
        path: second.path,
        symbol: String::new(),
        start_line: second.line.unwrap_or(0),
        end_line: second.end_line.or(second.line).unwrap_or(0),
    });
    vec![claim]
}
