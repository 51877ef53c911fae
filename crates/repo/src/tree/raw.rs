//! Two tree objects side by side, read from their bytes.
//!
//! Two versions of a folder mostly differ in one entry of many, so what they have in common at both ends is
//! skipped as bytes and not read as entries.

use crate::RepoError;
use crate::bytes::{common_prefix, common_suffix};
use gix::bstr::ByteSlice;
use gix::objs::tree::{EntryMode, EntryRef, name_order};
use gix::oid;
use std::cmp::Ordering;

/// The entries of two trees, paired by name.
pub(super) struct Pairs<'a> {
    old: &'a [u8],
    new: &'a [u8],
    /// So many bytes at the end of both are equal.
    common_end: usize,
    hash_len: usize,
}

/// The entries of one name: in the old tree, in the new one, or in both.
pub(super) type Pair<'a> = (Option<EntryRef<'a>>, Option<EntryRef<'a>>);

impl<'a> Pairs<'a> {
    pub(super) fn new(old: &'a [u8], new: &'a [u8], hash_len: usize) -> Self {
        let start = entries_within(old, common_prefix(old, new), hash_len);
        let (old, new) = (&old[start..], &new[start..]);
        Self { old, new, common_end: common_suffix(old, new), hash_len }
    }

    /// The next pair, in tree order; folders pair with folders and files with files.
    pub(super) fn next(&mut self) -> Result<Option<Pair<'a>>, RepoError> {
        if self.old.len() == self.new.len() && self.old.len() <= self.common_end {
            return Ok(None);
        }
        let (old, old_rest) = self.split(self.old)?;
        let (new, new_rest) = self.split(self.new)?;
        let order = match (&old, &new) {
            (_, None) => Ordering::Less,
            (None, _) => Ordering::Greater,
            (Some(one), Some(two)) => name_order(one.filename, one.mode.is_tree(), two.filename, two.mode.is_tree()),
        };
        if order.is_le() {
            self.old = old_rest;
        }
        if order.is_ge() {
            self.new = new_rest;
        }
        Ok(Some((old.filter(|_| order.is_le()), new.filter(|_| order.is_ge()))))
    }

    fn split(&self, bytes: &'a [u8]) -> Result<(Option<EntryRef<'a>>, &'a [u8]), RepoError> {
        if bytes.is_empty() {
            return Ok((None, bytes));
        }
        let damaged = || RepoError::Git { message: "a tree object is damaged".to_owned() };
        let (entry, rest) = split(bytes, self.hash_len).ok_or_else(damaged)?;
        Ok((Some(entry), rest))
    }
}

fn split(bytes: &[u8], hash_len: usize) -> Option<(EntryRef<'_>, &[u8])> {
    let space = bytes.find_byte(b' ')?;
    let mode = EntryMode::from_bytes(&bytes[..=space])?;
    let bytes = &bytes[space + 1..];
    let nul = bytes.find_byte(0)?;
    let (id, rest) = bytes[nul + 1..].split_at_checked(hash_len)?;
    let entry = EntryRef { mode, filename: bytes[..nul].as_bstr(), oid: oid::try_from_bytes(id).ok()? };
    Some((entry, rest))
}

/// The end of the last whole entry among the first `length` bytes.
fn entries_within(bytes: &[u8], length: usize, hash_len: usize) -> usize {
    let mut end = 0;
    while let Some(nul) = bytes[end..length.max(end)].find_byte(0) {
        let next = end + nul + 1 + hash_len;
        if next > length {
            break;
        }
        end = next;
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(entries: &[(&str, &str, u8)]) -> Vec<u8> {
        let entry = |(mode, name, id): &(&str, &str, u8)| [format!("{mode} {name}\0").as_bytes(), &[*id; 20]].concat();
        entries.iter().flat_map(entry).collect()
    }

    #[track_caller]
    fn check(old: &[(&str, &str, u8)], new: &[(&str, &str, u8)], expected: &[&str]) {
        let (old, new) = (tree(old), tree(new));
        let mut pairs = Pairs::new(&old, &new, 20);
        let mut found = Vec::new();
        while let Some((old, new)) = pairs.next().expect("not damaged") {
            if old != new {
                let name = |entry: Option<EntryRef<'_>>| entry.map_or("-".to_owned(), |it| it.filename.to_string());
                found.push(format!("{} {}", name(old), name(new)));
            }
        }
        assert_eq!(found, expected);
    }

    #[test]
    fn only_what_differs_is_paired() {
        let (a, b, c) = (("100644", "a", 1), ("100644", "b", 2), ("100644", "c", 3));
        check(&[a, b, c], &[a, b, c], &[]);
        check(&[a, b, c], &[a, ("100644", "b", 9), c], &["b b"]);
        check(&[a, c], &[a, b, c], &["- b"]);
        check(&[a, b, c], &[b, c], &["a -"]);
        check(&[], &[a, b], &["- a", "- b"]);
        check(&[b], &[("40000", "b", 2)], &["b -", "- b"]);
        check(&[("100644", "b", 2), ("100644", "bb", 2)], &[("100644", "bb", 2)], &["b -"]);
    }

    #[test]
    fn a_damaged_tree_is_an_error() {
        let whole = tree(&[("100644", "a", 1)]);
        for damaged in [&whole[..whole.len() - 1], b"x y", b"99 a\0"] {
            assert!(Pairs::new(damaged, b"", 20).next().is_err());
        }
    }
}
