//! Facts of java files.
