//! Facts of bash files.
