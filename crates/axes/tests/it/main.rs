//! Rules as their documents describe them.

mod build;
mod documents;
mod odd_input;
