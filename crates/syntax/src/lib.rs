//! Facts from source text: `extract(path, bytes)` and nothing else. The only crate that knows tree-sitter.
//!
//! `languages` is the table; one folder per language below it. `walk` drives one iterative pass over the tree and
//! `context` is what a language writes its facts into. Nothing here reads a file or looks at a second one.

mod comments;
mod context;
mod docs;
mod languages;
mod mentions;
mod parse;
mod queries;
mod source;
pub mod tree;
mod walk;
mod zones;

use tribunal_domain::facts::FileFacts;
use tribunal_domain::{Language, RepoPath};

/// Changes whenever the same bytes may give other facts; stored facts of another version are not used.
pub const EXTRACTOR_VERSION: u32 = 26;

/// Caps that keep one odd file from holding up a run.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Files larger than this are not parsed. Hand-written code is far below; what is above is data or generated.
    pub bytes: usize,
    /// Cost of parsing a file in units of about 20 microseconds, a stand-in for a time limit that gives the same facts on
    /// every machine. Real code needs at most 90,000 for a MiB of one-character tokens.
    pub steps: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { bytes: 1 << 20, steps: 150_000 }
    }
}

/// The facts of a file, or `None` if its language is not known.
///
/// Depends on the path's language and the bytes alone. Never fails: odd input gives fewer facts and recorded problems.
pub fn extract(path: &RepoPath, bytes: &[u8], limits: Limits) -> Option<FileFacts> {
    let language = language_of(path, bytes)?;
    Some(extract_as(language, path, bytes, limits))
}

/// The language of a file by its path, or by its `#!` line where the path does not say.
pub fn language_of(path: &RepoPath, bytes: &[u8]) -> Option<Language> {
    Language::of_path(path).or_else(|| source::shebang_language(bytes))
}

/// The facts of a file read as `language`.
pub fn extract_as(language: Language, path: &RepoPath, bytes: &[u8], limits: Limits) -> FileFacts {
    walk::extract(languages::row(language), path, bytes, limits).0
}

/// The same with the tree, for those who look at more of it than the facts hold; `None` if parsing went beyond the limits.
pub fn extract_with_tree(
    language: Language,
    path: &RepoPath,
    bytes: &[u8],
    limits: Limits,
) -> (FileFacts, Option<tree::Tree>) {
    let row = languages::row(language);
    let (facts, parsed) = walk::extract(row, path, bytes, limits);
    (facts, parsed.map(|(source, parsed)| tree::Tree::new(row, source, parsed)))
}
