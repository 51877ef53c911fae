//! Axis tests: functions that no test reaches, and tests that check nothing.
//!
//! `reach` follows every name a test uses through the code; `checks` knows what an assertion looks like; `coverage` reads
//! what other tools measured, which wins over what was inferred.

mod assertionless;
mod checks;
mod constant_assertion;
pub mod coverage;
mod reach;
mod uncovered;
mod untested;

pub use checks::Checks;
pub(crate) use checks::checks;

use crate::code::Code;
use crate::draft::Draft;
use crate::local::TreeRule;
use crate::rule::Rule;

/// The rules of this axis, by name.
pub(crate) const RULES: &[&Rule] =
    &[&untested::RULE, &uncovered::RULE, &assertionless::RULE, &constant_assertion::RULE];

/// Those of its rules that look at one file's tree.
pub(crate) const TREE_RULES: &[TreeRule] = &[constant_assertion::TREE_RULE];

/// Those that the rest of the code may speak against.
pub(crate) const CANDIDATE_RULES: &[TreeRule] = &[assertionless::TREE_RULE];

/// What is found over the whole of the code.
pub(crate) fn judge(code: &Code) -> Vec<Draft> {
    let mut drafts = uncovered::judge(code);
    drafts.extend(untested::judge(code));
    drafts.extend(assertionless::judge(code));
    drafts
}
