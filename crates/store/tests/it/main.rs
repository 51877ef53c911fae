//! What callers of the store get: state that survives, updates that equal rebuilds, damage that is noticed.
#![expect(clippy::unwrap_used, reason = "tests")]

mod damage;
mod durability;
mod equality;
mod folder;
mod lessons;
mod made;
mod query;
mod raw;
