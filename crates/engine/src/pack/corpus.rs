//! The search documents of all files: made where they are missing, and held for the signals to scan.

use super::document::{Document, VERSION, encode};
use super::known::Known;
use crate::index::Progress;
use std::sync::atomic::{AtomicUsize, Ordering};
use tribunal_domain::ContentHash;
use tribunal_repo::Snapshot;
use tribunal_store::{Curated, FactsKey, FileRecord, Opened, StateDir, StoreError};
use tribunal_syntax::EXTRACTOR_VERSION;

/// Documents are written in batches of so many: a batch lost to Ctrl-C is a moment's work.
const BATCH: usize = 512;

/// Makes the documents of all contents that have none yet.
pub(super) fn complete(
    curated: &Curated,
    state: &StateDir,
    snapshot: &Snapshot,
    known: &Known,
    jobs: usize,
    progress: &dyn Progress,
) -> Result<(), StoreError> {
    let there = curated.document_hashes(VERSION)?;
    let mut todo: Vec<&FileRecord> = known.files().iter().filter(|file| is_searched(file)).collect();
    todo.retain(|file| !there.contains(&file.content_hash));
    todo.sort_by_key(|file| file.content_hash);
    todo.dedup_by_key(|file| file.content_hash);
    if todo.is_empty() {
        return Ok(());
    }
    progress.phase("reading words", todo.len());
    for batch in todo.chunks(BATCH) {
        let documents = in_parallel(batch, state, snapshot, jobs);
        curated.put_documents(VERSION, &documents)?;
        progress.advance(batch.len());
    }
    Ok(())
}

/// Whether a file's content can be searched.
fn is_searched(file: &FileRecord) -> bool {
    !file.flags.binary && file.skipped.is_none()
}

fn in_parallel(
    batch: &[&FileRecord],
    state: &StateDir,
    snapshot: &Snapshot,
    jobs: usize,
) -> Vec<(ContentHash, Vec<u8>)> {
    let next = AtomicUsize::new(0);
    let work = || {
        let reader = match Curated::open_read_only(state) {
            Ok(Opened::Ready(curated)) => Some(curated),
            _ => None,
        };
        let mut made = Vec::new();
        while let Some(file) = batch.get(next.fetch_add(1, Ordering::Relaxed)) {
            made.extend(document_of(file, snapshot, reader.as_ref()));
        }
        made
    };
    std::thread::scope(|threads| {
        let running: Vec<_> = (0..jobs.clamp(1, batch.len())).map(|_| threads.spawn(work)).collect();
        running.into_iter().flat_map(|thread| thread.join().expect("making documents does not panic")).collect()
    })
}

/// The document of a file; none if it has changed since it was indexed or cannot be read.
fn document_of(file: &FileRecord, snapshot: &Snapshot, reader: Option<&Curated>) -> Option<(ContentHash, Vec<u8>)> {
    let bytes = snapshot.read_path(&file.path).ok()?;
    if ContentHash::of(&bytes) != file.content_hash {
        return None;
    }
    let facts = file.language.and_then(|language| {
        let key = FactsKey { content_hash: file.content_hash, language, extractor_version: EXTRACTOR_VERSION };
        reader?.facts(&key).ok()?
    });
    Some((file.content_hash, encode(&String::from_utf8_lossy(&bytes), facts.as_ref())))
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
