//! Text-level tools without any knowledge of code or of the world: pure functions from text to text and numbers.
//!
//! For now: which known name a mistyped one probably means. Tokens, search and secrets join with context packing.

mod nearest;

pub use nearest::nearest;
