//! Text-level tools without any knowledge of code or of the world: pure functions from text to text and numbers.
//!
//! Each module stands alone: how many tokens a text has (`tokens`) and which known name a mistyped one probably means.

mod nearest;
pub mod tokens;

pub use nearest::nearest;
