//! What users of the crate get, one file per module.

mod identifiers;
mod tokens;
