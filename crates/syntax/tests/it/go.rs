//! Facts of go files.
