//! The code as the axes want it, out of the knowledge base; what was not yet seen in a content is looked at now.

use super::layout::Layout;
use super::pages::Pages;
use super::waivers::Waivers;
use super::{Request, Selection};
use crate::index::IndexError;
use crate::pack::kinds::is_test;
use crate::state::open_base;
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use tribunal_axes::{Code, CodeFile, FileKind, OBSERVER_VERSION, Observations, needs_expressions, observe};
use tribunal_domain::facts::FileFacts;
use tribunal_domain::{ContentHash, Language, RepoPath, SymbolId};
use tribunal_graph::{Manifests, is_manifest};
use tribunal_repo::{Repository, Snapshot};
use tribunal_store::{Curated, FileRecord, StoreError, decode_facts_with, decode_resolution};

/// Everything a review works on.
pub(super) struct Loaded {
    pub code: Code,
    /// The hash of all that was read.
    pub snapshot: String,
    pub skipped: Vec<(String, usize)>,
    pub problems: Vec<String>,
    hashes: FxHashMap<RepoPath, ContentHash>,
    source: Arc<Snapshot>,
}

impl Loaded {
    /// Reads the base and looks at what it has not seen yet.
    pub(super) fn of(repository: &Repository, request: &Request<'_>) -> Result<Self, IndexError> {
        let (_, curated) = open_base(repository)?;
        let snapshot = Arc::clone(&request.tree);
        let rows = curated.file_rows()?;
        let mut problems = Vec::new();
        let places = Places::of(&rows);
        let parts = Parts::load(&curated, &places, request.jobs)?;
        let watch = Watch { snapshot: &snapshot, places: &places, rows: &rows, parts: &parts, request };
        let observations = watch.complete(&curated, &mut problems)?;
        let hashes = rows.iter().map(|row| (row.path.clone(), row.content_hash)).collect();
        let skipped = skipped(&rows, &request.selection);
        let layout = Layout::of(&snapshot, &hashes);
        let files = files(rows, parts, observations, &layout);
        let pages = Pages::of(&snapshot, request.config.index.max_file_bytes);
        let mut entries = curated.all_entry_points()?;
        entries.extend(pages.scripts);
        let scripts = script_settings(&snapshot);
        let code = Code::owned(files, entries, &layout.licence)
            .with_aliases(scripts.aliases())
            .with_jsx_factories(scripts.jsx_factories())
            .with_outside(pages.words)
            .with_spoken(pages.spoken);
        let code = code.with_packages(layout.packages());
        let code = code.with_coverage(request.coverage.clone());
        let hash = curated.meta("snapshot")?.unwrap_or_default();
        Ok(Self { skipped, problems, ..Self::new(code, hash, hashes, snapshot) })
    }

    /// Code that is all there is.
    pub(super) fn new(
        code: Code,
        hash: String,
        hashes: FxHashMap<RepoPath, ContentHash>,
        source: Arc<Snapshot>,
    ) -> Self {
        Self { code, snapshot: hash, skipped: Vec::new(), problems: Vec::new(), hashes, source }
    }

    /// Whether a file is somebody's to mend here: not written by a tool, not copied, no specimen. Pages of documentation,
    /// which are no code, are.
    pub(super) fn is_own(&self, path: &RepoPath) -> bool {
        self.code.file_at(path).is_none_or(|file| file.kind.is_own())
    }

    /// What was read.
    pub(super) fn source(&self) -> Arc<Snapshot> {
        Arc::clone(&self.source)
    }

    /// What the project does not want to hear.
    pub(super) fn waivers(&self) -> Waivers {
        Waivers::of(&self.source)
    }

    /// The language a file was read as.
    pub(super) fn language_of(&self, path: &RepoPath) -> Option<Language> {
        self.code.file_at(path).map(CodeFile::language)
    }

    /// The bytes of a file.
    pub(super) fn read(&self, path: &RepoPath) -> Option<Vec<u8>> {
        self.source.read_path(path).ok()
    }

    /// How many files that are wanted were looked at.
    pub(super) fn looked_at(&self, selection: &Selection) -> usize {
        let own = self.code.files.iter().filter(|file| file.kind.is_own());
        own.filter(|file| selection.wants_file(&file.path)).count()
    }

    /// The hash of a file's bytes, as text.
    pub(super) fn hash_of(&self, path: &RepoPath) -> Option<String> {
        let read = || self.read(path).map(|bytes| ContentHash::of(&bytes).to_string());
        self.hashes.get(path).map(ToString::to_string).or_else(read)
    }
}

/// Facts and settled names of every file, decoded on several threads.
struct Parts {
    facts: Vec<Option<FileFacts>>,
    outcomes: Vec<Option<tribunal_domain::FileResolution>>,
}

impl Parts {
    fn load(curated: &Curated, places: &Places<'_>, jobs: usize) -> Result<Self, StoreError> {
        Ok(Self {
            facts: places.read(
                jobs,
                |give| curated.visit_facts(&mut |id, bytes| places.of_id(id).for_each(|at| give(at, bytes))),
                |_, bytes| decode_facts_with(needs_expressions, bytes),
            )?,
            outcomes: places.read(
                jobs,
                |give| curated.visit_resolutions(&mut |id, bytes| places.of_id(id).for_each(|at| give(at, bytes))),
                |_, bytes| decode_resolution(bytes),
            )?,
        })
    }
}

/// So many bytes of rows are handed on together.
const BATCH: usize = 512 << 10;

/// So many batches are read ahead of those that decode them.
const WAITING: usize = 4;

/// The files by their ids and by what is in them.
struct Places<'a> {
    rows: &'a [FileRecord],
    by_id: FxHashMap<SymbolId, usize>,
    by_content: FxHashMap<(ContentHash, Language), Vec<usize>>,
}

impl<'a> Places<'a> {
    fn of(rows: &'a [FileRecord]) -> Self {
        let mut by_content: FxHashMap<_, Vec<usize>> = FxHashMap::default();
        for (at, row) in rows.iter().enumerate() {
            if let Some(language) = row.language {
                by_content.entry((row.content_hash, language)).or_default().push(at);
            }
        }
        Self { rows, by_id: rows.iter().enumerate().map(|(at, row)| (row.id, at)).collect(), by_content }
    }

    fn of_id(&self, id: SymbolId) -> impl Iterator<Item = usize> {
        self.by_id.get(&id).copied().into_iter()
    }

    fn of_content(&self, hash: ContentHash, language: Language) -> &[usize] {
        self.by_content.get(&(hash, language)).map_or(&[], Vec::as_slice)
    }

    /// What is kept of every file, decoded on several threads; `None` where there is nothing or it cannot be read.
    fn read<R: Send>(
        &self,
        jobs: usize,
        visit: impl Fn(&mut dyn FnMut(usize, &[u8])) -> Result<(), StoreError>,
        decode: impl Fn(&FileRecord, &[u8]) -> Option<R> + Sync,
    ) -> Result<Vec<Option<R>>, StoreError> {
        let mut decoded: Vec<Option<R>> = self.rows.iter().map(|_| None).collect();
        let (give, take) = std::sync::mpsc::sync_channel::<Vec<(usize, Vec<u8>)>>(WAITING);
        let take = Mutex::new(take);
        let next = || take.lock().expect("no thread panics while it waits").recv();
        let work = || {
            let mut own = Vec::new();
            while let Ok(batch) = next() {
                own.extend(batch.into_iter().map(|(at, bytes)| (at, decode(&self.rows[at], &bytes))));
            }
            own
        };
        std::thread::scope(|threads| {
            let workers: Vec<_> = (0..jobs.max(1)).map(|_| threads.spawn(work)).collect();
            let (mut batch, mut size) = (Vec::new(), 0);
            let hand_on = |batch| give.send(batch).expect("somebody takes as long as somebody gives");
            let visited = visit(&mut |at, bytes| {
                batch.push((at, bytes.to_vec()));
                size += bytes.len();
                if size >= BATCH {
                    hand_on(std::mem::take(&mut batch));
                    size = 0;
                }
            });
            hand_on(batch);
            drop(give);
            for (at, value) in workers.into_iter().flat_map(|worker| worker.join().expect("decoding does not panic")) {
                decoded[at] = value;
            }
            visited
        })?;
        Ok(decoded)
    }
}

/// Looks at contents that were not seen before.
struct Watch<'a> {
    snapshot: &'a Snapshot,
    places: &'a Places<'a>,
    rows: &'a [FileRecord],
    parts: &'a Parts,
    request: &'a Request<'a>,
}

impl Watch<'_> {
    fn complete(&self, curated: &Curated, problems: &mut Vec<String>) -> Result<Vec<Observations>, IndexError> {
        let mut observations = self.places.read(
            self.request.jobs,
            |give| {
                let mut wanted = |hash, language| !self.places.of_content(hash, language).is_empty();
                curated.visit_observations(OBSERVER_VERSION, &mut wanted, &mut |hash, language, bytes| {
                    self.places.of_content(hash, language).iter().for_each(|at| give(*at, bytes));
                })
            },
            |row, bytes| Observations::decode(bytes, &row.path),
        )?;
        let missing: Vec<usize> =
            (0..self.rows.len()).filter(|&at| self.is_own(at) && observations[at].is_none()).collect();
        self.request.progress.phase("reviewing", missing.len());
        let seen = in_parallel(self.request.jobs, &missing, |&at| self.look(at));
        let mut rows = Vec::new();
        for (&at, seen) in missing.iter().zip(seen) {
            match seen {
                Ok(seen) => {
                    let language = self.parts.facts[at].as_ref().map(|facts| facts.language).expect("it has facts");
                    rows.push((self.rows[at].content_hash, language, seen.encode()));
                    observations[at] = Some(seen);
                }
                Err(problem) => problems.push(problem),
            }
        }
        // A base that cannot be written costs time, not findings.
        if !rows.is_empty() && curated.put_observations(OBSERVER_VERSION, &rows).is_err() {
            problems.push("what was seen could not be kept; the next review looks at everything again".to_owned());
        }
        Ok(observations.into_iter().map(Option::unwrap_or_default).collect())
    }

    /// Whether a file is code that somebody here writes: what tools wrote or others, nobody mends here.
    fn is_own(&self, at: usize) -> bool {
        let flags = self.rows[at].flags;
        self.parts.facts[at].as_ref().is_some_and(|facts| !facts.generated && !flags.generated && !flags.vendored)
    }

    fn look(&self, at: usize) -> Result<Observations, String> {
        let row = &self.rows[at];
        let facts = self.parts.facts[at].as_ref().expect("only files with facts are looked at");
        let bytes = self.snapshot.read_path(&row.path).map_err(|error| format!("{}: {error}", row.path))?;
        self.request.progress.advance(1);
        if ContentHash::of(&bytes) != row.content_hash {
            return Err(format!("{}: it changed while it was read; review again", row.path));
        }
        Ok(observe(&row.path, &bytes, facts))
    }
}

fn files(rows: Vec<FileRecord>, parts: Parts, observations: Vec<Observations>, layout: &Layout) -> Vec<CodeFile> {
    let mut files = Vec::new();
    for (((row, facts), outcomes), seen) in rows.into_iter().zip(parts.facts).zip(parts.outcomes).zip(observations) {
        let Some(facts) = facts else { continue };
        let vendored = row.flags.vendored || layout.is_copied(&row.path);
        let kind = file_kind(&row.path, row.flags.generated || facts.generated, vendored);
        files.push(CodeFile::new(row.path, kind, facts, outcomes.unwrap_or_default(), seen));
    }
    files
}

/// What a file is recognised as.
pub(super) fn file_kind(path: &RepoPath, generated: bool, vendored: bool) -> FileKind {
    FileKind { generated, vendored, test: is_test(path), specimen: false, stub: path.extension() == b"pyi" }
}

/// Files that are wanted and no code, or were not read, by reason.
fn skipped(rows: &[FileRecord], selection: &Selection) -> Vec<(String, usize)> {
    let mut reasons: std::collections::BTreeMap<String, usize> = std::collections::BTreeMap::new();
    for row in rows.iter().filter(|row| selection.wants_file(&row.path)) {
        let reason = match (&row.skipped, row.language) {
            (Some(reason), _) => reason.clone(),
            (None, None) => "not in a language that is known".to_owned(),
            (None, Some(_)) if row.flags.generated => "generated".to_owned(),
            (None, Some(_)) if row.flags.vendored => "vendored".to_owned(),
            (None, Some(_)) => continue,
        };
        *reasons.entry(reason).or_default() += 1;
    }
    reasons.into_iter().collect()
}

/// What packages and compilers of scripts are told.
fn script_settings(snapshot: &Snapshot) -> Manifests {
    let configures = |path: &RepoPath| is_manifest(path) && path.extension() == b"json";
    let entries = snapshot.entries().iter().filter(|entry| configures(&entry.path));
    let files: Vec<_> = entries.filter_map(|entry| Some((entry.path.clone(), snapshot.read(entry).ok()?))).collect();
    Manifests::parse(&files)
}

/// Does one thing to many on several threads; results stand in the order of what was given.
pub(super) fn in_parallel<T: Sync, R: Send>(jobs: usize, items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, R)>> = Mutex::new(Vec::with_capacity(items.len()));
    std::thread::scope(|threads| {
        for _ in 0..jobs.clamp(1, items.len().max(1)) {
            threads.spawn(|| {
                let mut own = Vec::new();
                while let Some((at, item)) = next_of(&next, items) {
                    own.push((at, work(item)));
                }
                done.lock().expect("no thread panics while it hands in").extend(own);
            });
        }
    });
    let mut done = done.into_inner().expect("no thread panicked");
    done.sort_unstable_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}

fn next_of<'a, T>(next: &AtomicUsize, items: &'a [T]) -> Option<(usize, &'a T)> {
    let at = next.fetch_add(1, Ordering::Relaxed);
    items.get(at).map(|item| (at, item))
}
