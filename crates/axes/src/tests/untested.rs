//! `untested-function`: a function with decisions of its own that no test reaches, not even through others.

use super::reach::Reach;
use crate::code::{Code, CodeFile};
use crate::draft::Draft;
use crate::rule::{Rule, UNSURE};
use crate::subject::{about, is_function, is_override, product_symbols};
use rustc_hash::{FxHashMap, FxHashSet};
use tribunal_domain::facts::{Role, SymbolFlags, SymbolIx};
use tribunal_domain::finding::{Axis, Category, ClaimKind, Expected, RuleVerdict, Severity};
use tribunal_domain::{Depth, Language, SymbolId};

pub(crate) const RULE: Rule = Rule {
    name: "untested-function",
    axis: Axis::Tests,
    verdict: RuleVerdict::None,
    severity: Severity::Low,
    category: Category::Test,
    confidence: UNSURE,
    languages: &[],
    summary: "A function with several decisions is reached by no test.",
    doc: "Neither a test nor anything that a test uses names it, by whatever way the name could mean it.\n\n\
          ```python\ndef settle(order):        # found: no test names it, nor anything that calls it\n    if order.paid: …\n    elif order.late: …\n```\n\n\
          Only where the language's tests were found and reach most functions of this size, and four fifths of at least \
          five in the same file. Left alone: short or straight \
          functions, programs' entry points, what frameworks call, overrides, and names that stand in strings.",
};

/// A function with fewer decisions is seen to be right.
const DECISIONS: u32 = 5;

/// And one with fewer statements.
const STATEMENTS: u32 = 8;

/// Letters of names that are hardly ever written out.
const SHORT_NAME: usize = 2;

/// If tests reach fewer functions than this, either they are not here or the lack is one of the whole.
const REACHED_PERCENT: usize = 60;

/// Of so many functions of this size in one file, so many percent are reached where an omission stands out.
const NEIGHBOURS: usize = 5;
const AMONG_TESTED_PERCENT: usize = 80;

/// What is found over the whole of the code.
pub(super) fn judge(code: &Code) -> Vec<Draft> {
    let with_tests: FxHashSet<Language> =
        code.files.iter().filter(|file| has_tests(file)).map(|file| file.language().family()).collect();
    if with_tests.is_empty() {
        return Vec::new();
    }
    let reach = Reach::of(code);
    let is_reached =
        |file: &CodeFile, ix: SymbolIx| code.place(file.ids[ix.ix()]).is_some_and(|place| reach.has(place));
    let sizeable: Vec<_> = product_symbols(code).filter(|&(file, ix)| deserves_a_test(file, ix)).collect();
    let mut counts: FxHashMap<Language, (usize, usize)> = FxHashMap::default();
    for &(file, ix) in &sizeable {
        let (all, reached) = counts.entry(file.language().family()).or_default();
        *all += 1;
        *reached += usize::from(is_reached(file, ix));
    }
    let tested = |file: &CodeFile| {
        let (all, reached) = counts[&file.language().family()];
        with_tests.contains(&file.language().family()) && reached * 100 >= all * REACHED_PERCENT
    };
    // Where the neighbours in the file are reached, one that is not is an omission; else it is a choice, or tests reach
    // the file in a way nobody sees.
    let mut neighbours: FxHashMap<SymbolId, (usize, usize)> = FxHashMap::default();
    for &(file, ix) in &sizeable {
        let (all, reached) = neighbours.entry(file.id()).or_default();
        *all += 1;
        *reached += usize::from(is_reached(file, ix));
    }
    let among_tested = |file: &CodeFile| {
        let (all, reached) = neighbours[&file.id()];
        all >= NEIGHBOURS && reached * 100 >= all * AMONG_TESTED_PERCENT
    };
    let missed = sizeable.iter().filter(|(file, ix)| !is_reached(file, *ix) && tested(file) && among_tested(file));
    let missed = missed.filter(|(file, ix)| is_called(code, file, *ix) && !is_for_debugging(file, *ix));
    missed.filter(|(file, ix)| code.covered(file, *ix).is_none()).map(|&(file, ix)| draft(file, ix)).collect()
}

fn draft(file: &CodeFile, ix: SymbolIx) -> Draft {
    let name = file.facts.qualified_name(ix);
    let cyclomatic = file.facts.symbol(ix).measures.map_or(0, |it| it.cyclomatic);
    let message = format!("no test reaches `{name}`, which has a cyclomatic complexity of {cyclomatic}");
    let mut draft = about(&RULE, file, ix, message);
    draft.claims(ClaimKind::MissingTest).expected = Some(Expected::Missing);
    draft
}

/// Whether the product calls it: what nothing calls is to be deleted rather than tested.
fn is_called(code: &Code, file: &CodeFile, ix: SymbolIx) -> bool {
    let own = code.place(file.ids[ix.ix()]);
    let name = file.facts.text(file.facts.symbol(ix).name);
    let by_others = code.uses(file.ids[ix.ix()]).iter().any(|it| Some(it.from) != own && it.role != Role::Import);
    // A page that names it may be what a test asks for.
    (by_others || !code.uses_by_name(name).is_empty()) && !code.is_outside(name)
}

/// What shows maintainers the state of things.
fn is_for_debugging(file: &CodeFile, ix: SymbolIx) -> bool {
    const WORDS: &[&str] = &["debug", "dump", "print", "trace", "log_"];
    let name = file.facts.text(file.facts.symbol(ix).name).to_ascii_lowercase();
    let path = file.path.to_text().to_ascii_lowercase();
    WORDS.iter().any(|word| name.contains(word)) || path.contains("debug")
}

fn has_tests(file: &CodeFile) -> bool {
    file.kind.test && !file.facts.references.is_empty()
        || file.facts.symbols.iter().any(|symbol| symbol.flags.has(SymbolFlags::TEST))
}

fn deserves_a_test(file: &CodeFile, ix: SymbolIx) -> bool {
    let symbol = file.facts.symbol(ix);
    let Some(measures) = symbol.measures else { return false };
    let name = file.facts.text(symbol.name);
    // Short names are put together from data (`getattr(self, letter)`), dunders are called by the language.
    let called_unseen = name.len() <= SHORT_NAME
        || name.starts_with("__")
        || !name.starts_with(|c: char| c.is_alphabetic() || c == '_');
    is_function(symbol)
        && file.language().depth() == Depth::Symbols
        && !called_unseen
        && measures.cyclomatic >= DECISIONS
        && measures.statements >= STATEMENTS
        && !is_override(file, ix)
        && symbol.attributes.is_empty()
        && !symbol.flags.has(SymbolFlags::ABSTRACT)
        && name != "main"
}
