//! Which files hold a word: made once for a snapshot, when a quote or a name is looked for beyond its file.

use rustc_hash::{FxHashMap, FxHashSet};
use tribunal_domain::Language;
use tribunal_repo::{EntryKind, Snapshot};
use tribunal_verify::lexer::{is_word, word_key};

/// Larger files are always candidates instead.
const MOST_BYTES: u64 = 2 << 20;

/// The files of a snapshot by their words.
pub struct Words {
    files: FxHashMap<u64, Vec<u32>>,
    always: Vec<u32>,
    /// Some code could not be read.
    pub gaps: bool,
}

impl Words {
    /// Reads every file with text.
    pub fn of(snapshot: &Snapshot) -> Self {
        let mut words = Self { files: FxHashMap::default(), always: Vec::new(), gaps: false };
        for (at, entry) in snapshot.entries().iter().enumerate() {
            if !matches!(entry.kind, EntryKind::File | EntryKind::Executable) {
                continue;
            }
            if entry.size > MOST_BYTES {
                words.always.push(at as u32);
                continue;
            }
            match snapshot.read(entry) {
                Ok(bytes) => words.add(at as u32, &bytes),
                // Pictures and archives that are not here hold no quotes.
                Err(_) => words.gaps |= Language::of_path(&entry.path).is_some(),
            }
        }
        words
    }

    fn add(&mut self, at: u32, bytes: &[u8]) {
        if bytes.iter().take(8000).any(|byte| *byte == 0) {
            return;
        }
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => std::borrow::Cow::Borrowed(text),
            Err(_) => std::borrow::Cow::Owned(bytes.iter().map(|&byte| char::from(byte)).collect::<String>()),
        };
        let mut seen: FxHashSet<u64> = FxHashSet::default();
        for word in text.split(|c: char| !is_word(c)).filter(|word| !word.is_empty()) {
            let key = word_key(word);
            if seen.insert(key) {
                self.files.entry(key).or_default().push(at);
            }
        }
    }

    /// The files that hold all words; no words are held by none.
    pub fn holding(&self, words: &[&str]) -> Vec<u32> {
        let empty = Vec::new();
        let mut lists: Vec<&Vec<u32>> =
            words.iter().map(|word| self.files.get(&word_key(word)).unwrap_or(&empty)).collect();
        lists.sort_by_key(|list| list.len());
        let Some((first, rest)) = lists.split_first() else { return Vec::new() };
        let inside = first.iter().filter(|at| rest.iter().all(|list| list.binary_search(at).is_ok()));
        let mut found: Vec<u32> = inside.copied().chain(self.always.iter().copied()).collect();
        found.sort_unstable();
        found
    }
}
