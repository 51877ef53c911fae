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
pub(crate) use branch::{CASES, CONDITIONALS, IFS, chain, condition, switch};
pub(crate) use call::{Call, call};
pub(crate) use expression::{
    BINARIES, Binary, bare, binary, is_lively, is_name, is_steady, mentions, negated, operands,
};
pub(crate) use function::{FUNCTIONS, is_function, is_in_test, own, parameters};
pub(crate) use literal::{boolean, is_literal, is_nothing, is_string, number, string, truth};
pub(crate) use loops::{COUNTED, Counted, LOOPS, counted, is_loop};
pub(crate) use statement::{
    BLOCKS, body_of, is_jump, jump_word, leaves, next_statement, previous_statement, statements, within,
};
