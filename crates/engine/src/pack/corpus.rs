//! The search documents and token counts of all files: made where they are missing, and held for the signals to scan.

use super::document::{Document, VERSION, encode};
use super::known::Known;
use crate::index::Progress;
use std::sync::atomic::{AtomicUsize, Ordering};
use tribunal_domain::ContentHash;
use tribunal_repo::Snapshot;
use tribunal_store::{Curated, FactsKey, FileRecord, Opened, StateDir, StoreError};
use tribunal_syntax::EXTRACTOR_VERSION;
use tribunal_text::tokens::Vocabulary;

/// Documents are written in batches of so many: a batch lost to Ctrl-C is a moment's work.
const BATCH: usize = 512;

/// Makes the documents of all contents that have none yet, and counts their tokens if a vocabulary is given.
pub(super) fn complete(
    curated: &Curated,
    sources: &Files<'_>,
    vocabulary: Option<Vocabulary>,
    progress: &dyn Progress,
) -> Result<(), StoreError> {
    let there = curated.document_hashes(VERSION)?;
    let counted = vocabulary.map(|vocabulary| curated.token_counts(vocabulary.name())).transpose()?;
    let mut todo: Vec<Todo<'_>> = sources
        .known
        .files()
        .iter()
        .filter(|file| is_searched(file))
        .map(|file| {
            let count = vocabulary
                .filter(|_| counted.as_ref().is_some_and(|counted| !counted.contains_key(&file.content_hash)));
            Todo { file, document: !there.contains(&file.content_hash), count }
        })
        .collect();
    todo.retain(|todo| todo.document || todo.count.is_some());
    todo.sort_by_key(|todo| todo.file.content_hash);
    todo.dedup_by_key(|todo| todo.file.content_hash);
    if todo.is_empty() {
        return Ok(());
    }
    progress.phase("reading words", todo.len());
    for batch in todo.chunks(BATCH) {
        let made = in_parallel(batch, sources);
        let documents: Vec<_> = made.iter().filter_map(|made| Some((made.hash, made.document.clone()?))).collect();
        curated.put_documents(VERSION, &documents)?;
        if let Some(vocabulary) = vocabulary {
            let counts: Vec<_> = made.iter().filter_map(|made| Some((made.hash, made.tokens?))).collect();
            curated.put_token_counts(vocabulary.name(), &counts)?;
        }
        progress.advance(batch.len());
    }
    Ok(())
}

/// Where contents are read from, and by how many threads.
pub(super) struct Files<'a> {
    pub state: &'a StateDir,
    pub snapshot: &'a Snapshot,
    pub known: &'a Known,
    pub jobs: usize,
}

/// What is not known of a content yet.
struct Todo<'a> {
    file: &'a FileRecord,
    document: bool,
    count: Option<Vocabulary>,
}

/// What was found out.
struct Made {
    hash: ContentHash,
    document: Option<Vec<u8>>,
    tokens: Option<u32>,
}

/// Whether a file's content can be searched.
fn is_searched(file: &FileRecord) -> bool {
    !file.flags.binary && file.skipped.is_none()
}

fn in_parallel(batch: &[Todo<'_>], sources: &Files<'_>) -> Vec<Made> {
    let next = AtomicUsize::new(0);
    let work = || {
        let reader = match Curated::open_read_only(sources.state) {
            Ok(Opened::Ready(curated)) => Some(curated),
            _ => None,
        };
        let mut made = Vec::new();
        while let Some(todo) = batch.get(next.fetch_add(1, Ordering::Relaxed)) {
            made.extend(make(todo, sources.snapshot, reader.as_ref()));
        }
        made
    };
    std::thread::scope(|threads| {
        let running: Vec<_> = (0..sources.jobs.clamp(1, batch.len())).map(|_| threads.spawn(work)).collect();
        running.into_iter().flat_map(|thread| thread.join().expect("making documents does not panic")).collect()
    })
}

/// What is wanted of a file; nothing if it has changed since it was indexed or cannot be read.
fn make(todo: &Todo<'_>, snapshot: &Snapshot, reader: Option<&Curated>) -> Option<Made> {
    let file = todo.file;
    let bytes = snapshot.read_path(&file.path).ok()?;
    if ContentHash::of(&bytes) != file.content_hash {
        return None;
    }
    let text = String::from_utf8_lossy(&bytes);
    let tokens = todo.count.map(|vocabulary| vocabulary.count(&text) as u32);
    let document = todo.document.then(|| {
        let facts = file.language.and_then(|language| {
            let key = FactsKey { content_hash: file.content_hash, language, extractor_version: EXTRACTOR_VERSION };
            reader?.facts(&key).ok()?
        });
        encode(&text, facts.as_ref())
    });
    Some(Made { hash: file.content_hash, document, tokens })
}

/// The documents of all files that have one, in memory.
pub(super) struct Corpus {
    documents: Vec<(usize, Vec<u8>)>,
}

impl Corpus {
    /// Reads them.
    pub(super) fn load(curated: &Curated, known: &Known) -> Result<Self, StoreError> {
        let mut documents = Vec::with_capacity(known.len());
        curated.visit_documents(VERSION, &mut |file, bytes| {
            if let Some(place) = known.place(file).filter(|_| Document::new(bytes).is_some()) {
                documents.push((place, bytes.to_vec()));
            }
        })?;
        documents.sort_unstable_by_key(|(place, _)| *place);
        Ok(Self { documents })
    }

    /// Each document with its file's place, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, Document<'_>)> {
        self.documents.iter().filter_map(|(place, bytes)| Some((*place, Document::new(bytes)?)))
    }

    /// The document of the file at a place.
    pub(super) fn document(&self, place: usize) -> Option<Document<'_>> {
        let at = self.documents.binary_search_by_key(&place, |(place, _)| *place).ok()?;
        Document::new(&self.documents[at].1)
    }

    /// How many documents there are.
    pub(super) fn len(&self) -> usize {
        self.documents.len()
    }
}
