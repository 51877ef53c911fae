//! What `tribunal.toml` says about single paths: what comes in, what stays out, what goes first.

use crate::config::Packing;
use crate::globs::globs;
use globset::GlobSet;
use std::path::Path;
use tribunal_domain::RepoPath;

/// Compiled globs of the section `[pack]`.
#[derive(Debug, Clone, Default)]
pub struct PathRules {
    include: GlobSet,
    exclude: GlobSet,
    prefer: GlobSet,
    avoid: GlobSet,
}

/// A preferred file counts this many times, an avoided one this part: enough to pass its like, not to pass a clear match.
const PREFERENCE: f64 = 2.0;

impl PathRules {
    /// The rules of a configuration, whose globs are known to be globs.
    pub fn new(settings: &Packing) -> Self {
        Self {
            include: globs(&settings.include),
            exclude: globs(&settings.exclude),
            prefer: globs(&settings.prefer),
            avoid: globs(&settings.avoid),
        }
    }

    /// Whether a file comes in though its kind is left out by default.
    pub(super) fn includes(&self, path: &RepoPath) -> bool {
        matches(&self.include, path)
    }

    /// Whether a file stays out even if it is named or changed.
    pub(super) fn excludes(&self, path: &RepoPath) -> bool {
        matches(&self.exclude, path)
    }

    /// What a file's score is multiplied by.
    pub(super) fn preference(&self, path: &RepoPath) -> f64 {
        match (matches(&self.prefer, path), matches(&self.avoid, path)) {
            (true, false) => PREFERENCE,
            (false, true) => 1.0 / PREFERENCE,
            _ => 1.0,
        }
    }
}

fn matches(set: &GlobSet, path: &RepoPath) -> bool {
    !set.is_empty() && set.is_match(Path::new(path.to_text().as_ref()))
}
