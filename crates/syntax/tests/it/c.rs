//! Facts of c files.
