//! The crate from outside, against a server that fails on purpose.

mod clocks;
mod connections;
mod cuts;
mod embeddings;
mod faults;
mod guards;
mod journal;
mod local;
mod replies;
mod structured;
mod support;
mod values;
