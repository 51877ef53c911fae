//! The code as the axes want it, out of the knowledge base; what was not yet seen in a content is looked at now.

use super::Request;
use crate::index::IndexError;
use crate::pack::kinds::is_test;
use crate::state::open_base;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use tribunal_axes::{Code, CodeFile, FileKind, OBSERVER_VERSION, Observations, observe};
use tribunal_domain::facts::FileFacts;
use tribunal_domain::{ContentHash, Language, RepoPath, SymbolId};
use tribunal_graph::{Manifests, is_manifest};
use tribunal_repo::{Repository, Snapshot, WorktreeOptions};
use tribunal_store::{Curated, FileRecord, StoreError, decode_facts, decode_resolution};

/// Everything a review works on.
pub(super) struct Loaded {
    pub code: Code,
    /// The hash of all that was read.
    pub snapshot: String,
    pub skipped: Vec<(String, usize)>,
    pub problems: Vec<String>,
    hashes: FxHashMap<RepoPath, ContentHash>,
    source: Snapshot,
}

impl Loaded {
    /// Reads the base and looks at what it has not seen yet.
    pub(super) fn of(repository: &Repository, request: &Request<'_>) -> Result<Self, IndexError> {
        let (_, curated) = open_base(repository)?;
        let snapshot = repository.worktree(WorktreeOptions::default())?;
        let rows = curated.file_rows()?;
        let mut problems = Vec::new();
        let parts = Parts::load(&curated, &rows, request.jobs)?;
        let watch = Watch { snapshot: &snapshot, rows: &rows, parts: &parts, request };
        let observations = watch.complete(&curated, &mut problems)?;
        let hashes = rows.iter().map(|row| (row.path.clone(), row.content_hash)).collect();
        let skipped = skipped(&rows);
        let files = files(rows, parts, observations);
        let code = Code::new(files, curated.all_entry_points()?).with_aliases(aliases(&snapshot));
        let code = code.with_outside(outside(&snapshot));
        let hash = curated.meta("snapshot")?.unwrap_or_default();
        Ok(Self { skipped, problems, ..Self::new(code, hash, hashes, snapshot) })
    }

    /// Code that is all there is.
    pub(super) fn new(code: Code, hash: String, hashes: FxHashMap<RepoPath, ContentHash>, source: Snapshot) -> Self {
        Self { code, snapshot: hash, skipped: Vec::new(), problems: Vec::new(), hashes, source }
    }

    /// Whether a file is neither generated nor vendored.
    pub(super) fn is_own(&self, path: &RepoPath) -> bool {
        let at = self.code.files.binary_search_by(|file| file.path.cmp(path));
        at.is_ok_and(|at| !self.code.files[at].kind.generated && !self.code.files[at].kind.vendored)
    }

    /// The language a file was read as.
    pub(super) fn language_of(&self, path: &RepoPath) -> Option<Language> {
        let at = self.code.files.binary_search_by(|file| file.path.cmp(path)).ok()?;
        Some(self.code.files[at].language())
    }

    /// The bytes of a file.
    pub(super) fn read(&self, path: &RepoPath) -> Option<Vec<u8>> {
        self.source.read_path(path).ok()
    }

    /// How many files were looked at.
    pub(super) fn looked_at(&self) -> usize {
        self.code.files.iter().filter(|file| !file.kind.generated && !file.kind.vendored).count()
    }

    /// The hash of a file's bytes, as text.
    pub(super) fn hash_of(&self, path: &RepoPath) -> Option<String> {
        self.hashes.get(path).map(ToString::to_string)
    }
}

/// Facts and settled names of every file, decoded on several threads.
struct Parts {
    facts: Vec<Option<FileFacts>>,
    outcomes: Vec<Option<tribunal_domain::FileResolution>>,
}

impl Parts {
    fn load(curated: &Curated, rows: &[FileRecord], jobs: usize) -> Result<Self, StoreError> {
        let places: FxHashMap<SymbolId, usize> = rows.iter().enumerate().map(|(at, row)| (row.id, at)).collect();
        let gather = |visit: &dyn Fn(&mut dyn FnMut(SymbolId, &[u8])) -> Result<(), StoreError>| {
            let mut blobs: Vec<Option<Vec<u8>>> = vec![None; rows.len()];
            visit(&mut |file, bytes| {
                if let Some(&at) = places.get(&file) {
                    blobs[at] = Some(bytes.to_vec());
                }
            })?;
            Ok::<_, StoreError>(blobs)
        };
        let facts = gather(&|visit| curated.visit_facts(visit))?;
        let outcomes = gather(&|visit| curated.visit_resolutions(visit))?;
        Ok(Self {
            facts: in_parallel(jobs, &facts, |bytes| bytes.as_deref().and_then(decode_facts)),
            outcomes: in_parallel(jobs, &outcomes, |bytes| bytes.as_deref().and_then(decode_resolution)),
        })
    }
}

/// Looks at contents that were not seen before.
struct Watch<'a> {
    snapshot: &'a Snapshot,
    rows: &'a [FileRecord],
    parts: &'a Parts,
    request: &'a Request<'a>,
}

impl Watch<'_> {
    fn complete(&self, curated: &Curated, problems: &mut Vec<String>) -> Result<Vec<Observations>, IndexError> {
        let mut kept: FxHashMap<SymbolId, Vec<u8>> = FxHashMap::default();
        curated.visit_observations(OBSERVER_VERSION, &mut |file, bytes| {
            kept.insert(file, bytes.to_vec());
        })?;
        let missing: Vec<usize> =
            (0..self.rows.len()).filter(|&at| self.is_own(at) && !kept.contains_key(&self.rows[at].id)).collect();
        self.request.progress.phase("reviewing", missing.len());
        let seen = in_parallel(self.request.jobs, &missing, |&at| self.look(at));
        let mut fresh: FxHashMap<usize, Observations> = FxHashMap::default();
        let mut rows = Vec::new();
        for (&at, seen) in missing.iter().zip(seen) {
            match seen {
                Ok(seen) => {
                    let language = self.parts.facts[at].as_ref().map(|facts| facts.language).expect("it has facts");
                    rows.push((self.rows[at].content_hash, language, seen.encode()));
                    fresh.insert(at, seen);
                }
                Err(problem) => problems.push(problem),
            }
        }
        // A base that cannot be written costs time, not findings.
        if !rows.is_empty() && curated.put_observations(OBSERVER_VERSION, &rows).is_err() {
            problems.push("what was seen could not be kept; the next review looks at everything again".to_owned());
        }
        let all: Vec<usize> = (0..self.rows.len()).collect();
        let decoded = in_parallel(self.request.jobs, &all, |&at| {
            kept.get(&self.rows[at].id).and_then(|bytes| Observations::decode(bytes, &self.rows[at].path))
        });
        let filled = decoded.into_iter().enumerate().map(|(at, kept)| fresh.remove(&at).or(kept).unwrap_or_default());
        Ok(filled.collect())
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

fn files(rows: Vec<FileRecord>, parts: Parts, observations: Vec<Observations>) -> Vec<CodeFile> {
    let mut files = Vec::new();
    for (((row, facts), outcomes), seen) in rows.into_iter().zip(parts.facts).zip(parts.outcomes).zip(observations) {
        let Some(facts) = facts else { continue };
        let kind = file_kind(&row.path, row.flags.generated || facts.generated, row.flags.vendored);
        files.push(CodeFile::new(row.path, kind, facts, outcomes.unwrap_or_default(), seen));
    }
    files
}

/// What a file is recognised as.
pub(super) fn file_kind(path: &RepoPath, generated: bool, vendored: bool) -> FileKind {
    FileKind { generated, vendored, test: is_test(path) }
}

/// Files that are no code or were not read, by reason.
fn skipped(rows: &[FileRecord]) -> Vec<(String, usize)> {
    let mut reasons: std::collections::BTreeMap<String, usize> = std::collections::BTreeMap::new();
    for row in rows {
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

/// Files that use scripts and are in no language that is read.
const COMPONENTS: &[&[u8]] = &[b"vue", b"svelte", b"astro", b"mdx", b"html", b"htm", b"marko", b"hbs", b"ejs"];

/// Larger pages were made by tools.
const COMPONENT_BYTES: u64 = 512 << 10;

/// The words of such files.
pub(super) fn outside(snapshot: &Snapshot) -> FxHashSet<String> {
    let mut words = FxHashSet::default();
    let is_component = |path: &RepoPath| COMPONENTS.contains(&path.extension());
    for entry in snapshot.entries().iter().filter(|entry| is_component(&entry.path) && entry.size <= COMPONENT_BYTES) {
        let Ok(bytes) = snapshot.read(entry) else { continue };
        let text = String::from_utf8_lossy(&bytes);
        let parts = text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$');
        words.extend(parts.filter(|word| word.len() > 1).map(str::to_owned));
    }
    words
}

fn aliases(snapshot: &Snapshot) -> Vec<(String, String)> {
    let configures = |path: &RepoPath| is_manifest(path) && path.extension() == b"json";
    let entries = snapshot.entries().iter().filter(|entry| configures(&entry.path));
    let files: Vec<_> = entries.filter_map(|entry| Some((entry.path.clone(), snapshot.read(entry).ok()?))).collect();
    Manifests::parse(&files).aliases()
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
