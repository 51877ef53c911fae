//! Two texts as a unified diff: the hunks alone, without file headers.

use crate::lines::{Hunk, line_hunks};
use std::ops::Range;

/// The hunks of a unified diff with `context` lines around each change; empty if the texts are equal.
///
/// Lines keep their bytes; a last line without a line break is followed by git's remark about it.
pub fn unified(old: &[u8], new: &[u8], context: u32) -> Vec<u8> {
    let (old_lines, new_lines) = (lines(old), lines(new));
    let mut out = Vec::new();
    for group in grouped(&line_hunks(old, new), context) {
        write_group(&mut out, group, &old_lines, &new_lines, context as usize);
    }
    out
}

/// Hunks that are so near that their contexts touch.
fn grouped(hunks: &[Hunk], context: u32) -> impl Iterator<Item = &[Hunk]> {
    hunks.chunk_by(move |one, two| first_old(two) - (first_old(one) + one.old_lines as usize) <= 2 * context as usize)
}

/// The place of the first old line, from 0; where there are none, the place before which lines were inserted.
fn first_old(hunk: &Hunk) -> usize {
    hunk.old_start as usize - usize::from(hunk.old_lines > 0)
}

fn first_new(hunk: &Hunk) -> usize {
    hunk.new_start as usize - usize::from(hunk.new_lines > 0)
}

fn write_group(out: &mut Vec<u8>, group: &[Hunk], old: &[&[u8]], new: &[&[u8]], context: usize) {
    let (Some(first), Some(last)) = (group.first(), group.last()) else { return };
    let before = context.min(first_old(first));
    let old_end = first_old(last) + last.old_lines as usize;
    let after = context.min(old.len() - old_end);
    let old_range = first_old(first) - before..old_end + after;
    let new_start = first_new(first) - before;
    let new_range = new_start..first_new(last) + last.new_lines as usize + after;
    out.extend(format!("@@ -{} +{} @@\n", span(&old_range), span(&new_range)).bytes());
    let mut at = old_range.start;
    for hunk in group {
        let start = first_old(hunk);
        old[at..start].iter().for_each(|line| write_line(out, b' ', line));
        old[start..start + hunk.old_lines as usize].iter().for_each(|line| write_line(out, b'-', line));
        let start_new = first_new(hunk);
        new[start_new..start_new + hunk.new_lines as usize].iter().for_each(|line| write_line(out, b'+', line));
        at = start + hunk.old_lines as usize;
    }
    old[at..old_range.end].iter().for_each(|line| write_line(out, b' ', line));
}

/// A range as hunk headers write it: an empty one names the line before it.
fn span(range: &Range<usize>) -> String {
    match range.len() {
        1 => (range.start + 1).to_string(),
        0 => format!("{},0", range.start),
        length => format!("{},{length}", range.start + 1),
    }
}

fn write_line(out: &mut Vec<u8>, sign: u8, line: &[u8]) {
    out.push(sign);
    out.extend_from_slice(line);
    if !line.ends_with(b"\n") {
        out.extend_from_slice(b"\n\\ No newline at end of file\n");
    }
}

fn lines(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|&byte| byte == b'\n').collect()
}

#[cfg(test)]
mod tests {
    use super::unified;

    #[track_caller]
    fn check(old: &str, new: &str, expected: &str) {
        let made = String::from_utf8(unified(old.as_bytes(), new.as_bytes(), 1)).expect("text");
        assert_eq!(made, expected);
    }

    #[test]
    fn changes_stand_in_their_context() {
        check("a\nb\nc\nd\n", "a\nB\nc\nd\n", "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n");
        check("", "a\n", "@@ -0,0 +1 @@\n+a\n");
        check("a\n", "", "@@ -1 +0,0 @@\n-a\n");
        check("a\nb\n", "a\nx\nb\n", "@@ -1,2 +1,3 @@\n a\n+x\n b\n");
        check("same\n", "same\n", "");
    }

    #[test]
    fn near_changes_share_a_hunk_and_far_ones_do_not() {
        check("a\nb\nc\nd\n", "A\nb\nc\nD\n", "@@ -1,4 +1,4 @@\n-a\n+A\n b\n c\n-d\n+D\n");
        check("a\nb\nc\nd\ne\n", "A\nb\nc\nd\nE\n", "@@ -1,2 +1,2 @@\n-a\n+A\n b\n@@ -4,2 +4,2 @@\n d\n-e\n+E\n");
    }

    #[test]
    fn a_missing_last_line_break_is_told() {
        check("a", "a\n", "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n");
    }
}
