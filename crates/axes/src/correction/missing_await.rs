//! `missing-await`: an asynchronous function of this code is called and nobody waits for it.

use super::needs_fix;
use super::seen::Settled;
use crate::code::Code;
use crate::draft::Draft;
use crate::rule::{Rule, UNSURE};
use tribunal_domain::Language;
use tribunal_domain::facts::SymbolFlags;
use tribunal_domain::finding::{Category, ClaimKind, Expected, Severity};

pub(crate) const RULE: Rule = Rule {
    category: Category::Error,
    severity: Severity::High,
    ..needs_fix(
        "missing-await",
        &[Language::Python, Language::TypeScript, Language::Tsx, Language::JavaScript],
        "An asynchronous function is called and nobody waits for it.",
        "In Python the function does not even run; in JavaScript it runs on its own, and its failure is lost.\n\n\
         ```python\nasync def save(): ...\n\nasync def close():\n    save()          # found: `await` is missing\n```\n\n\
         Left alone: calls whose result is taken, JavaScript calls outside of asynchronous functions, decorated functions \
         and calls in a `try` or `with`.",
    )
};

pub(super) fn judge(code: &Code, calls: &[Settled<'_>]) -> Vec<Draft> {
    calls.iter().filter(|call| is_forgotten(call)).map(|call| draft(code, call)).collect()
}

fn is_forgotten(found: &Settled<'_>) -> bool {
    let flags = found.symbol.flags;
    let python = found.file.language() == Language::Python;
    let waits =
        flags.has(SymbolFlags::ASYNC) && !flags.has(SymbolFlags::GENERATOR) && found.symbol.attributes.is_empty();
    waits
        && RULE.speaks(found.file.language())
        && found.call.is_discarded()
        && (python || found.call.is_in_async())
        && !(python && found.call.is_guarded())
}

fn draft(code: &Code, found: &Settled<'_>) -> Draft {
    let message = format!("nobody waits for `{}`, which is asynchronous", found.name());
    let mut draft = found.draft(code, &RULE, message);
    // A coroutine that nobody waits for never runs; a promise runs all the same, and may be meant to.
    if found.file.language() != Language::Python {
        draft.confidence = UNSURE;
    }
    let claim = draft.claims(ClaimKind::CallPattern);
    found.name().clone_into(&mut claim.symbol);
    "await".clone_into(&mut claim.pattern);
    claim.expected = Some(Expected::Missing);
    draft
}
