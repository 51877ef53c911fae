//! Facts of rust files.
