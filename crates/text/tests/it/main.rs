//! What users of the crate get, one file per module.

mod bm25;
mod critical;
mod identifiers;
mod secrets;
mod similarity;
mod tokens;
