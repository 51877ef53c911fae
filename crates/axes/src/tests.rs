//! Axis tests.

use crate::code::Code;
use crate::draft::Draft;
use crate::local::TreeRule;
use crate::rule::Rule;

/// The rules of this axis, by name.
pub(crate) const RULES: &[&Rule] = &[];

/// Those of its rules that look at one file's tree.
pub(crate) const TREE_RULES: &[TreeRule] = &[];

/// What is found over the whole of the code.
pub(crate) fn judge(_code: &Code) -> Vec<Draft> {
    Vec::new()
}
