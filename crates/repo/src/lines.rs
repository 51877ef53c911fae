//! Which lines differ between two texts.

use gix::diff::blob::sources::byte_lines;
use gix::diff::blob::{Algorithm, Diff, InternedInput};

/// A run of lines that was replaced by another.
///
/// Lines count from 1. Where a side has no lines, its start is the line before the place, as in git's hunk
/// headers with no context (0 at the top of the file).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hunk {
    /// The first old line.
    pub old_start: u32,
    /// How many old lines.
    pub old_lines: u32,
    /// The first new line.
    pub new_start: u32,
    /// How many new lines.
    pub new_lines: u32,
}

/// Compares two texts line by line (split at `\n`), like `git diff --unified=0`.
pub fn line_hunks(old: &[u8], new: &[u8]) -> Vec<Hunk> {
    let input = InternedInput::new(byte_lines(old), byte_lines(new));
    let mut diff = Diff::compute(Algorithm::Myers, &input);
    diff.postprocess_lines(&input);
    diff.hunks()
        .map(|hunk| Hunk {
            old_start: start(hunk.before.start, hunk.before.end),
            old_lines: hunk.before.end - hunk.before.start,
            new_start: start(hunk.after.start, hunk.after.end),
            new_lines: hunk.after.end - hunk.after.start,
        })
        .collect()
}

/// How many lines were inserted and deleted; places do not matter, so hunks are not made pretty.
pub(crate) fn line_counts(old: &[u8], new: &[u8]) -> (u32, u32) {
    if old.is_empty() || new.is_empty() {
        return (count_lines(new), count_lines(old));
    }
    let input = InternedInput::new(byte_lines(old), byte_lines(new));
    let diff = Diff::compute(Algorithm::Myers, &input);
    (diff.count_additions(), diff.count_removals())
}

fn start(first: u32, end: u32) -> u32 {
    if first == end { first } else { first + 1 }
}

fn count_lines(bytes: &[u8]) -> u32 {
    let breaks = bytes.iter().filter(|&&byte| byte == b'\n').count();
    let open_end = bytes.last().is_some_and(|&byte| byte != b'\n');
    (breaks + usize::from(open_end)) as u32
}
