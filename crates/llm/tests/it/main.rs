//! The crate from outside, against a server that fails on purpose.

mod cuts;
mod embeddings;
mod faults;
mod guards;
mod local;
mod replies;
mod structured;
mod support;
mod values;
