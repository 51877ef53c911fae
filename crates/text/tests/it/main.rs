//! What users of the crate get, one file per module.

mod tokens;
