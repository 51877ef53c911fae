//! Facts of kotlin files.
