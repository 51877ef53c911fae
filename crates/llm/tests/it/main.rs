//! The crate from outside, against a server that fails on purpose.

mod replies;
mod structured;
mod support;
