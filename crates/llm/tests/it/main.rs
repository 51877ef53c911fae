//! The crate from outside, against a server that fails on purpose.

mod agent;
mod clocks;
mod connections;
mod cuts;
mod embeddings;
mod faults;
mod guards;
mod journal;
mod replay;
mod replies;
mod structured;
mod support;
mod values;
