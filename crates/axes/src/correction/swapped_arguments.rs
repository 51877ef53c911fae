//! `swapped-arguments`: two arguments have the names of each other's parameters.

use super::needs_fix;
use super::seen::Settled;
use crate::code::Code;
use crate::draft::Draft;
use crate::rule::{Rule, UNSURE};
use rustc_hash::FxHashSet;
use tribunal_domain::finding::Severity;

/// Of six that readers met two were right: the other order means something more often than it is a mistake.
pub(crate) const RULE: Rule = Rule {
    severity: Severity::High,
    confidence: UNSURE,
    ..needs_fix(
        "swapped-arguments",
        &[],
        "Two arguments are passed in each other's place.",
        "The variables are named like the parameters, but stand in the other order.\n\n\
         ```go\nfunc draw(width, height int) {}\n\ndraw(height, width) // found\n```\n\n\
         Left alone: functions whose name says that they compare, swap or turn round, calls from such a function, and \
         functions that call themselves or the other way round as well, and names of one letter.",
    )
};

/// Words in the names of functions for which the other order is a meaning of its own.
const TURNS: &[&str] = &[
    "cmp",
    "compare",
    "less",
    "swap",
    "equal",
    "eq",
    "diff",
    "revers",
    "invert",
    "flip",
    "rotat",
    "transpos",
    "mirror",
    "order",
    "sort",
    "symmetr",
    "portrait",
    "landscape",
    "merge",
    "test",
    "both",
    "cycl",
    "invers",
    "back",
    "opposite",
    "downgrade",
    "rollback",
    "revert",
    "undo",
    "path",
    "reach",
    "ancestor",
    "descend",
    "depend",
    "connect",
];

pub(super) fn judge(code: &Code, calls: &[Settled<'_>]) -> Vec<Draft> {
    let straight: FxHashSet<_> =
        calls.iter().filter(|found| is_straight(found)).map(|found| (found.from, found.target)).collect();
    let once = calls.iter().filter(|found| !straight.contains(&(found.from, found.target)));
    let crossed = once.filter_map(|found| Some((found, swapped(found)?)));
    let drafts = crossed
        .filter(|(found, names)| !is_disputed(code, found, *names))
        .map(|(found, names)| draft(code, found, names));
    drafts.filter(|draft| !turns(&draft.symbol)).collect()
}

/// The two names that stand in each other's place.
fn swapped<'c>(found: &Settled<'c>) -> Option<(&'c str, &'c str)> {
    let facts = &found.target_file.facts;
    let arguments: Vec<&str> = found.call.arguments().collect();
    if arguments.len() < 2 || found.symbol.params.len() < arguments.len() || found.from == found.target {
        return None;
    }
    let parameters: Vec<&str> = found.symbol.params.iter().map(|param| facts.text(param.name)).collect();
    for (at, one) in arguments.iter().enumerate().filter(|(_, name)| is_telling(name)) {
        let to = parameters.iter().position(|parameter| parameter == one)?;
        let crossed = to > at && arguments.get(to) == Some(&parameters[at]) && !turns(found.name());
        // `var1` and `var2` are names that a tool gave.
        if crossed && stem(parameters[at]) != stem(parameters[to]) {
            return Some((parameters[at], parameters[to]));
        }
    }
    None
}

/// Whether another definition of the name, as of an interface and of what implements it, takes them the way they are given.
fn is_disputed(code: &Code, found: &Settled<'_>, (first, second): (&str, &str)) -> bool {
    code.symbols().filter(|place| *place != found.target).any(|place| {
        let facts = &code.file(place).facts;
        let Some(symbol) = code.symbol(place).filter(|symbol| facts.text(symbol.name) == found.name()) else {
            return false;
        };
        let at = |name: &str| symbol.params.iter().position(|param| facts.text(param.name) == name);
        at(second).zip(at(first)).is_some_and(|(second, first)| second < first)
    })
}

/// Whether two of the arguments stand in the place of their own parameters: a function that calls both ways means both.
fn is_straight(found: &Settled<'_>) -> bool {
    let facts = &found.target_file.facts;
    let pairs = found.call.arguments().zip(&found.symbol.params);
    pairs.filter(|(argument, param)| *argument == facts.text(param.name)).count() > 1
}

/// `a` and `b` say nothing about an order, and neither do `m1` and `m2`.
fn is_telling(name: &str) -> bool {
    stem(name).len() > 1 || matches!(name, "x" | "y" | "z" | "w" | "h")
}

/// A name without its number.
fn stem(name: &str) -> &str {
    name.trim_end_matches(|c: char| c.is_ascii_digit())
}

fn turns(name: &str) -> bool {
    let name = name.to_lowercase();
    TURNS.iter().any(|word| name.contains(word))
}

fn draft(code: &Code, found: &Settled<'_>, (first, second): (&str, &str)) -> Draft {
    let message =
        format!("`{}` takes `{first}` before `{second}`, and is given them the other way round", found.name());
    let mut draft = found.draft(code, &RULE, message);
    found.claims_parameters(&mut draft);
    draft
}
