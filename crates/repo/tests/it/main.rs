//! What the repository crate promises, on real repositories made with git in temporary folders.

#![expect(clippy::disallowed_methods, reason = "tests run git to make repositories")]

mod classes;
mod diffs;
mod execution;
mod histories;
mod like_git;
mod packs;
mod places;
mod support;
mod worktrees;
