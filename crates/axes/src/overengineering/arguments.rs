//! `constant-argument` and `unset-option`: parameters that every caller treats alike.

use super::calls::Call;
use super::reuse::{over, own_calls};
use crate::code::{Code, CodeFile};
use crate::draft::Draft;
use crate::rule::{Rule, UNSURE};
use crate::subject::{about, is_function, product_symbols};
use tribunal_domain::Language;
use tribunal_domain::facts::{Param, ParamKind, Reference, Role, SymbolFlags, SymbolIx};
use tribunal_domain::finding::ClaimKind;

/// Fewer callers may agree by chance.
const CALLERS: usize = 3;

pub(crate) const CONSTANT: Rule = over(
    "constant-argument",
    &[],
    UNSURE,
    "Every caller of a private function passes the same literal for a parameter.",
    "The parameter is a constant in disguise; every call repeats it and every reader wonders when it differs.\n\n\
     ```go\nfunc pad(text string, width int) string { … }     // found: `width` is always 8\n\n\
     pad(a, 8); pad(b, 8); pad(c, 8)\n```\n\n\
     Left alone: functions that others can call, with fewer than three callers, or that are handed over as values.",
);

pub(crate) const UNSET: Rule = over(
    "unset-option",
    &[Language::Python, Language::TypeScript, Language::Tsx, Language::JavaScript],
    85,
    "No caller of a private function ever sets one of its optional parameters.",
    "It was made for a caller that never came.\n\n\
     ```python\ndef _pad(text, strict=False): …     # found: nobody sets `strict`\n\n_pad(a), _pad(b), _pad(c)\n```\n\n\
     Left alone: functions that others can call, with fewer than three callers, or that are handed over as values.",
);

/// What a call hands over.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Given<'c> {
    Nothing,
    Something,
    Literal(&'c str),
}

/// What is found over the whole of the code.
pub(super) fn judge(code: &Code) -> Vec<Draft> {
    product_symbols(code).flat_map(|(file, ix)| check(code, file, ix)).collect()
}

fn check(code: &Code, file: &CodeFile, ix: SymbolIx) -> Vec<Draft> {
    let symbol = file.facts.symbol(ix);
    if !is_function(symbol) || symbol.params.is_empty() || symbol.flags.has(SymbolFlags::CONSTRUCTOR) {
        return Vec::new();
    }
    let Some(calls) = all_calls(code, file, ix) else { return Vec::new() };
    let params = symbol.params.iter().enumerate();
    params.filter_map(|(at, param)| judged(file, ix, &calls, at, param)).collect()
}

/// All calls with their arguments; `None` if there are too few or one of them is not clear.
fn all_calls<'c>(code: &'c Code, file: &'c CodeFile, ix: SymbolIx) -> Option<Vec<&'c Call>> {
    let uses = own_calls(code, file, ix)?;
    let known = |position| file.observations.own_calls.iter().find(|call| call.at == position && !call.open);
    // A call from within is no caller of its own.
    let outside = uses.iter().filter(|it| it.from.symbol != Some(ix));
    let calls: Option<Vec<_>> =
        outside.map(|it| known(file.facts.references[it.reference as usize].position)).collect();
    calls.filter(|calls| calls.len() >= CALLERS && uses.len() == calls.len())
}

fn judged(file: &CodeFile, ix: SymbolIx, calls: &[&Call], at: usize, param: &Param) -> Option<Draft> {
    let name = file.facts.text(param.name);
    if name.is_empty() || name.starts_with('_') || matches!(param.kind, ParamKind::Rest | ParamKind::KeywordRest) {
        return None;
    }
    // A parameter that the body moves on is where it starts.
    let moved =
        |(_, reference, _): (u32, &Reference, &_)| reference.role == Role::Write && reference.name == param.name;
    if file.references_in(Some(ix)).any(moved) {
        return None;
    }
    let given: Vec<Given<'_>> = calls.iter().map(|call| argument(call, at, name)).collect();
    let function = file.facts.qualified_name(ix);
    let count = calls.len();
    if param.optional && given.iter().all(|it| *it == Given::Nothing) && has_plain_default(file, ix, name) {
        let message = format!("none of the {count} callers of `{function}` sets `{name}`");
        return Some(draft(&UNSET, file, ix, message, name, count)).filter(|_| UNSET.speaks(file.language()));
    }
    let Some(Given::Literal(first)) = given.first().copied() else { return None };
    given.iter().all(|it| *it == Given::Literal(first)).then(|| {
        let message = format!("all {count} callers of `{function}` pass `{first}` for `{name}`");
        draft(&CONSTANT, file, ix, message, name, count)
    })
}

/// A default that switches something off or on: without it a branch goes. A number or a text has a name by it, and
/// `cache={}` and `read=_read` are kept in a parameter for other reasons.
fn has_plain_default(file: &CodeFile, ix: SymbolIx, name: &str) -> bool {
    let head: String = file.facts.text(file.facts.symbol(ix).signature).split_whitespace().collect();
    let default = head.match_indices(name).find_map(|(at, _)| {
        let rest = head[at + name.len()..].split([',', ')']).next().unwrap_or_default();
        rest.split_once('=').map(|(_, default)| default)
    });
    default.is_some_and(|it| matches!(it, "None" | "True" | "False" | "true" | "false" | "null" | "undefined"))
}

/// What a call hands over for a parameter.
fn argument<'c>(call: &'c Call, at: usize, name: &str) -> Given<'c> {
    let keyword = call.arguments.iter().find(|(key, _)| key.as_deref() == Some(name));
    let positional = call.arguments.get(at).filter(|(key, _)| key.is_none());
    match keyword.or(positional) {
        Some((_, Some(literal))) => Given::Literal(literal),
        Some(_) => Given::Something,
        None => Given::Nothing,
    }
}

fn draft(rule: &Rule, file: &CodeFile, ix: SymbolIx, message: String, name: &str, count: usize) -> Draft {
    let mut draft = about(rule, file, ix, message);
    draft.anchor.push_str(&format!(" {name}"));
    let claim = draft.claims(ClaimKind::Measure);
    "uses".clone_into(&mut claim.pattern);
    claim.value = count.to_string();
    draft
}
