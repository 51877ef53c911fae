//! Facts of odd_input files.
