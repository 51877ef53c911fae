//! What the repository crate promises, on real repositories made with git in temporary folders.

mod classes;
mod diffs;
mod execution;
mod histories;
mod like_git;
mod places;
mod support;
mod worktrees;
