//! "Line 45 contains `x`", and that it does not.

use super::concepts::concept_at;
use super::sentence::Sentence;
use super::{Said, about};
use tribunal_domain::finding::{Claim, ClaimKind, Expected};

const CONTAINS: &[&str] = &["contains", "contain", "has", "have", "shows", "show", "reads", "includes", "include"];

/// Reads the statement, if the sentence makes it.
pub fn read(sentence: &Sentence, said: &Said<'_>) -> Vec<Claim> {
    let words = &sentence.words;
    let mut claims = Vec::new();
    for at in 0..words.len().saturating_sub(1) {
        let Some(line) =
            words[at + 1].text.trim_start_matches('L').parse::<i64>().ok().filter(|_| words[at].lower == "line")
        else {
            continue;
        };
        let end = (at + 2 + 5).min(words.len());
        let Some(verb) = (at + 2..end).find(|ix| !words[*ix].quoted && CONTAINS.contains(&words[*ix].lower.as_str()))
        else {
            continue;
        };
        let denied = words[at + 2..verb].iter().any(|word| is_denial(&word.lower))
            || words.get(verb + 1).is_some_and(|word| word.lower == "no");
        claims.extend(claim(sentence, said, line, verb + 1, denied));
    }
    claims
}

fn claim(sentence: &Sentence, said: &Said<'_>, line: i64, from: usize, denied: bool) -> Option<Claim> {
    let words = &sentence.words;
    let mut claim = about(said, ClaimKind::LineContent);
    // A line that cannot exist is kept as line 0, and the claim is refused for it.
    let number = u32::try_from(line).unwrap_or(0);
    (claim.line, claim.end_line) = (Some(number), Some(number));
    claim.expected = Some(if denied { Expected::Missing } else { Expected::Present });
    let articles = |word: &str| matches!(word, "a" | "an" | "the" | "this" | "code" | "following" | "no" | "only");
    let start = (from..words.len()).find(|ix| words[*ix].quoted || !articles(&words[*ix].lower))?;
    let first = &words[start];
    if first.quoted {
        claim.pattern.clone_from(&first.text);
        return Some(claim);
    }
    if let Some(concept) = concept_at(words, start) {
        concept.0.name.clone_into(&mut claim.pattern);
        "concept".clone_into(&mut claim.value);
        return Some(claim);
    }
    // Without quotes nobody can say where the code ends and the prose goes on.
    let rest: Vec<&str> = words[start..].iter().map(|word| word.text.as_str()).collect();
    claim.pattern = rest.join(" ");
    "prose".clone_into(&mut claim.value);
    Some(claim)
}

/// Words that turn a statement round.
pub fn is_denial(word: &str) -> bool {
    matches!(word, "not" | "never" | "no" | "without" | "lacks" | "lacking" | "missing" | "neither" | "cannot")
        || word.ends_with("n't")
}
