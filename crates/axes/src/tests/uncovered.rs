//! `uncovered-function`: a function of which a coverage run executed no line.

use crate::code::{Code, CodeFile};
use crate::draft::Draft;
use crate::rule::Rule;
use crate::subject::{about, is_function, product_symbols};
use tribunal_domain::facts::SymbolIx;
use tribunal_domain::finding::{Axis, Category, ClaimKind, RuleVerdict, Severity};

pub(crate) const RULE: Rule = Rule {
    name: "uncovered-function",
    axis: Axis::Tests,
    verdict: RuleVerdict::None,
    severity: Severity::Low,
    category: Category::Test,
    confidence: 92,
    languages: &[],
    summary: "A coverage run executed no line of a function.",
    doc: "The tests were measured, and none of them came here.\n\n\
          ```text\nSF:src/order.py\nDA:10,0\nDA:11,0\n```\n\n\
          `settle` in lines 9 to 14 is found. Left alone: functions with fewer than three measured lines, whose first line \
          runs when the file is loaded, and files that the run did not see.",
};

/// Fewer measured lines are a head and a result.
const MEASURED_LINES: usize = 3;

/// What is found over the whole of the code.
pub(super) fn judge(code: &Code) -> Vec<Draft> {
    product_symbols(code).filter_map(|(file, ix)| check(code, file, ix)).collect()
}

fn check(code: &Code, file: &CodeFile, ix: SymbolIx) -> Option<Draft> {
    let symbol = file.facts.symbol(ix);
    let (covered, measured) = code.covered(file, ix).filter(|_| is_function(symbol))?;
    (covered == 0 && measured >= MEASURED_LINES).then(|| {
        let name = file.facts.qualified_name(ix);
        let message = format!("none of the {measured} measured lines of `{name}` ran in the tests");
        let mut draft = about(&RULE, file, ix, message);
        // A test may name it and still not run it: what was measured is the claim, and only a new run can check it.
        let claim = draft.claims(ClaimKind::Measure);
        "covered_lines".clone_into(&mut claim.pattern);
        "0".clone_into(&mut claim.value);
        draft
    })
}
