//! Documentation formats.
