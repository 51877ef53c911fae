//! Names to definitions, across files: a pure function of facts and manifests.
//!
//! `resolve_file` settles every reference and import of one file against a `World` (the files, their interfaces, the
//! manifests) and records what it looked at, so that an update re-resolves exactly the files that a change can
//! affect. No I/O, no database, no clock. `link` finds the files behind imports, `eval` the values of expressions.

mod builtins;
mod entry;
mod eval;
mod generics;
mod interface;
mod link;
mod lookup;
mod manifest;
mod member;
mod module;
mod outside;
mod reads;
mod resolve;
mod space;
mod unit;
mod value;
mod world;

pub use interface::interface_of;
pub use link::normalised;
pub use manifest::{Manifests, ProjectKind, is_manifest};
pub use reads::{folder_key, impl_key, path_keys, probe_key, unit_key};
pub use resolve::{FileVerdict, resolve_file};
pub use unit::Unit;
pub use world::{FileIx, World};
