//! The engine on real repositories in temporary folders.

#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "tests make repositories and break things on purpose"
)]

mod bench_repo;
mod history;
mod incremental;
mod links;
mod models;
mod packs;
mod polish;
mod resolution;
