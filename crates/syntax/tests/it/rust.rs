//! Rust, by what a test looks at.

mod items;
mod scopes;
mod uses;
