//! Text-level tools without any knowledge of code or of the world: pure functions from text to text and numbers.
//!
//! Each module stands alone: how many tokens a text has (`tokens`), which terms a search finds it by
//! (`identifiers`) and how documents rank by them (`bm25`), and which known name a mistyped one probably means.

pub mod bm25;
pub mod identifiers;
mod nearest;
pub mod tokens;

pub use nearest::nearest;
