//! The rows a caller hands in and gets back unchanged.

use serde::{Deserialize, Serialize};
use tribunal_domain::{ContentHash, Language, RepoPath, SymbolId};

/// What facts are kept under: equal keys have equal facts, in every snapshot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FactsKey {
    /// The file's bytes.
    pub content_hash: ContentHash,
    /// The language they were read as.
    pub language: Language,
    /// The version of the extractor that read them.
    pub extractor_version: u32,
}

/// One file of the snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileRecord {
    /// Its id: always `file_id(&path)`.
    pub id: SymbolId,
    /// Where it lies.
    pub path: RepoPath,
    /// Its language, if it has a grammar.
    pub language: Option<Language>,
    /// The hash of its bytes.
    pub content_hash: ContentHash,
    /// Its size in bytes.
    pub size: u64,
    /// Its number of lines.
    pub lines: u32,
    /// What the caller wants to compare next time before reading the file (size, times, inode); not part of a dump.
    pub stamp: Vec<u8>,
    /// What it was recognised as.
    pub flags: FileFlags,
    /// Why its content was not read as code, if it was not.
    pub skipped: Option<String>,
    /// How many problems were found while reading it.
    pub problems: u32,
}

/// What a file was recognised as.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileFlags {
    /// Not text.
    pub binary: bool,
    /// Written by a tool.
    pub generated: bool,
    /// Copied from elsewhere.
    pub vendored: bool,
}

impl FileFlags {
    pub(crate) fn to_bits(self) -> i64 {
        i64::from(self.binary) | i64::from(self.generated) << 1 | i64::from(self.vendored) << 2
    }

    pub(crate) fn from_bits(bits: i64) -> Self {
        Self { binary: bits & 1 != 0, generated: bits & 2 != 0, vendored: bits & 4 != 0 }
    }
}

/// What a model said of a file; valid while the file's content is the same.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileMetadata {
    /// What the file is for.
    pub purpose: String,
    /// The module it belongs to.
    pub module: String,
    /// The domain it belongs to.
    pub domain: String,
    /// What it deals with.
    pub concepts: Vec<String>,
    /// What it offers.
    pub public_api_surface: Vec<String>,
    /// What is hard about it.
    pub complexity_notes: String,
    /// The version of the prompt that asked.
    pub prompt_version: String,
}

/// A fine-tuned adapter that is active for a stage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AdapterMetadata {
    /// The stage it serves.
    pub stage: String,
    /// Its name.
    pub name: String,
    /// The model it adapts.
    pub base_model: String,
    /// Everything else that is known of it, as JSON.
    pub details: String,
}
