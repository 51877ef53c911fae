//! Globs of the configuration, compiled.

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};

/// One set of all patterns; `*` crosses folders.
pub(crate) fn globs(patterns: &[String]) -> GlobSet {
    let mut builder = GlobSetBuilder::new();
    for pattern in patterns {
        // The configuration has checked them already; one that is no glob matches nothing.
        if let Ok(glob) = GlobBuilder::new(pattern).literal_separator(false).build() {
            builder.add(glob);
        }
    }
    builder.build().unwrap_or_default()
}
