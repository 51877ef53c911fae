//! Views of trees that do not depend on the language: an operation, a call, a chain of conditions, a loop, a function.
//!
//! A rule asks for a view of a node and speaks many languages; kinds and fields of grammars stand here alone as far as
//! that is possible. No view recurses; what goes down a tree uses `descendants`.

mod assignment;
mod branch;
mod call;
mod expression;
mod function;
mod literal;
mod loops;
mod statement;

pub(crate) use assignment::{ASSIGNMENTS, Assignment, assignment};
pub(crate) use branch::{CASES, CONDITIONALS, Chain, IFS, Switch, chain, condition, switch};
pub(crate) use call::{CALLS, Call, call};
pub(crate) use expression::{
    BINARIES, Binary, Names, bare, binary, is_lively, is_name, is_steady, mentions, names, negated, operands,
};
pub(crate) use function::{FUNCTIONS, is_function, is_in_test, own, parameters};
pub(crate) use literal::{is_literal, is_nothing, is_string, number, string, truth};
pub(crate) use loops::{COUNTED, Counted, LOOPS, counted, is_loop};
pub(crate) use statement::{BLOCKS, body_of, is_jump, jump_word, leaves, statements, within};
