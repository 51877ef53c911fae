//! A symbol's identity that survives line shifts and never depends on a row number.

use crate::RepoPath;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Identity of a definition: a hash of its path, qualified name, kind and ordinal among equals in the file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SymbolId(pub i64);

impl SymbolId {
    /// The id of the `ordinal`-th (from 0) definition of `qualified` with `kind` in `path`.
    pub fn new(path: &RepoPath, qualified: &str, kind: &str, ordinal: u32) -> Self {
        let parts = [path.as_bytes(), qualified.as_bytes(), kind.as_bytes(), &ordinal.to_le_bytes()];
        // There is an id for every definition: one hash of the whole costs a third of one that is fed part by part.
        let mut whole = Vec::with_capacity(parts.iter().map(|part| part.len() + 4).sum());
        for part in parts {
            whole.extend((part.len() as u32).to_le_bytes());
            whole.extend_from_slice(part);
        }
        let mut first = [0; 8];
        first.copy_from_slice(&blake3::hash(&whole).as_bytes()[..8]);
        Self(i64::from_le_bytes(first))
    }
}

impl fmt::Debug for SymbolId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}
