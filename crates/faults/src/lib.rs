//! A server that fails on purpose.
