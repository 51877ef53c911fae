//! How alike two blobs are: the share of the bigger one's bytes whose lines occur in both.
//!
//! The measure is git's, so that renames agree with `git diff -M`: content is cut at line ends and after 64
//! bytes, each piece is hashed into one of 107,927 classes, and bytes of equal classes are counted.

use crate::classify::is_binary;
use crate::objects::Objects;
use crate::tree::Side;
use gix::ObjectId;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The score of equal content.
pub(super) const FULL: u64 = 60_000;
/// The least score of a rename: 50 %.
pub(super) const HALF: u64 = FULL / 2;

const PIECE: u32 = 64;
const CLASSES: u32 = 107_927;
/// Blobs above this are not compared for similarity.
const SIZE_CAP: u64 = 32 << 20;

/// The bytes of each class of pieces, sorted by class.
type Print = Rc<[(u32, u32)]>;

/// Prints of blobs, made once each.
pub(super) struct Prints<'a> {
    objects: &'a Objects,
    made: FxHashMap<ObjectId, Option<Print>>,
    sizes: FxHashMap<ObjectId, Option<u64>>,
}

impl<'a> Prints<'a> {
    pub(super) fn new(objects: &'a Objects) -> Self {
        Self { objects, made: FxHashMap::default(), sizes: FxHashMap::default() }
    }

    /// The score of a pair of files; 0 where it cannot reach `least`.
    pub(super) fn score(&mut self, old: Side, new: Side, least: u64) -> u64 {
        if !old.mode.is_blob() || !new.mode.is_blob() {
            return 0;
        }
        let (Some(old_size), Some(new_size)) = (self.size(old.id), self.size(new.id)) else {
            return 0;
        };
        let (most, difference) = (old_size.max(new_size), old_size.abs_diff(new_size));
        if new_size == 0 || most > SIZE_CAP || most * (FULL - least) < difference * FULL {
            return 0;
        }
        let (Some(old), Some(new)) = (self.print(old.id), self.print(new.id)) else {
            return 0;
        };
        common(&old, &new) * FULL / most
    }

    fn size(&mut self, id: ObjectId) -> Option<u64> {
        let objects = self.objects;
        *self.sizes.entry(id).or_insert_with(|| objects.size(&id).ok().flatten())
    }

    fn print(&mut self, id: ObjectId) -> Option<Print> {
        let objects = self.objects;
        let made = self.made.entry(id);
        made.or_insert_with(|| objects.blob(&id).ok().map(|bytes| print(&bytes))).clone()
    }
}

fn common(old: &[(u32, u32)], new: &[(u32, u32)]) -> u64 {
    let (mut total, mut place) = (0, 0);
    for &(class, bytes) in old {
        while place < new.len() && new[place].0 < class {
            place += 1;
        }
        if place < new.len() && new[place].0 == class {
            total += u64::from(bytes.min(new[place].1));
        }
    }
    total
}

fn print(bytes: &[u8]) -> Print {
    let text = !is_binary(bytes);
    let mut pieces: Vec<(u32, u32)> = Vec::new();
    let (mut one, mut two, mut length) = (0u32, 0u32, 0u32);
    for (place, &byte) in bytes.iter().enumerate() {
        if text && byte == b'\r' && bytes.get(place + 1) == Some(&b'\n') {
            continue;
        }
        let before = one;
        one = ((one << 7) ^ (two >> 25)).wrapping_add(u32::from(byte));
        two = (two << 7) ^ (before >> 25);
        length += 1;
        if length == PIECE || byte == b'\n' {
            pieces.push((class(one, two), length));
            (one, two, length) = (0, 0, 0);
        }
    }
    if length > 0 {
        pieces.push((class(one, two), length));
    }
    summed(pieces)
}

fn class(one: u32, two: u32) -> u32 {
    one.wrapping_add(two.wrapping_mul(0x61)) % CLASSES
}

fn summed(mut pieces: Vec<(u32, u32)>) -> Print {
    pieces.sort_unstable_by_key(|piece| piece.0);
    pieces.dedup_by(|piece, kept| {
        let same = piece.0 == kept.0;
        if same {
            kept.1 += piece.1;
        }
        same
    });
    pieces.into()
}
