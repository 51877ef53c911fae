//! One request to a model becomes one reply. This is the only crate that speaks to a model.
//!
//! It takes `Cleared` text only, keeps every call through the `Journal` it is given, and knows neither files nor
//! environment. Start with `Client::complete` in `client`, then `attempt`; formats stand in `providers`, what goes wrong
//! in `error` and `classify`. Async code stays in `transport` behind blocking calls.

mod attempt;
pub mod breaker;
pub mod budget;
mod cancel;
pub mod caps;
mod classify;
mod client;
mod clock;
pub mod embed;
mod entry;
mod error;
pub mod inspect;
mod journal;
mod key;
mod process;
mod providers;
mod reply;
mod request;
pub mod retry;
mod router;
pub mod structured;
mod transport;
mod veil;
mod wire;

pub use breaker::Breakers;
pub use cancel::Cancel;
pub use caps::{Cap, Caps, Limits, Spent};
pub use client::{Client, Model, Shared};
pub use clock::{Clock, ImpatientClock, SystemClock};
pub use entry::{Entry, Provider};
pub use error::{Fault, FaultKind, LlmError, Phase, Problem};
pub use journal::{CallId, CallRecord, Journal, JournalError, NoJournal, OutcomeRecord};
pub use key::{Keys, NoKeys, Secret};
pub use providers::replay::Recordings;
pub use reply::{Delta, Finish, Money, Price, Reply, Usage};
pub use request::{Level, Message, Part, Priority, Request, RequestHash, Speaker, Stage, Summary};
pub use router::{Role, Router, Routes};
pub use transport::{MOST_BYTES, Timeouts, Transport, TransportSettings};
