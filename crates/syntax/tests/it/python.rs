//! Facts of python files.
