//! Facts of all files that changed, on all cores; rows are written as they arrive.

use super::compare::{Candidate, Comparison};
use super::{IndexError, Run, Scope};
use rustc_hash::FxHashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;
use tribunal_axes::{OBSERVER_VERSION, observe_tree};
use tribunal_domain::facts::FileFacts;
use tribunal_domain::{ContentHash, Language, RepoPath, file_id, symbol_ids};
use tribunal_graph::interface_of;
use tribunal_repo::{Entry, EntryKind, Snapshot, classify};
use tribunal_store::{Curated, FactsKey, FileFlags, FileRecord, Opened, Writer, decode_facts, encode_facts};
use tribunal_syntax::{EXTRACTOR_VERSION, Limits, extract_with_tree, language_of};

/// Files in flight between the workers and the writer; bounds memory.
const IN_FLIGHT: usize = 64;

/// What is left of extraction for the next phases.
pub(crate) struct Extracted {
    /// The language and key of each file of the comparison, in its order.
    pub keys: Vec<Option<FactsKey>>,
    /// The files that were written, by their place in the comparison, with their encoded facts.
    pub fresh: FxHashMap<usize, Fresh>,
    /// Files that were parsed.
    pub parsed: usize,
    /// Files whose facts were known.
    pub reused: usize,
    /// All rows, in path order.
    pub rows: Vec<FileRecord>,
}

/// A file that was written in this run.
pub(crate) struct Fresh {
    /// Encoded facts.
    pub facts: Vec<u8>,
    /// The interface, taken by the world when it is first asked for.
    pub interface: Mutex<Option<FileFacts>>,
    /// The interface, encoded.
    pub interface_bytes: Vec<u8>,
}

/// What a worker says of one file.
struct Finding {
    at: usize,
    record: FileRecord,
    contents: Option<Contents>,
    same_content: bool,
}

struct Contents {
    key: FactsKey,
    facts: FileFacts,
    facts_bytes: Vec<u8>,
    interface: FileFacts,
    interface_bytes: Vec<u8>,
    known: bool,
    /// What a review sees in it, if it was looked at.
    seen: Option<Vec<u8>>,
}

impl Run<'_> {
    pub(crate) fn extract(
        &self,
        snapshot: &Snapshot,
        base: Option<&Curated>,
        comparison: &Comparison,
        writer: &mut Writer<'_>,
        scope: Scope,
    ) -> Result<Extracted, IndexError> {
        let todo: Vec<usize> = (0..comparison.files.len())
            .filter(|&at| scope == Scope::Everything || !comparison.files[at].same)
            .collect();
        let mut extracted = Extracted {
            keys: comparison.files.iter().map(|file| file.known.as_ref().and_then(key_of)).collect(),
            fresh: FxHashMap::default(),
            parsed: 0,
            reused: 0,
            rows: Vec::new(),
        };
        let mut rows: Vec<Option<FileRecord>> = comparison.files.iter().map(|file| file.known.clone()).collect();
        if scope == Scope::Changes {
            for gone in &comparison.removed {
                writer.remove_file(gone.id)?;
            }
            extracted.reused = comparison
                .files
                .iter()
                .filter(|file| file.same && file.known.as_ref().and_then(key_of).is_some())
                .count();
        }
        self.options.progress.phase("reading", todo.len());
        let next = AtomicUsize::new(0);
        let based = base.is_some();
        let jobs = self.jobs().clamp(1, todo.len().max(1));
        if jobs == 1 {
            let store = if based { self.reader() } else { None };
            for &at in &todo {
                self.check_cancelled()?;
                let finding = self.look(snapshot, comparison, at, store.as_ref(), scope);
                self.options.progress.advance(1);
                keep(writer, finding, &mut extracted, &mut rows, scope)?;
            }
            extracted.rows = rows.into_iter().flatten().collect();
            return Ok(extracted);
        }
        let outcome: Result<(), IndexError> = std::thread::scope(|threads| {
            let (send, receive) = sync_channel::<Finding>(IN_FLIGHT);
            for _ in 0..jobs {
                let (send, next, todo) = (send.clone(), &next, &todo);
                threads.spawn(move || {
                    let store = if based { self.reader() } else { None };
                    while let Some(&at) = todo.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let finding = self.look(snapshot, comparison, at, store.as_ref(), scope);
                        if self.check_cancelled().is_err() || send.send(finding).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(send);
            for finding in receive {
                self.options.progress.advance(1);
                keep(writer, finding, &mut extracted, &mut rows, scope)?;
            }
            Ok(())
        });
        outcome?;
        self.check_cancelled()?;
        extracted.rows = rows.into_iter().flatten().collect();
        Ok(extracted)
    }

    /// A connection of its own for a worker that looks for known facts.
    pub(crate) fn reader(&self) -> Option<Curated> {
        match Curated::open_read_only(self.state) {
            Ok(Opened::Ready(curated)) => Some(curated),
            _ => None,
        }
    }

    fn look(
        &self,
        snapshot: &Snapshot,
        comparison: &Comparison,
        at: usize,
        store: Option<&Curated>,
        scope: Scope,
    ) -> Finding {
        let file = &comparison.files[at];
        let entry = &snapshot.entries()[file.entry];
        let mut record = blank_record(file, entry, snapshot);
        if let Some(reason) = not_a_file(file, entry) {
            record.skipped = Some(reason.to_owned());
            return Finding { at, record, contents: None, same_content: false };
        }
        let bytes = match snapshot.read(entry) {
            Ok(bytes) => bytes,
            Err(error) => {
                record.skipped = Some(format!("unreadable: {}", short_reason(&error)));
                record.problems = 1;
                return Finding { at, record, contents: None, same_content: false };
            }
        };
        record.content_hash = ContentHash::of(&bytes);
        record.size = bytes.len() as u64;
        let known = file.known.as_ref();
        if scope == Scope::Changes
            && known.is_some_and(|row| {
                row.content_hash == record.content_hash
                    && row.skipped.as_deref().is_none_or(|reason| !reason.starts_with("unreadable"))
            })
        {
            return Finding { at, record, contents: None, same_content: true };
        }
        let contents = self.contents(comparison, &file.path, &bytes, &mut record, store);
        Finding { at, record, contents, same_content: false }
    }

    /// Classifies the bytes and, where they are code, gets their facts: known ones, or new ones.
    fn contents(
        &self,
        comparison: &Comparison,
        path: &RepoPath,
        bytes: &[u8],
        record: &mut FileRecord,
        store: Option<&Curated>,
    ) -> Option<Contents> {
        let mut class = classify(path, bytes);
        comparison.attributes.apply(path, &mut class);
        record.flags = FileFlags { binary: class.binary, generated: class.generated, vendored: class.vendored };
        if class.binary {
            record.skipped = Some("binary".to_owned());
            return None;
        }
        record.lines = line_count(bytes);
        let language = self.language(path, bytes)?;
        if class.generated && !self.options.config.index.include_generated {
            record.skipped = Some("generated".to_owned());
            return None;
        }
        record.language = Some(language);
        let key = FactsKey { content_hash: record.content_hash, language, extractor_version: EXTRACTOR_VERSION };
        let stored = store.and_then(|store| stored_facts(store, &key));
        let known = stored.is_some();
        let limits = Limits { bytes: self.options.config.index.max_file_bytes as usize, ..Limits::default() };
        let contents = stored.unwrap_or_else(|| {
            let (facts, tree) = extract_with_tree(language, path, bytes, limits);
            // What tools wrote or others, no review looks at.
            let own = !class.generated && !class.vendored && !facts.generated;
            let tree = tree.filter(|_| self.options.observe && own && bytes.len() <= Limits::default().bytes);
            let seen = tree.map(|tree| observe_tree(path, &tree, &facts).encode());
            let interface = interface_of(&facts);
            let (facts_bytes, interface_bytes) = (encode_facts(&facts), encode_facts(&interface));
            Contents { key, facts, facts_bytes, interface, interface_bytes, known, seen }
        });
        record.flags.generated |= contents.facts.generated;
        record.problems = contents.facts.problems.len() as u32;
        record.skipped = skip_reason(&contents.facts);
        Some(contents)
    }

    fn language(&self, path: &RepoPath, bytes: &[u8]) -> Option<Language> {
        let wanted = &self.options.config.project.languages;
        language_of(path, bytes).filter(|language| wanted.is_empty() || wanted.contains(language))
    }
}

fn stored_facts(store: &Curated, key: &FactsKey) -> Option<Contents> {
    let facts_bytes = store.facts_bytes(key).ok()??;
    let interface_bytes = store.interface(key).ok()??;
    let (facts, interface) = (decode_facts(&facts_bytes)?, decode_facts(&interface_bytes)?);
    Some(Contents { key: *key, facts, facts_bytes, interface, interface_bytes, known: true, seen: None })
}

fn keep(
    writer: &mut Writer<'_>,
    finding: Finding,
    extracted: &mut Extracted,
    rows: &mut [Option<FileRecord>],
    scope: Scope,
) -> Result<(), IndexError> {
    let Finding { at, record, contents, same_content } = finding;
    if same_content {
        writer.touch_stamp(record.id, &record.stamp)?;
        extracted.reused += usize::from(extracted.keys[at].is_some());
        return Ok(());
    }
    extracted.keys[at] = contents.as_ref().map(|contents| contents.key);
    match contents {
        None => writer.put_file(&record, None)?,
        Some(contents) => {
            writer.put_facts(&contents.key, &contents.interface_bytes, &contents.facts_bytes)?;
            if let Some(seen) = &contents.seen {
                writer.put_observation(OBSERVER_VERSION, &contents.key, seen)?;
            }
            let ids = symbol_ids(&record.path, &contents.facts);
            writer.put_file(&record, Some((&contents.facts, &ids)))?;
            if contents.known {
                extracted.reused += 1;
            } else {
                extracted.parsed += 1;
            }
            let interface = Mutex::new(Some(contents.interface));
            let interface_bytes = if scope == Scope::Changes { contents.interface_bytes } else { Vec::new() };
            extracted.fresh.insert(at, Fresh { facts: contents.facts_bytes, interface, interface_bytes });
        }
    }
    rows[at] = Some(record);
    Ok(())
}

/// The key of a row that has facts.
pub(crate) fn key_of(row: &FileRecord) -> Option<FactsKey> {
    let language = row.language?;
    Some(FactsKey { content_hash: row.content_hash, language, extractor_version: EXTRACTOR_VERSION })
}

fn blank_record(file: &Candidate, entry: &Entry, snapshot: &Snapshot) -> FileRecord {
    // A file that changed a moment ago may change again without a new stamp: without one it is hashed next time.
    let stamp = if snapshot.is_settled(entry) { entry.stamp.to_string().into_bytes() } else { Vec::new() };
    FileRecord {
        id: file_id(&file.path),
        path: file.path.clone(),
        language: None,
        content_hash: ContentHash::of(b""),
        size: entry.size,
        lines: 0,
        stamp,
        flags: FileFlags::default(),
        skipped: None,
        problems: 0,
    }
}

/// What an entry is that has no content of its own, or none that is read.
pub(super) fn not_a_file(file: &Candidate, entry: &Entry) -> Option<&'static str> {
    match entry.kind {
        EntryKind::Symlink => Some("a symbolic link"),
        EntryKind::Submodule => Some("a submodule"),
        _ if file.huge => Some("larger than 256 MiB"),
        _ => None,
    }
}

fn short_reason(error: &tribunal_repo::RepoError) -> String {
    // The cause alone: the message names the place on this machine.
    let cause = std::error::Error::source(error).map_or_else(|| error.to_string(), ToString::to_string);
    cause.lines().next().unwrap_or_default().to_owned()
}

/// Facts that are empty because of a cap make the file a skipped one.
fn skip_reason(facts: &FileFacts) -> Option<String> {
    use tribunal_domain::facts::ProblemKind;
    let capped = |kind| matches!(kind, ProblemKind::TooLarge | ProblemKind::TooSlow);
    facts.problems.iter().find(|problem| capped(problem.kind)).map(|problem| facts.text(problem.message).to_owned())
}

fn line_count(bytes: &[u8]) -> u32 {
    let ends = bytes.split(|&byte| byte == b'\n').count() - 1;
    (ends + usize::from(bytes.last().is_some_and(|&last| last != b'\n'))) as u32
}
