//! Facts of typescript files.
