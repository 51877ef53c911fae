//! `wrong-argument-count`: a Python function is called with more or fewer arguments than it takes.

use super::seen::Settled;
use super::{PYTHON, error};
use crate::code::Code;
use crate::draft::Draft;
use crate::rule::Rule;
use tribunal_domain::Language;
use tribunal_domain::facts::{Param, ParamKind, SymbolKind};
use tribunal_domain::finding::Category;

pub(crate) const RULE: Rule = Rule {
    category: Category::Type,
    ..error(
        "wrong-argument-count",
        PYTHON,
        "A function is called with more or fewer arguments than it takes.",
        "The call fails with a `TypeError`. In the other languages the compiler says so.\n\n\
         ```python\ndef draw(width, height): ...\n\ndraw(3)         # found: height is missing\n```\n\n\
         Left alone: decorated functions, functions defined twice, spread arguments, methods, and calls in a `try` or \
         `with`.",
    )
};

pub(super) fn judge(code: &Code, calls: &[Settled<'_>]) -> Vec<Draft> {
    calls.iter().filter(|found| is_fixed(found)).filter_map(|found| draft(code, found)).collect()
}

/// Whether all that the function takes is known.
fn is_fixed(found: &Settled<'_>) -> bool {
    let symbol = found.symbol;
    found.file.language() == Language::Python
        && symbol.kind == SymbolKind::Function
        && symbol.attributes.is_empty()
        && !found.call.is_guarded()
        && found.target.symbol.is_some_and(|it| found.target_file.twins(it).len() == 1)
        && symbol.params.iter().all(|param| matches!(param.kind, ParamKind::Plain | ParamKind::Keyword))
}

fn draft(code: &Code, found: &Settled<'_>) -> Option<Draft> {
    let params = &found.symbol.params;
    let facts = &found.target_file.facts;
    let by_position = params.iter().filter(|param| param.kind == ParamKind::Plain).count();
    let given = found.call.arguments().len();
    let passed = |(at, param): &(usize, &Param)| {
        let name = facts.text(param.name);
        *at < given && param.kind == ParamKind::Plain || found.call.keywords().any(|keyword| keyword == name)
    };
    let missing = params.iter().enumerate().find(|entry| !entry.1.optional && !passed(entry));
    let message = match missing {
        _ if given > by_position => {
            format!("`{}` takes {by_position} arguments by position and is given {given}", found.name())
        }
        Some((_, param)) => format!("`{}` is called without `{}`", found.name(), facts.text(param.name)),
        None => return None,
    };
    let mut draft = found.draft(code, &RULE, message);
    found.claims_parameters(&mut draft);
    Some(draft)
}
