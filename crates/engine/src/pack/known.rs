//! The files that can come into a pack, by place in one list sorted by path; signals are vectors over that list.

use rustc_hash::FxHashMap;
use tribunal_domain::{RepoPath, SymbolId, file_id};
use tribunal_store::{Curated, FileRecord, StoreError};

/// All files of the knowledge base.
pub(super) struct Known {
    files: Vec<FileRecord>,
    places: FxHashMap<SymbolId, usize>,
}

impl Known {
    pub(super) fn load(curated: &Curated) -> Result<Self, StoreError> {
        let files = curated.file_rows()?;
        let places = files.iter().enumerate().map(|(place, file)| (file.id, place)).collect();
        Ok(Self { files, places })
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.files.len()
    }

    /// The files in order.
    pub(super) fn files(&self) -> &[FileRecord] {
        &self.files
    }

    /// The file at a place.
    pub(super) fn file(&self, place: usize) -> &FileRecord {
        &self.files[place]
    }

    /// Where a file stands.
    pub(super) fn place(&self, file: SymbolId) -> Option<usize> {
        self.places.get(&file).copied()
    }

    /// Where the file at a path stands.
    pub(super) fn place_of(&self, path: &RepoPath) -> Option<usize> {
        self.place(file_id(path))
    }

    /// A signal that says nothing yet.
    pub(super) fn zeros(&self) -> Vec<f64> {
        vec![0.0; self.files.len()]
    }
}
