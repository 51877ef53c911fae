//! Axis overengineering: more than the purpose needs. Abstractions with one user, generality that nobody asks for, and
//! loops that the library has.

mod arguments;
mod calls;
mod constructor;
mod copying;
mod extremum;
mod inclusion;
mod lone_base;
mod pass_through;
mod promise;
mod rethrow;
mod reuse;
mod search;
mod sum;
mod truth;
mod type_parameter;

pub use calls::Call;
pub(crate) use calls::calls;

use crate::code::Code;
use crate::draft::Draft;
use crate::local::TreeRule;
use crate::rule::Rule;

/// The rules of this axis, by name.
pub(crate) const RULES: &[&Rule] = &[
    &lone_base::RULE,
    &pass_through::RULE,
    &arguments::CONSTANT,
    &arguments::UNSET,
    &type_parameter::RULE,
    &search::RULE,
    &extremum::RULE,
    &sum::RULE,
    &inclusion::RULE,
    &constructor::RULE,
    &copying::RULE,
    &promise::RULE,
    &rethrow::RULE,
    &truth::RULE,
];

/// Those of its rules that look at one file's tree.
pub(crate) const TREE_RULES: &[TreeRule] = &[
    search::TREE_RULE,
    extremum::TREE_RULE,
    sum::TREE_RULE,
    inclusion::TREE_RULE,
    type_parameter::TREE_RULE,
    constructor::TREE_RULE,
    copying::TREE_RULE,
    promise::TREE_RULE,
    rethrow::TREE_RULE,
    truth::TREE_RULE,
];

/// Those that the rest of the code may speak against.
pub(crate) const CANDIDATE_RULES: &[TreeRule] = &[pass_through::TREE_RULE];

/// What is found over the whole of the code.
pub(crate) fn judge(code: &Code) -> Vec<Draft> {
    let mut drafts = lone_base::judge(code);
    drafts.extend(pass_through::judge(code));
    drafts.extend(arguments::judge(code));
    drafts
}
