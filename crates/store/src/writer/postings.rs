//! Who uses what, turned round: for each definition, member name and mentioned name the list of its files.
//!
//! A row per key with a sorted list, not a row per use: a large repository has many times more uses than keys, and
//! rows are what costs. Changes are gathered by key and applied once, when the rebuild or update ends.

use super::prepared::Uses;
use crate::codec::damaged;
use crate::curated::read::blob;
use rusqlite::types::ToSql;
use rusqlite::{Connection, OptionalExtension};
use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use tribunal_domain::SymbolId;
use tribunal_domain::facts::FileFacts;

/// One entry of a list: a file and two numbers whose meaning depends on the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Posting {
    /// The file.
    pub(crate) file: SymbolId,
    /// Resolved uses; uses by name; the line of a mention.
    pub(crate) first: u32,
    /// Ambiguous uses; nothing; whether a mention is an access by name.
    pub(crate) second: u32,
}

/// The length of one entry in bytes: the file, then the two numbers, little-endian.
const ENTRY: usize = 16;

/// Changes of lists that wait for the end.
#[derive(Debug, Default)]
pub(super) struct Postings {
    symbols: HashMap<i64, Change>,
    names: HashMap<Box<str>, Change>,
    mentions: HashMap<Box<str>, Change>,
    /// Files that added something; only these can have something to take back.
    added: HashSet<SymbolId>,
}

#[derive(Debug, Default)]
struct Change {
    removed: Vec<SymbolId>,
    added: Vec<Posting>,
}

/// Whether lists may be there already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Start {
    Empty,
    Existing,
}

impl Postings {
    pub(super) fn add_uses(&mut self, file: SymbolId, uses: Uses) {
        self.added.insert(file);
        for (symbol, first, second) in uses.symbols {
            self.symbols.entry(symbol.0).or_default().added.push(Posting { file, first, second });
        }
        for (name, first) in uses.names {
            self.names.entry(name).or_default().added.push(Posting { file, first, second: 0 });
        }
    }

    pub(super) fn remove_uses(&mut self, file: SymbolId, uses: Uses) {
        for (symbol, ..) in uses.symbols {
            self.symbols.entry(symbol.0).or_default().remove(file, &self.added);
        }
        for (name, _) in uses.names {
            self.names.entry(name).or_default().remove(file, &self.added);
        }
    }

    pub(super) fn add_mentions(&mut self, file: SymbolId, facts: &FileFacts) {
        self.added.insert(file);
        for mention in &facts.mentions {
            let posting = Posting { file, first: mention.line, second: u32::from(mention.access) };
            change_of(&mut self.mentions, facts.text(mention.name)).added.push(posting);
        }
    }

    pub(super) fn remove_mentions(&mut self, file: SymbolId, facts: &FileFacts) {
        for mention in &facts.mentions {
            change_of(&mut self.mentions, facts.text(mention.name)).remove(file, &self.added);
        }
    }

    /// Applies all changes.
    pub(super) fn flush(self, connection: &Connection, start: Start) -> rusqlite::Result<()> {
        apply(connection, "symbol_references", "symbol_id", self.symbols, start)?;
        apply(connection, "name_references", "name", self.names, start)?;
        apply(connection, "mentions", "name", self.mentions, start)
    }
}

impl Change {
    fn remove(&mut self, file: SymbolId, added: &HashSet<SymbolId>) {
        if added.contains(&file) {
            self.added.retain(|posting| posting.file != file);
        }
        if self.removed.last() != Some(&file) {
            self.removed.push(file);
        }
    }
}

/// The change of a name, without a new string for a name that is known.
fn change_of<'m>(changes: &'m mut HashMap<Box<str>, Change>, name: &str) -> &'m mut Change {
    if !changes.contains_key(name) {
        changes.insert(name.into(), Change::default());
    }
    changes.get_mut(name).expect("it was inserted above if it was missing")
}

fn apply<K: ToSql + Ord + Hash>(
    connection: &Connection,
    table: &str,
    key: &str,
    changes: HashMap<K, Change>,
    start: Start,
) -> rusqlite::Result<()> {
    let mut changes: Vec<(K, Change)> = changes.into_iter().collect();
    changes.sort_unstable_by(|a, b| a.0.cmp(&b.0));
    let mut find = connection.prepare(&format!("SELECT files FROM {table} WHERE {key} = ?1"))?;
    let mut put = connection.prepare(&format!("INSERT OR REPLACE INTO {table} ({key}, files) VALUES (?1, ?2)"))?;
    let mut delete = connection.prepare(&format!("DELETE FROM {table} WHERE {key} = ?1"))?;
    for (key, mut change) in changes {
        let mut postings = match start {
            Start::Existing => find.query_row([&key], |row| read(blob(row, 0)?)).optional()?.unwrap_or_default(),
            Start::Empty => Vec::new(),
        };
        let before = postings.clone();
        change.removed.sort_unstable();
        postings.retain(|posting| change.removed.binary_search(&posting.file).is_err());
        postings.append(&mut change.added);
        postings.sort_unstable();
        if postings.is_empty() {
            delete.execute([&key])?;
        } else if postings != before {
            put.execute((&key, write(&postings)))?;
        }
    }
    Ok(())
}

fn write(postings: &[Posting]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(postings.len() * ENTRY);
    for posting in postings {
        bytes.extend_from_slice(&posting.file.0.to_le_bytes());
        bytes.extend_from_slice(&posting.first.to_le_bytes());
        bytes.extend_from_slice(&posting.second.to_le_bytes());
    }
    bytes
}

/// The list behind the bytes of a row.
pub(crate) fn read(bytes: &[u8]) -> rusqlite::Result<Vec<Posting>> {
    let (entries, rest) = bytes.as_chunks::<ENTRY>();
    if !rest.is_empty() {
        return Err(damaged("a list of uses is cut"));
    }
    Ok(entries.iter().map(posting).collect())
}

fn posting(entry: &[u8; ENTRY]) -> Posting {
    let word = |at: usize| u32::from_le_bytes([entry[at], entry[at + 1], entry[at + 2], entry[at + 3]]);
    let file = u64::from(word(0)) | u64::from(word(4)) << 32;
    Posting { file: SymbolId(file.cast_signed()), first: word(8), second: word(12) }
}
