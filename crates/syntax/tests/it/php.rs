//! Facts of php files.
