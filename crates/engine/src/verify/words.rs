//! Which files hold a word: asked when a quote or a name is looked for beyond its file.
//!
//! A trial of few findings asks a few times, and searching the texts answers that soonest; one of many asks for thousands
//! of words, and then a table is made. Both give the same files.

use memchr::memmem::Finder;
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use tribunal_domain::{Language, RepoPath};
use tribunal_repo::{EntryKind, Snapshot};
use tribunal_verify::lexer::{is_word, word_key};

/// Larger files are always candidates instead.
const MOST_BYTES: u64 = 2 << 20;
/// So many questions are answered by searching: the table costs about as much as eighty of them.
const MOST_SEARCHES: u32 = 80;
/// More text than this is not kept for searching.
const MOST_KEPT: usize = 64 << 20;

/// The files of a snapshot by their words.
pub struct Words {
    held: RefCell<Held>,
    searches: Cell<u32>,
    always: Vec<u32>,
    /// Some code could not be read.
    pub gaps: bool,
}

enum Held {
    /// Numbers and texts of the files, in order. Only where a word is found is it looked at which letters stand around.
    Texts(Vec<(u32, Vec<u8>)>),
    /// The files of each word's key, in order.
    Table(Table),
}

type Table = FxHashMap<u64, Vec<u32>>;

/// Where the words of a file come from.
pub enum Source {
    /// Its bytes.
    File,
    /// Somebody knows them.
    Known(Vec<u8>),
    /// They do not matter.
    None,
}

impl Words {
    /// Reads every file with text.
    pub fn of(snapshot: &Snapshot) -> Self {
        Self::from(snapshot, |_| Source::File)
    }

    /// Reads the files that have to be read.
    pub fn from(snapshot: &Snapshot, source: impl Fn(&RepoPath) -> Source) -> Self {
        let (mut texts, mut table, mut kept) = (Vec::new(), None, 0);
        let (mut always, mut gaps) = (Vec::new(), false);
        for (at, entry) in snapshot.entries().iter().enumerate() {
            let at = at as u32;
            if !matches!(entry.kind, EntryKind::File | EntryKind::Executable) {
                continue;
            }
            let read = match source(&entry.path) {
                Source::None => continue,
                Source::Known(words) => Ok(words),
                Source::File if entry.size > MOST_BYTES => {
                    always.push(at);
                    continue;
                }
                Source::File => snapshot.read(entry).map(|bytes| if is_text(&bytes) { bytes } else { Vec::new() }),
            };
            match read {
                Ok(bytes) => {
                    kept += bytes.len();
                    texts.push((at, bytes));
                    if kept > MOST_KEPT {
                        kept = 0;
                        add(table.get_or_insert_default(), &std::mem::take(&mut texts));
                    }
                }
                // Pictures and archives that are not here hold no quotes.
                Err(_) => gaps |= Language::of_path(&entry.path).is_some(),
            }
        }
        let held = match table {
            Some(mut table) => {
                add(&mut table, &texts);
                Held::Table(table)
            }
            None => Held::Texts(texts),
        };
        Self { held: RefCell::new(held), searches: Cell::new(0), always, gaps }
    }

    /// The files that hold all words; no words are held by none.
    pub fn holding(&self, words: &[&str]) -> Vec<u32> {
        self.searches.set(self.searches.get() + 1);
        let mut held = self.held.borrow_mut();
        if let Held::Texts(texts) = &*held
            && self.searches.get() > MOST_SEARCHES
        {
            let mut table = Table::default();
            add(&mut table, texts);
            *held = Held::Table(table);
        }
        let mut found = match &*held {
            Held::Texts(texts) => search(texts, words),
            Held::Table(table) => look_up(table, words),
        };
        if !words.is_empty() {
            found.extend(&self.always);
            found.sort_unstable();
        }
        found
    }
}

fn is_text(bytes: &[u8]) -> bool {
    memchr::memchr(0, &bytes[..bytes.len().min(8000)]).is_none()
}

/// What the bytes say: what is no UTF-8 is read as Latin-1.
fn text_of(bytes: &[u8]) -> Cow<'_, str> {
    let latin = |_| Cow::Owned(bytes.iter().map(|&byte| char::from(byte)).collect());
    std::str::from_utf8(bytes).map_or_else(latin, Cow::Borrowed)
}

fn add(table: &mut Table, texts: &[(u32, Vec<u8>)]) {
    let mut seen: FxHashSet<u64> = FxHashSet::default();
    for (at, text) in texts {
        seen.clear();
        for word in text_of(text).split(|c: char| !is_word(c)).filter(|word| !word.is_empty()) {
            let key = word_key(word);
            if seen.insert(key) {
                table.entry(key).or_default().push(*at);
            }
        }
    }
}

fn look_up(table: &Table, words: &[&str]) -> Vec<u32> {
    let empty = Vec::new();
    let mut lists: Vec<&Vec<u32>> = words.iter().map(|word| table.get(&word_key(word)).unwrap_or(&empty)).collect();
    lists.sort_by_key(|list| list.len());
    let Some((first, rest)) = lists.split_first() else { return Vec::new() };
    first.iter().filter(|at| rest.iter().all(|list| list.binary_search(at).is_ok())).copied().collect()
}

fn search(texts: &[(u32, Vec<u8>)], words: &[&str]) -> Vec<u32> {
    if words.iter().any(|word| word.is_empty() || !word.chars().all(is_word)) {
        return Vec::new();
    }
    let mut finders: Vec<Finder<'_>> = words.iter().map(|word| Finder::new(*word)).collect();
    // Long words are rare and found fast.
    finders.sort_by_key(|finder| std::cmp::Reverse(finder.needle().len()));
    let named = |bytes: &[u8]| finders.iter().all(|finder| finder.find(bytes).is_some());
    let plain = words.iter().all(|word| word.is_ascii());
    let holds = |bytes: &[u8]| {
        // In Latin-1 other letters than those of ASCII have other bytes.
        if finders.is_empty() || plain && !named(bytes) {
            return false;
        }
        let text = text_of(bytes);
        finders.iter().all(|finder| stands_in(finder, &text))
    };
    texts.iter().filter(|(_, text)| holds(text)).map(|(at, _)| *at).collect()
}

/// Whether a word stands in a text as a whole.
fn stands_in(finder: &Finder<'_>, text: &str) -> bool {
    let length = finder.needle().len();
    finder.find_iter(text.as_bytes()).any(|at| {
        !text[..at].chars().next_back().is_some_and(is_word) && !text[at + length..].chars().next().is_some_and(is_word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searching_and_looking_up_find_the_same_files() {
        let texts: Vec<(u32, Vec<u8>)> = ["let café = x1;", "x10 $x", "été(café)", "", "x1.x10", "a xx1 x1"]
            .iter()
            .enumerate()
            .map(|(at, text)| (at as u32, text.as_bytes().to_vec()))
            .collect();
        let mut table = Table::default();
        add(&mut table, &texts);
        for words in [
            &["x1"][..],
            &["café"],
            &["x10", "x1"],
            &["$x"],
            &["x"],
            &["caf"],
            &["été", "café"],
            &["x1.x10"],
            &[""],
            &[],
        ] {
            assert_eq!(search(&texts, words), look_up(&table, words), "{words:?}");
        }
        assert_eq!(search(&texts, &["x1"]), [0, 4, 5]);
    }
}
