//! `type_or_signature`: parameters, `async`, and what is returned.

use super::Outcome;
use crate::lexer::tokens_of;
use crate::subject::{Subject, evidence};
use tribunal_domain::facts::SymbolFlags;
use tribunal_domain::finding::{Claim, Expected};

/// Checks the claim on the definition's head.
pub fn check(claim: &Claim, subject: &Subject) -> Outcome {
    let missing = claim.expected == Some(Expected::Missing);
    let name = subject.name();
    let decide = |is: bool, yes: String, no: String| {
        let shown = vec![subject.evidence("its head")];
        let reason = if is { yes } else { no };
        if is == missing { Outcome::refuted(reason, shown) } else { Outcome::holds(reason, shown) }
    };
    if claim.value == "async" {
        let is = subject.definition().flags.has(SymbolFlags::ASYNC);
        return decide(is, format!("`{name}` is async"), format!("`{name}` is not async"));
    }
    if claim.value == "returns" {
        return returns(claim, subject);
    }
    // A class is made with its constructor's parameters.
    let params = parameters(subject);
    let is = params.iter().any(|param| param.trim_start_matches('*') == claim.pattern);
    let open = params.iter().any(String::is_empty) && !is;
    let head = subject.facts.text(subject.definition().signature);
    let words = head.split(|c: char| !c.is_alphanumeric() && c != '_');
    let written = words.into_iter().any(|word| word == claim.pattern);
    if open || !is && written {
        return Outcome::open(format!("`{}` may be a part of a parameter of `{name}`", claim.pattern));
    }
    decide(
        is,
        format!("`{name}` has the parameter `{}`", claim.pattern),
        format!("`{name}` has no parameter `{}`", claim.pattern),
    )
}

fn parameters(subject: &Subject) -> Vec<String> {
    let facts = &subject.facts;
    let own = facts.symbol(subject.symbol).params.iter();
    let constructors = facts
        .symbols
        .iter()
        .filter(|symbol| symbol.parent == Some(subject.symbol) && symbol.flags.has(SymbolFlags::CONSTRUCTOR));
    own.chain(constructors.flat_map(|symbol| &symbol.params)).map(|param| facts.text(param.name).to_owned()).collect()
}

/// "Returns `T`": the declared type, or what stands behind `return`.
fn returns(claim: &Claim, subject: &Subject) -> Outcome {
    let wanted: Vec<u64> = tokens_of(&claim.pattern).iter().map(|token| token.key).collect();
    let holds = |tokens: &[u64]| !wanted.is_empty() && tokens.windows(wanted.len()).any(|window| window == wanted);
    let head: Vec<u64> =
        tokens_of(subject.facts.text(subject.definition().signature)).iter().map(|token| token.key).collect();
    let file = &subject.file;
    let (first, last) = subject.lines();
    for line in first..=last {
        let tokens: Vec<_> = file.tokens_between(line, line).iter().filter(|token| !token.zone.is_remark()).collect();
        let returned = tokens.iter().position(|token| file.token_text(token) == "return");
        let keys: Vec<u64> =
            returned.map(|at| tokens[at..].iter().map(|token| token.key).collect()).unwrap_or_default();
        if holds(&keys) {
            return Outcome::holds(
                format!("`{}` returns it", subject.name()),
                vec![evidence(file, line, line, "returned here")],
            );
        }
    }
    if holds(&head) {
        return Outcome::holds(format!("the head of `{}` says so", subject.name()), vec![subject.evidence("its head")]);
    }
    Outcome::open(format!("what `{}` returns cannot be told", subject.name()))
}
