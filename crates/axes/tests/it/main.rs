//! Rules as their documents describe them.

#![expect(clippy::disallowed_methods, reason = "tests read their documents")]

mod build;
mod documents;
mod odd_input;
