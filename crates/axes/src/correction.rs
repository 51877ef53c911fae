//! Axis correction: code that does not do what it says. One rule is one file; precision comes before recall.

mod self_comparison;

use crate::code::Code;
use crate::draft::Draft;
use crate::local::TreeRule;
use crate::rule::Rule;

/// The rules of this axis, by name.
pub(crate) const RULES: &[&Rule] = &[&self_comparison::RULE];

/// Those of its rules that look at one file's tree.
pub(crate) const TREE_RULES: &[TreeRule] = &[self_comparison::TREE_RULE];

/// What is found over the whole of the code.
pub(crate) fn judge(_code: &Code) -> Vec<Draft> {
    Vec::new()
}
