//! Facts of ruby files.
