//! Axis documentation: definitions that others use and nobody explains, and documentation that does not fit the code.

mod contradicted_return;
mod parameters;
mod safety;
mod spoken;
mod undocumented_export;
mod vanished;

pub use spoken::{Spoken, spoken};

use crate::code::Code;
use crate::draft::Draft;
use crate::local::TreeRule;
use crate::rule::Rule;

/// The rules of this axis, by name.
pub(crate) const RULES: &[&Rule] = &[
    &undocumented_export::RULE,
    &parameters::STALE,
    &parameters::MISSING,
    &contradicted_return::RULE,
    &safety::RULE,
    &vanished::RULE,
];

/// Those of its rules that look at one file's tree.
pub(crate) const TREE_RULES: &[TreeRule] = &[contradicted_return::TREE_RULE];

/// What is found over the whole of the code.
pub(crate) fn judge(code: &Code) -> Vec<Draft> {
    let mut drafts = undocumented_export::judge(code);
    drafts.extend(parameters::judge(code));
    drafts.extend(safety::judge(code));
    drafts.extend(vanished::judge(code));
    drafts
}
