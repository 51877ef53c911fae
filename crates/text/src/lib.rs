//! Text-level tools without any knowledge of code or of the world: pure functions from text to text and numbers.
//!
//! `tokens`: how many tokens a text has, and where counts add up. `identifiers`: by which terms
//! a search finds it. `bm25`: how documents rank by them. `secrets`: the filter before anything leaves, and the only way to
//! a `Cleared` text. `similarity` and `embedding`: how alike two texts are; `critical`: what must not
//! have changed between them. `nearest`: which known name a mistyped one
//! probably means.

pub mod bm25;
mod critical;
pub mod embedding;
pub mod identifiers;
mod nearest;
mod prose;
pub mod secrets;
pub mod similarity;
pub mod tokens;

pub use critical::{CriticalChange, CriticalKind, critical_changes, critical_items, is_code};
pub use nearest::nearest;
