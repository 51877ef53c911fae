//! Trials of findings on small snapshots.

mod build;
mod catalogue;
mod import;
mod statements;
