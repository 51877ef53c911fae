//! The ignore rules in force while walking: `info/exclude` and the `.gitignore` files on the way down.
//!
//! gix's own matcher is used because it works on bytes and follows git's rules exactly.

use gix::bstr::BStr;
use gix::glob::pattern::Case;
use gix::ignore::Search;
use gix::ignore::search::Ignore;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// git's limit is 100 MiB; real files stay under 100 KiB.
pub(super) const FILE_CAP: u64 = 4 << 20;
const PARSE: Ignore = Ignore { support_precious: false };

/// A stack of rules; the file pushed last decides first.
pub(super) struct Ignored {
    root: PathBuf,
    rules: Search,
}

impl Ignored {
    pub(super) fn new(root: &Path, excludes: &Path) -> Self {
        let mut rules = Search::default();
        // Asked first, because opening a FIFO would wait for ever.
        let is_file = excludes.metadata().is_ok_and(|found| found.is_file() && found.len() <= FILE_CAP);
        if is_file && let Ok(bytes) = std::fs::read(excludes) {
            // Without a root the patterns count from the top of the tree; that cannot fail.
            let _ = rules.add_patterns_buffer(&bytes, excludes, None, PARSE);
        }
        Self { root: root.to_owned(), rules }
    }

    /// Adds the rules of the `.gitignore` in `folder` (which ends with `/` or is empty).
    pub(super) fn push(&mut self, folder: &[u8], bytes: &[u8]) {
        let source = self.root.join(OsStr::from_bytes(folder)).join(".gitignore");
        // The file always has a parent, the only thing that could fail.
        let _ = self.rules.add_patterns_buffer(bytes, source, Some(&self.root), PARSE);
    }

    /// How many rule files are in force; give it back to `truncate`.
    pub(super) fn len(&self) -> usize {
        self.rules.patterns.len()
    }

    /// Forgets the rules pushed since there were `length`.
    pub(super) fn truncate(&mut self, length: usize) {
        self.rules.patterns.truncate(length);
    }

    /// Whether the path is ignored, given that none of its folders is.
    pub(super) fn contains(&self, path: &[u8], is_folder: bool) -> bool {
        let path: &BStr = path.into();
        let found = self.rules.pattern_matching_relative_path(path, Some(is_folder), Case::Sensitive);
        found.is_some_and(|rule| !rule.pattern.is_negative())
    }
}
