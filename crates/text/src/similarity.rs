//! How alike two texts are by what is written: by characters, and by the words that carry meaning.
//!
//! Both take time nearly linear in the texts. Neither knows what words mean; for that see `embedding`, and what must not
//! change between two texts (numbers, negations) is for the caller to guard.

mod characters;
mod words;

pub use characters::characters;
pub use words::{FEWEST_WORDS, WordOverlap, words};
