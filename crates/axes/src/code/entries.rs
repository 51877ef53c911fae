//! Why definitions are used from outside: all entries in one list, those of one definition side by side.

use rustc_hash::FxHashMap;
use std::ops::Range;
use tribunal_domain::{EntryPoint, SymbolId};

/// Entries by what they are about.
#[derive(Debug, Default)]
pub(super) struct Entries {
    all: Vec<EntryPoint>,
    ranges: FxHashMap<SymbolId, Range<u32>>,
}

impl Entries {
    pub(super) fn of(mut all: Vec<EntryPoint>) -> Self {
        // They come in order but for a few.
        all.sort_by_key(|entry| entry.symbol);
        let mut ranges = FxHashMap::default();
        let mut start = 0;
        for group in all.chunk_by(|one, next| one.symbol == next.symbol) {
            let end = start + group.len() as u32;
            ranges.insert(group[0].symbol, start..end);
            start = end;
        }
        Self { all, ranges }
    }

    /// The entries of a definition or file.
    pub(super) fn get(&self, id: SymbolId) -> &[EntryPoint] {
        self.ranges.get(&id).map_or(&[], |range| &self.all[range.start as usize..range.end as usize])
    }
}
