//! A server that fails on purpose, for tests: loopback only, deterministic, without any dependency on what it tests.
//!
//! A [`Script`] says byte for byte what one request gets: `Script::stream(Format::Chat, &Canned::text("hello"))` is a
//! correct reply, `.cut(120)` closes after 120 bytes, `.hang_at(120)` stops there, `.reset_at(120)` breaks the
//! connection, `.drip(1, pause)` sends byte by byte. [`FaultServer::start`] takes one script per request; the last one
//! repeats. What came in is kept: [`FaultServer::received`]. How the four wire formats look stands in `format`. A
//! [`Served`] is a whole server instead: it answers questions, values, tools and what it is by what is asked.
//! A [`TlsFront`] before any of them has a certificate that nobody knows.

mod format;
mod script;
mod served;
mod server;
mod tls;

pub use format::{Canned, End, Format};
pub use script::{Framing, Head, Script, Step};
pub use served::{About, Served};
pub use server::{FaultServer, Received, closed_port};
pub use tls::TlsFront;
