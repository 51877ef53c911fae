//! Plain data that two or more crates share: paths, hashes, positions, languages and the facts of a file.
//!
//! No I/O and no decisions live here. `facts` is the contract between `syntax` (which writes facts) and
//! `graph` (which resolves them); start reading there.

pub mod facts;
pub mod finding;
mod hash;
mod history;
mod language;
mod path;
mod resolution;
pub mod review;
mod symbol_id;

pub use hash::ContentHash;
pub use history::{ChangeKind, CoChange, Commit, FileChange};
pub use language::{Depth, Language};
pub use path::{PathError, RepoPath, path_text};
pub use resolution::{DependencyKind, EntryPoint, FileResolution, ImportOutcome, Outcome, file_id, symbol_ids};
pub use symbol_id::SymbolId;
