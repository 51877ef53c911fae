//! Results as text: functions from plain data to lines. They know neither the engine nor where the data came from.

pub mod index;
pub mod query;
