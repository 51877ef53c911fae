//! Go, by what a test looks at.

mod items;
mod scopes;
