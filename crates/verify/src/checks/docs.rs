//! `missing_doc`: a definition, or one of its parameters, is not explained.

use super::Outcome;
use crate::subject::{Subject, evidence};
use tribunal_domain::Language;
use tribunal_domain::finding::{Claim, Expected};

/// Checks the claim on the definition's documentation.
pub fn check(claim: &Claim, subject: &Subject) -> Outcome {
    let missing = claim.expected != Some(Expected::Present);
    let doc = subject.facts.docs.iter().find(|doc| doc.symbol == Some(subject.symbol));
    let name = subject.name();
    let Some(doc) = doc else {
        if comment_before(subject) && subject.file.language() != Some(Language::Python) {
            return Outcome::open(format!("a comment stands before `{name}`; whether it explains it cannot be told"));
        }
        let shown = vec![subject.evidence("the definition")];
        let reason = format!("`{name}` has no documentation");
        return if missing { Outcome::holds(reason, shown) } else { Outcome::refuted(reason, shown) };
    };
    let shown = |note: &str| vec![evidence(&subject.file, doc.span.start.line, doc.span.end.line, note)];
    if claim.pattern.is_empty() {
        let reason = format!("`{name}` is documented");
        return if missing {
            Outcome::refuted(reason, shown("its documentation"))
        } else {
            Outcome::holds(reason, shown("its documentation"))
        };
    }
    let text = subject.facts.text(doc.text);
    let names = |field: &str| field.trim_start_matches('*') == claim.pattern;
    let described = doc.fields.iter().any(|field| field.name.is_some_and(|name| names(subject.facts.text(name))));
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    let named = words.into_iter().any(|word| word.eq_ignore_ascii_case(&claim.pattern));
    match (described, named, missing) {
        (true, _, true) => Outcome::refuted(
            format!("the documentation of `{name}` describes `{}`", claim.pattern),
            shown("its documentation"),
        ),
        (true, _, false) => Outcome::holds(
            format!("the documentation of `{name}` describes `{}`", claim.pattern),
            shown("its documentation"),
        ),
        (false, true, _) => {
            Outcome::open(format!("the documentation of `{name}` names `{}` in passing", claim.pattern))
        }
        (false, false, true) => Outcome::holds(
            format!("the documentation of `{name}` does not name `{}`", claim.pattern),
            shown("its documentation"),
        ),
        (false, false, false) => Outcome::refuted(
            format!("the documentation of `{name}` does not name `{}`", claim.pattern),
            shown("its documentation"),
        ),
    }
}

/// Whether the line above the definition is a comment.
fn comment_before(subject: &Subject) -> bool {
    let first = subject.lines().0;
    let tokens = subject.file.tokens_between(first.saturating_sub(1).max(1), first.saturating_sub(1).max(1));
    first > 1 && !tokens.is_empty() && tokens.iter().all(|token| token.zone.is_remark())
}
