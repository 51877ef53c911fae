//! Sets of definitions and files, and of texts: one bit for each there is.

use super::Place;
use std::sync::Arc;
use tribunal_domain::facts::Text;

/// Numbers all files and definitions: a file, then what is defined in it.
#[derive(Debug, Clone)]
pub(super) struct Numbers {
    starts: Arc<[u32]>,
}

impl Numbers {
    /// For files with so many definitions each.
    pub(super) fn of(definitions: impl Iterator<Item = usize>) -> Self {
        let mut next = 0;
        let mut starts = vec![0];
        starts.extend(definitions.map(|count| {
            next += count as u32 + 1;
            next
        }));
        Self { starts: starts.into() }
    }

    /// The number of a place.
    pub(super) fn of_place(&self, place: Place) -> usize {
        (self.starts[place.file as usize] + place.symbol.map_or(0, |symbol| symbol.0 + 1)) as usize
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.starts.last().copied().unwrap_or_default() as usize
    }
}

impl Default for Numbers {
    fn default() -> Self {
        Self { starts: Arc::new([0]) }
    }
}

/// A set of numbers below a known one.
#[derive(Debug)]
struct Bits(Vec<u64>);

impl Bits {
    fn of(count: usize) -> Self {
        Self(vec![0; count.div_ceil(64)])
    }

    fn contains(&self, at: usize) -> bool {
        self.0[at / 64] >> (at % 64) & 1 == 1
    }

    /// Puts a number in; whether it was not there before.
    fn insert(&mut self, at: usize) -> bool {
        let is_new = !self.contains(at);
        self.0[at / 64] |= 1 << (at % 64);
        is_new
    }
}

/// A set of texts of files of one code, which are equal only if their files are.
#[derive(Debug)]
pub(crate) struct TextSet {
    starts: Vec<u32>,
    bits: Bits,
}

impl TextSet {
    /// For files with so many texts each.
    pub(super) fn new(texts: impl Iterator<Item = usize>) -> Self {
        let mut next = 0;
        let mut starts = vec![0];
        starts.extend(texts.map(|count| {
            next += count as u32;
            next
        }));
        Self { starts, bits: Bits::of(next as usize) }
    }

    /// Puts a text of a file in; whether it was not there before.
    pub(crate) fn insert(&mut self, file: u32, text: Text) -> bool {
        self.bits.insert((self.starts[file as usize] + text.0) as usize)
    }
}

/// A set of places of one code.
#[derive(Debug)]
pub(crate) struct PlaceSet {
    numbers: Numbers,
    bits: Bits,
}

impl PlaceSet {
    pub(super) fn new(numbers: &Numbers) -> Self {
        Self { numbers: numbers.clone(), bits: Bits::of(numbers.count()) }
    }

    /// Whether the place is in it.
    pub(crate) fn contains(&self, place: Place) -> bool {
        self.bits.contains(self.numbers.of_place(place))
    }

    /// Puts a place in; whether it was not there before.
    pub(crate) fn insert(&mut self, place: Place) -> bool {
        self.bits.insert(self.numbers.of_place(place))
    }
}
