//! Facts of csharp files.
