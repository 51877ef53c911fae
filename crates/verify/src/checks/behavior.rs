//! `function_behavior`: a function does something, or lacks it.

use super::Outcome;
use super::body::{Signs, signs_in};
use crate::lexer::Zone;
use crate::scene::Scene;
use crate::subject::{Subject, evidence, is_callable};
use tribunal_domain::facts::SymbolFlags;
use tribunal_domain::finding::{Claim, Expected};

/// Checks the claim on the function.
pub fn check(_scene: &dyn Scene, claim: &Claim, subject: &Subject) -> Outcome {
    if !is_callable(subject.definition()) {
        return Outcome::open(format!("`{}` is not a function", subject.name()));
    }
    if subject.definition().flags.has(SymbolFlags::ABSTRACT) {
        return Outcome::open(format!("`{}` has no body here", subject.name()));
    }
    let missing = claim.expected != Some(Expected::Present);
    if claim.value == "call" {
        return calls(claim, subject, missing);
    }
    let (what, name) = (claim.pattern.as_str(), subject.name());
    let shown = |line: u32, note: &str| vec![evidence(&subject.file, line, line, note)];
    // A word behind it ("validate the e-mail address") narrows the claim down beyond what signs can tell.
    let narrow = !claim.value.is_empty();
    match (signs_in(subject, what), missing) {
        (Signs::Strong(line), true) if !narrow => {
            Outcome::refuted(format!("`{name}` has {what}"), shown(line, "here it is"))
        }
        (Signs::Strong(line), false) => Outcome::holds(format!("`{name}` has {what}"), shown(line, "here it is")),
        (Signs::None, true) => {
            Outcome::holds(format!("nothing in `{name}` looks like {what}"), vec![subject.evidence("the function")])
        }
        (Signs::None, false) if is_straight(subject) => {
            Outcome::refuted(format!("nothing in `{name}` looks like {what}"), vec![subject.evidence("the function")])
        }
        _ => Outcome::open(format!("whether `{name}` has {what} cannot be told")),
    }
}

/// Without a decision there is nothing that could do it in a way nobody knows.
fn is_straight(subject: &Subject) -> bool {
    subject.definition().measures.is_some_and(|measures| measures.cyclomatic <= 1)
}

/// "`save` calls `commit`".
fn calls(claim: &Claim, subject: &Subject, missing: bool) -> Outcome {
    let called = claim.pattern.rsplit('.').next().unwrap_or_default();
    let (first, last) = subject.lines();
    let file = &subject.file;
    let tokens = file.tokens_between(first, last);
    let mut named = None;
    for (at, token) in tokens.iter().enumerate() {
        if token.zone.is_remark() || file.token_text(token) != called || token.start == 0 {
            continue;
        }
        let line = file.line_of(token.start as usize);
        let defines = at
            .checked_sub(1)
            .is_some_and(|before| matches!(file.token_text(&tokens[before]), "def" | "fn" | "func" | "function"));
        let opens = tokens.get(at + 1).is_some_and(|next| matches!(file.token_text(next), "(" | "!" | "<" | "?"));
        if defines {
            continue;
        }
        if opens && token.zone == Zone::Code {
            let shown = vec![evidence(file, line, line, "the call")];
            let reason = format!("`{}` calls `{called}`", subject.name());
            return if missing { Outcome::refuted(reason, shown) } else { Outcome::holds(reason, shown) };
        }
        named = named.or(Some(line));
    }
    match named {
        // A name that is handed on, or called in another way, may be called after all.
        Some(_) => Outcome::open(format!("`{}` names `{called}` without calling it plainly", subject.name())),
        None if missing => Outcome::holds(
            format!("`{}` never names `{called}`", subject.name()),
            vec![subject.evidence("the function")],
        ),
        None => Outcome::refuted(
            format!("`{}` never names `{called}`", subject.name()),
            vec![subject.evidence("the function")],
        ),
    }
}
