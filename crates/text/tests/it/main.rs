//! What users of the crate get, one file per module.

mod bm25;
mod identifiers;
mod secrets;
mod similarity;
mod tokens;
