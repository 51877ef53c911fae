//! The crate from outside.
