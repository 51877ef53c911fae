//! Which lines differ between two texts.

use crate::bytes::{common_prefix, common_suffix, count_breaks};
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
    let (old, new) = without_common_ends(old, new);
    if old.is_empty() || new.is_empty() {
        return (count_lines(new), count_lines(old));
    }
    let input = InternedInput::new(byte_lines(old), byte_lines(new));
    let diff = Diff::compute(Algorithm::Myers, &input);
    (diff.count_additions(), diff.count_removals())
}

/// Cuts off equal lines at both ends: most edits leave most of a file alone.
fn without_common_ends<'a>(old: &'a [u8], new: &'a [u8]) -> (&'a [u8], &'a [u8]) {
    let is_break = |&byte: &u8| byte == b'\n';
    let prefix = common_prefix(old, new);
    let prefix = old[..prefix].iter().rposition(is_break).map_or(0, |place| place + 1);
    let (old, new) = (&old[prefix..], &new[prefix..]);
    let suffix = common_suffix(old, new);
    // The first of the equal bytes may lie within a line; whole lines begin behind the next break.
    let cut = old[old.len() - suffix..].iter().position(is_break).map_or(0, |place| suffix - place - 1);
    (&old[..old.len() - cut], &new[..new.len() - cut])
}

fn start(first: u32, end: u32) -> u32 {
    if first == end { first } else { first + 1 }
}

fn count_lines(bytes: &[u8]) -> u32 {
    let open_end = bytes.last().is_some_and(|&byte| byte != b'\n');
    (count_breaks(bytes) + usize::from(open_end)) as u32
}

#[cfg(test)]
mod tests {
    use super::line_counts;

    #[test]
    fn counts_do_not_depend_on_what_is_equal_around() {
        for (old, new, expected) in [
            ("", "", (0, 0)),
            ("a\nb\nc\n", "a\nB\nc\n", (1, 1)),
            ("a\nb\nc", "a\nb\nc\n", (1, 1)),
            ("a\na\n", "a\n", (0, 1)),
            ("xa\n", "ya\n", (1, 1)),
            ("x\na\n", "xx\na\n", (1, 1)),
            ("a\nb", "b", (0, 1)),
            ("ab\n", "b\n", (1, 1)),
        ] {
            assert_eq!(line_counts(old.as_bytes(), new.as_bytes()), expected, "{old:?} to {new:?}");
        }
    }
}
