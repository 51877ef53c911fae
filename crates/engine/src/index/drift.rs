//! How far the knowledge base is behind the working tree, found out without writing anything.
//!
//! Files whose stamp is the stored one are not opened; the others are hashed, because a stamp changes more often than
//! a content.

use super::compare::{Candidate, Comparison};
use super::extract::not_a_file;
use super::{IndexError, IndexOptions, Silent};
use crate::config::Config;
use std::sync::atomic::AtomicBool;
use tribunal_domain::ContentHash;
use tribunal_repo::{Repository, Snapshot};
use tribunal_store::{Curated, FileRecord};

/// What the next index run would have to do.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Drift {
    /// Files with another content.
    pub changed: usize,
    /// Files that the base does not know.
    pub added: usize,
    /// Files that are gone.
    pub removed: usize,
    /// History goes on, or is another one.
    pub history: bool,
    /// The configuration is another one, so that everything is written again.
    pub settings: bool,
}

impl Drift {
    /// Files that differ.
    pub fn files(&self) -> usize {
        self.changed + self.added + self.removed
    }
}

/// Compares the base with a snapshot of the working tree.
pub fn drift(
    repository: &Repository,
    snapshot: &Snapshot,
    base: &Curated,
    config: &Config,
) -> Result<Drift, IndexError> {
    let cancelled = AtomicBool::new(false);
    let options = IndexOptions { config, rebuild: false, observe: false, progress: &Silent, cancelled: &cancelled };
    let comparison = Comparison::new(snapshot, Some(base), repository, &options)?;
    let mut drift = Drift {
        removed: comparison.removed.len(),
        history: comparison.history_changed && !comparison.settings_changed,
        settings: comparison.settings_changed,
        ..Drift::default()
    };
    for file in comparison.files.iter().filter(|file| !file.same) {
        match &file.known {
            None => drift.added += 1,
            Some(row) => drift.changed += usize::from(differs(snapshot, file, row)),
        }
    }
    Ok(drift)
}

fn differs(snapshot: &Snapshot, file: &Candidate, row: &FileRecord) -> bool {
    let entry = &snapshot.entries()[file.entry];
    if let Some(reason) = not_a_file(file, entry) {
        return row.skipped.as_deref() != Some(reason);
    }
    if entry.size != row.size {
        return true;
    }
    snapshot.read(entry).map_or(row.skipped.is_none(), |bytes| ContentHash::of(&bytes) != row.content_hash)
}
