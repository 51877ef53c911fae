//! What is counted: decisions, statements, parameters. Each limit is one that few functions of maintained code
//! pass, so that what is found stands out in its own repository too.

use super::practice::{Practice, practice};
use crate::code::{Code, CodeFile};
use crate::draft::Draft;
use crate::rule::{Rule, UNSURE};
use crate::subject::{about, is_override, product_symbols};
use tribunal_domain::Language;
use tribunal_domain::facts::{Measures, ParamKind, SymbolFlags, SymbolIx, Text};
use tribunal_domain::finding::{Category, ClaimKind, Severity};

/// McCabe's limit is 10 and most tools warn at 15 to 20; from 25 on, a branch for every path needs more tests than
/// anybody writes. Of functions between 25 and 35 that were judged, readers found three in eight easy to follow.
const DECISIONS: u32 = 35;

/// About three screens of statements.
const STATEMENTS: u32 = 100;

/// Six positions can still be told apart with the help of an editor; more are mixed up.
const POSITIONS: u32 = 7;

pub(crate) const COMPLEX: Rule = practice(&Practice {
    name: "complex-function",
    languages: &[],
    severity: Severity::Low,
    category: Category::Style,
    confidence: UNSURE,
    summary: "A function makes more decisions than anybody can keep in mind or test.",
    doc: "Counted are branches, loops, cases and `and`/`or`, plus one. Found from 36 on.\n\n\
          ```python\ndef handle(event):      # found: 41 decisions\n    if event.kind == 1: …\n    elif event.kind == 2: …\n```\n\n\
          Left alone: functions that are one flat table of cases, where every decision is read by itself.",
});

pub(crate) const LONG: Rule = practice(&Practice {
    name: "long-function",
    languages: &[],
    severity: Severity::Nit,
    category: Category::Style,
    confidence: UNSURE,
    summary: "A function has more statements than fit on three screens.",
    doc: "Found from 101 statements on, those of inner functions not counted.\n\n\
          ```go\nfunc Run(options *Options) error {   // found: 180 statements\n    …\n}\n```\n\n\
          Left alone: functions that `complex-function` reports already.",
});

pub(crate) const PARAMETERS: Rule = practice(&Practice {
    name: "many-parameters",
    languages: &[],
    severity: Severity::Nit,
    category: Category::Style,
    confidence: UNSURE,
    summary: "A function takes more positional parameters than a caller can keep in order.",
    doc: "Found from eight on. Counted are those that a caller has to give by position.\n\n\
          ```java\nvoid draw(int x, int y, int w, int h, int r, int g, int b, int a)   // found\n```\n\n\
          Left alone: constructors, overrides, and parameters with a default or given by keyword.",
});

/// What is found over the whole of the code.
pub(super) fn judge(code: &Code) -> Vec<Draft> {
    product_symbols(code).filter_map(|(file, ix)| check(file, ix)).collect()
}

/// The gravest of what is measured; a long function is mostly complex and deep as well.
fn check(file: &CodeFile, ix: SymbolIx) -> Option<Draft> {
    let measures = file.facts.symbol(ix).measures?;
    let name = file.facts.qualified_name(ix);
    let Measures { cyclomatic, statements, .. } = measures;
    if cyclomatic > DECISIONS && !is_table(measures) {
        let message = format!("`{name}` has a cyclomatic complexity of {cyclomatic}");
        return Some(measured(&COMPLEX, file, ix, message, "cyclomatic", cyclomatic));
    }
    if statements > STATEMENTS {
        let message = format!("`{name}` has {statements} statements");
        return Some(measured(&LONG, file, ix, message, "statements", statements));
    }
    let positions = positions(file, ix);
    (positions > POSITIONS && !is_given_from_elsewhere(file, ix)).then(|| {
        let message = format!("`{name}` takes {positions} parameters by position");
        measured(&PARAMETERS, file, ix, message, "parameters", measures.parameters)
    })
}

fn measured(rule: &Rule, file: &CodeFile, ix: SymbolIx, message: String, what: &str, value: u32) -> Draft {
    let mut draft = about(rule, file, ix, message);
    let span = file.facts.symbol(ix).span;
    let claim = draft.claims(ClaimKind::Measure);
    (claim.line, claim.end_line) = (Some(span.start.line), Some(span.end.line));
    what.clone_into(&mut claim.pattern);
    claim.value = value.to_string();
    draft
}

/// Cases side by side: hardly nested, and about a statement or two for every decision, or not very many.
fn is_table(measures: Measures) -> bool {
    measures.nesting <= 2 && (measures.statements <= measures.cyclomatic * 2 || measures.cyclomatic <= 2 * DECISIONS)
}

fn positions(file: &CodeFile, ix: SymbolIx) -> u32 {
    let params = &file.facts.symbol(ix).params;
    params.iter().filter(|param| param.kind == ParamKind::Plain && !param.optional).count() as u32
}

/// Signatures that the place cannot choose: overrides, constructors that mirror fields, keywords by habit.
fn is_given_from_elsewhere(file: &CodeFile, ix: SymbolIx) -> bool {
    let symbol = file.facts.symbol(ix);
    let waived = |attribute: &Text| file.facts.text(*attribute).contains("too_many_arguments");
    symbol.flags.has(SymbolFlags::CONSTRUCTOR)
        || symbol.attributes.iter().any(waived)
        || file.language() == Language::Rust && file.facts.text(symbol.name) == "new"
        || is_override(file, ix)
        || !symbol.attributes.is_empty() && file.language() == Language::Python
}
