//! Axis duplication: code that stands in two places, up to names and small edits. `fragments` describes the parts of
//! one file, `judge` finds those that are alike.

use crate::code::Code;
use crate::draft::Draft;
use crate::rule::Rule;
use serde::{Deserialize, Serialize};
use tribunal_domain::facts::FileFacts;
use tribunal_syntax::tree::Tree;

/// The rules of this axis, by name.
pub(crate) const RULES: &[&Rule] = &[];

/// Parts of one file's code that may stand elsewhere too.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fragments {}

/// The parts of a file that are worth comparing.
pub(crate) fn fragments(_tree: &Tree, _facts: &FileFacts) -> Fragments {
    Fragments {}
}

/// What is found over the whole of the code.
pub(crate) fn judge(_code: &Code) -> Vec<Draft> {
    Vec::new()
}
