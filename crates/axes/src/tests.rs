//! Axis tests: functions that no test reaches, and tests that check less than they seem to.
//!
//! `reach` follows every name a test uses through the code; `checks` knows what an assertion looks like and `case` what a
//! test does; `coverage` reads what other tools measured, which wins over what was inferred.

mod assertionless;
mod case;
mod checks;
mod constant_assertion;
pub mod coverage;
mod empty;
mod focused;
mod goroutine;
mod handled;
mod matcher;
mod message;
mod mock_check;
mod opaque;
mod reach;
mod reversed;
mod shadowed;
mod skip;
mod status;
mod unawaited;
mod uncovered;
mod unreached;
mod untested;
mod vacuous;

pub use checks::Checks;
pub(crate) use checks::checks;

use crate::code::Code;
use crate::draft::Draft;
use crate::local::TreeRule;
use crate::rule::{Rule, SCRIPTS};
use tribunal_domain::Language;
use tribunal_domain::finding::{Axis, Category, RuleVerdict, Severity};

/// The rules of this axis, by name.
pub(crate) const RULES: &[&Rule] = &[
    &untested::RULE,
    &uncovered::RULE,
    &assertionless::RULE,
    &constant_assertion::RULE,
    &empty::RULE,
    &focused::RULE,
    &goroutine::RULE,
    &handled::RULE,
    &matcher::RULE,
    &message::RULE,
    &mock_check::RULE,
    &opaque::RULE,
    &reversed::RULE,
    &shadowed::RULE,
    &skip::RULE,
    &status::RULE,
    &unawaited::RULE,
    &unreached::RULE,
    &vacuous::RULE,
];

/// Those of its rules that look at one file's tree.
pub(crate) const TREE_RULES: &[TreeRule] = &[
    constant_assertion::TREE_RULE,
    empty::TREE_RULE,
    focused::TREE_RULE,
    goroutine::TREE_RULE,
    handled::TREE_RULE,
    matcher::TREE_RULE,
    message::TREE_RULE,
    mock_check::TREE_RULE,
    opaque::TREE_RULE,
    reversed::TREE_RULE,
    shadowed::TREE_RULE,
    skip::TREE_RULE,
    status::TREE_RULE,
    unawaited::TREE_RULE,
    unreached::TREE_RULE,
    vacuous::TREE_RULE,
];

/// Those that the rest of the code may speak against.
pub(crate) const CANDIDATE_RULES: &[TreeRule] = &[assertionless::TREE_RULE];

/// The languages whose tests throw and catch.
const SCRIPTS_PYTHON_JAVA: &[Language] = &[SCRIPTS[0], SCRIPTS[1], SCRIPTS[2], Language::Python, Language::Java];

/// Those whose tests speak with servers, mostly.
const SCRIPTS_PYTHON: &[Language] = &[SCRIPTS[0], SCRIPTS[1], SCRIPTS[2], Language::Python];

/// In Rust a test that only compiles is one, too.
const ALL_BUT_RUST: &[Language] = &[SCRIPTS[0], SCRIPTS[1], SCRIPTS[2], Language::Python, Language::Java, Language::Go];

/// A rule about a test that checks less than it seems to.
const fn weak(
    name: &'static str,
    severity: Severity,
    languages: &'static [Language],
    summary: &'static str,
    doc: &'static str,
) -> Rule {
    Rule {
        name,
        axis: Axis::Tests,
        verdict: RuleVerdict::Weak,
        severity,
        category: Category::Test,
        confidence: 90,
        languages,
        summary,
        doc,
    }
}

/// What is found over the whole of the code.
pub(crate) fn judge(code: &Code) -> Vec<Draft> {
    let mut drafts = uncovered::judge(code);
    drafts.extend(untested::judge(code));
    drafts.extend(assertionless::judge(code));
    drafts
}
