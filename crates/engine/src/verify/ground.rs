//! The code that findings are held against: one or two snapshots, read and understood only where a claim touches them.
//!
//! Facts come from the knowledge base where it has them for a content. Names are settled by it, too, if it is up to date
//! with what is looked at; otherwise only the files that hold a name are settled, in memory.

use super::words::{Source, Words};
use crate::config::Config;
use crate::index::{IndexError, drift, manifests_of};
use crate::pack::kinds::{is_document, is_test};
use crate::state::open_base;
use rustc_hash::FxHashMap;
use std::cell::{OnceCell, RefCell};
use std::ops::RangeInclusive;
use std::rc::Rc;
use std::sync::Arc;
use tribunal_axes::Code;
use tribunal_domain::facts::{FileFacts, Marked, SymbolIx};
use tribunal_domain::{ContentHash, EntryPoint, FileResolution, Language, RepoPath, SymbolId, file_id, symbol_ids};
use tribunal_graph::{Manifests, Unit, World, interface_of, resolve_file};
use tribunal_repo::{CommitId, EntryKind, Head, Repository, Snapshot, WorktreeOptions, line_hunks};
use tribunal_store::{Curated, FactsKey};
use tribunal_syntax::{EXTRACTOR_VERSION, Limits, extract, language_of};
use tribunal_verify::{FileUses, Look, Scene, Side, SourceFile, Uses, Wanted};

/// Files kept in memory; trials go file by file, so that few are needed at a time.
const KEPT_FILES: usize = 48;
/// Facts kept in memory, for the same reason.
const KEPT_FACTS: usize = 128;
/// Files whose uses are kept, short as they are: they are asked for all over the code.
const KEPT_USES: usize = 20_000;
/// A name that more files hold is too common to be followed.
const MOST_FILES: usize = 1200;
/// Endings of files that no use is written in: pictures, fonts, archives, compiled texts.
const WITHOUT_USES: [&str; 20] = [
    "avif", "bmp", "eot", "gif", "gz", "ico", "jar", "jpeg", "jpg", "mo", "mp3", "mp4", "otf", "pdf", "png", "pyc",
    "ttf", "webp", "woff", "woff2",
];
/// Larger files are not read as text.
const MOST_BYTES: u64 = 64 << 20;

/// What is looked at.
pub(crate) struct GroundRequest<'a> {
    /// The commit; the working tree if there is none.
    pub at: Option<CommitId>,
    /// The side before.
    pub base: Option<CommitId>,
    /// The effective configuration.
    pub config: &'a Config,
    /// The knowledge base is known to be up to date with the working tree.
    pub current: bool,
    /// What is looked at, where somebody has it already.
    pub head: Option<Arc<Snapshot>>,
    /// The same, with its names settled.
    pub code: Option<&'a Code>,
    /// Files that are no part of the code: the findings themselves.
    pub without: &'a [RepoPath],
}

impl<'a> GroundRequest<'a> {
    /// A commit or the working tree, and perhaps the side before it.
    pub fn new(config: &'a Config, at: Option<CommitId>, base: Option<CommitId>) -> Self {
        Self { at, base, config, current: false, head: None, code: None, without: &[] }
    }
}

/// The code that is looked at.
pub(crate) struct Ground<'a> {
    head: Arc<Snapshot>,
    code: Option<&'a Code>,
    base: Option<Snapshot>,
    manifests: OnceCell<Manifests>,
    config: Config,
    curated: Option<Curated>,
    current: bool,
    renames: FxHashMap<RepoPath, RepoPath>,
    commit: Option<String>,
    worktree: bool,
    without: Vec<RepoPath>,
}

impl<'a> Ground<'a> {
    /// Opens snapshots; reads nothing yet.
    pub fn new(repository: &Repository, request: &GroundRequest<'a>) -> Result<Self, IndexError> {
        let head = match (&request.head, request.at) {
            (Some(known), _) => Arc::clone(known),
            (None, Some(commit)) => Arc::new(repository.commit_snapshot(commit)?),
            (None, None) => Arc::new(repository.worktree(WorktreeOptions::default())?),
        };
        let base = request.base.map(|commit| repository.commit_snapshot(commit)).transpose()?;
        let curated = open_base(repository).ok().map(|(_, curated)| curated);
        let current = request.at.is_none()
            && (request.current
                || curated.as_ref().is_some_and(|curated| {
                    drift(repository, &head, curated, request.config)
                        .is_ok_and(|drift| drift.files() == 0 && !drift.settings)
                }));
        let commit = match repository.head() {
            Ok(Head::Branch { commit, .. } | Head::Detached { commit }) => Some(commit),
            _ => None,
        };
        let renames = match (request.base, request.at.or(commit)) {
            (Some(base), Some(head)) => renames(repository, base, head),
            _ => FxHashMap::default(),
        };
        Ok(Self {
            head,
            code: request.code,
            base,
            manifests: OnceCell::new(),
            config: request.config.clone(),
            curated,
            current,
            renames,
            commit: commit.map(|commit| commit.to_string()),
            worktree: request.at.is_none(),
            without: if request.at.is_none() { request.without.to_vec() } else { Vec::new() },
        })
    }

    /// The commit that is checked out.
    pub fn head_commit(&self) -> Option<String> {
        self.commit.clone()
    }

    /// The hash of all that may be read: paths and stamps of the snapshot, or the base's own hash of contents.
    pub fn hash(&self) -> String {
        let stored = self.curated.as_ref().filter(|_| self.current && self.worktree);
        if let Some(hash) = stored.and_then(|curated| curated.meta("snapshot").ok().flatten()) {
            return hash;
        }
        let mut all = Vec::new();
        for entry in self.head.entries() {
            all.extend_from_slice(entry.path.as_bytes());
            all.push(0);
            match &entry.stamp {
                tribunal_repo::Stamp::Object(id) => all.extend(id.to_string().bytes()),
                tribunal_repo::Stamp::Stat { .. } => {
                    let bytes = self.head.read(entry).unwrap_or_default();
                    all.extend(ContentHash::of(&bytes).to_string().bytes());
                }
            }
            all.push(b'\n');
        }
        ContentHash::of(&all).to_string()
    }

    /// Hands out the code.
    pub fn with_scene<T>(&self, work: impl FnOnce(&dyn Scene) -> T) -> T {
        let files =
            self.head.entries().iter().filter(|entry| matches!(entry.kind, EntryKind::File | EntryKind::Executable));
        let listed: Vec<(RepoPath, Option<Language>)> =
            files.map(|entry| (entry.path.clone(), Language::of_path(&entry.path))).collect();
        let snapshot = &self.head;
        let load = |path: &RepoPath| -> Option<FileFacts> {
            let bytes = snapshot.read_path(path).ok()?;
            extract(path, &bytes, Limits::default()).map(|facts| interface_of(&facts))
        };
        let paths: Vec<RepoPath> = listed.iter().map(|(path, _)| path.clone()).collect();
        let make = || {
            let manifests = self.manifests.get_or_init(|| manifests_of(&self.head, &self.config));
            let paths = paths.clone();
            World::new(listed.clone(), manifests, Box::new(move |file| load(&paths[file.ix()])))
        };
        let scene = GroundScene {
            ground: self,
            files: RefCell::default(),
            facts: RefCell::default(),
            words: [OnceCell::new(), OnceCell::new()],
            names: OnceCell::new(),
            hunks: RefCell::default(),
            used: RefCell::default(),
            ids: RefCell::default(),
            entries: OnceCell::new(),
            world: OnceCell::new(),
            make: &make,
        };
        work(&scene)
    }

    fn side(&self, side: Side) -> Option<&Snapshot> {
        match side {
            Side::Head => Some(&self.head),
            Side::Base => self.base.as_ref(),
        }
    }
}

fn renames(repository: &Repository, base: CommitId, head: CommitId) -> FxHashMap<RepoPath, RepoPath> {
    let changes = repository.diff(Some(base), head).unwrap_or_default();
    changes.into_iter().filter_map(|change| Some((change.old_path?, change.path))).collect()
}

/// What a file uses, and why it is used from outside; nothing if its names are not settled.
type UsedIn = Option<Rc<(FileUses, Vec<EntryPoint>)>>;

struct GroundScene<'g> {
    ground: &'g Ground<'g>,
    files: RefCell<Kept<(Side, RepoPath), Look>>,
    facts: RefCell<Kept<(Side, RepoPath), Option<Rc<FileFacts>>>>,
    words: [OnceCell<Words>; 2],
    names: OnceCell<Words>,
    hunks: RefCell<FxHashMap<RepoPath, Vec<RangeInclusive<u32>>>>,
    /// Nothing at all for what is no code.
    used: RefCell<Kept<RepoPath, Option<UsedIn>>>,
    /// The ids of the file that was asked for last.
    ids: RefCell<Option<(RepoPath, Rc<[SymbolId]>)>>,
    entries: OnceCell<FxHashMap<SymbolId, Vec<EntryPoint>>>,
    world: OnceCell<World<'g>>,
    make: &'g dyn Fn() -> World<'g>,
}

/// The newest of what was asked for; everything is forgotten when there is too much of it.
struct Kept<K, V> {
    known: FxHashMap<K, V>,
}

impl<K, V> Default for Kept<K, V> {
    fn default() -> Self {
        Self { known: FxHashMap::default() }
    }
}

impl<K: std::hash::Hash + Eq, V: Clone> Kept<K, V> {
    fn put(&mut self, key: K, value: V, most: usize) {
        if self.known.len() >= most {
            self.known.clear();
        }
        self.known.insert(key, value);
    }
}

/// Under what the knowledge base keeps the facts of a content.
fn key_of(path: &RepoPath, bytes: &[u8]) -> Option<FactsKey> {
    let language = language_of(path, bytes)?;
    Some(FactsKey { content_hash: ContentHash::of(bytes), language, extractor_version: EXTRACTOR_VERSION })
}

impl GroundScene<'_> {
    fn read(&self, side: Side, path: &RepoPath) -> Look {
        let Some(snapshot) = self.ground.side(side) else { return Look::Missing };
        let Some(entry) = snapshot.find(path) else {
            let special = snapshot.problems().iter().find(|problem| problem.path == path.as_bytes());
            return special.map_or(Look::Missing, |problem| Look::Refused(problem.reason.to_string()));
        };
        match entry.kind {
            EntryKind::Symlink => return Look::Refused("is a link, and links are not followed".to_owned()),
            EntryKind::Submodule => return Look::Refused("is another repository".to_owned()),
            EntryKind::File | EntryKind::Executable => {}
        }
        if entry.size > MOST_BYTES {
            return Look::Unreadable("the file is too large to be read".to_owned());
        }
        match snapshot.read(entry) {
            Ok(bytes) => SourceFile::new(path, &bytes).map_or_else(
                || Look::Unreadable("the file is binary".to_owned()),
                |file| Look::File(Rc::new(file.with_zones(self.zones(path, &bytes)))),
            ),
            Err(error) => Look::Unreadable(error.to_string()),
        }
    }

    fn facts_of(&self, side: Side, path: &RepoPath) -> Option<FileFacts> {
        let snapshot = self.ground.side(side)?;
        let entry =
            snapshot.find(path).filter(|entry| matches!(entry.kind, EntryKind::File | EntryKind::Executable))?;
        let bytes = snapshot.read(entry).ok()?;
        let key = key_of(path, &bytes)?;
        let known = self.ground.curated.as_ref().and_then(|curated| curated.facts(&key).ok().flatten());
        known.or_else(|| extract(path, &bytes, Limits::default()))
    }

    /// What of a content is no code, if the knowledge base has it.
    fn zones(&self, path: &RepoPath, bytes: &[u8]) -> Option<Vec<Marked>> {
        self.ground.curated.as_ref()?.zones(&key_of(path, bytes)?).ok().flatten()
    }

    fn words(&self, side: Side) -> Option<&Words> {
        let snapshot = self.ground.side(side)?;
        let at = usize::from(side == Side::Base);
        Some(self.words[at].get_or_init(|| Words::of(snapshot)))
    }

    /// The head files in which a use of a name may stand; `None` if they are too many or cannot all be read.
    fn naming(&self, name: &str) -> Option<Vec<RepoPath>> {
        let Some(code) = self.ground.code else { return self.holding(Side::Head, &[name], MOST_FILES) };
        let names = self.names.get_or_init(|| Words::from(&self.ground.head, |path| uses_in(code, path)));
        let found = names.holding(&[name]);
        let entries = self.ground.head.entries();
        let paths = || found.iter().map(|at| entries[*at as usize].path.clone()).collect();
        (!names.gaps && found.len() <= MOST_FILES).then(paths)
    }

    /// What a head file uses.
    fn used_in(&self, path: &RepoPath) -> Option<UsedIn> {
        if let Some(known) = self.used.borrow().known.get(path) {
            return known.clone();
        }
        let used = match self.ground.code.and_then(|code| code.file_at(path)) {
            Some(file) => {
                let settled = file.facts.references.len() == file.resolution.references.len();
                Some(settled.then(|| Rc::new((FileUses::new(&file.facts, &file.resolution), Vec::new()))))
            }
            None => self.used_alone(path),
        };
        self.used.borrow_mut().put(path.clone(), used.clone(), KEPT_USES);
        used
    }

    /// What a file uses of which nothing is in memory.
    fn used_alone(&self, path: &RepoPath) -> Option<UsedIn> {
        let facts = self.facts.borrow().known.get(&(Side::Head, path.clone())).cloned();
        let facts = facts.unwrap_or_else(|| self.facts_of(Side::Head, path).map(Rc::new));
        facts.map(|facts| {
            let settled = if self.ground.current { self.stored(path) } else { self.resolved(path, &facts) };
            settled.map(|(resolution, entries)| Rc::new((FileUses::new(&facts, &resolution), entries)))
        })
    }

    fn stored(&self, path: &RepoPath) -> Option<(FileResolution, Vec<EntryPoint>)> {
        let (curated, id) = (self.ground.curated.as_ref()?, file_id(path));
        let resolution = curated.resolution(id).ok().flatten()?;
        let all = self.entries.get_or_init(|| {
            let mut by_file: FxHashMap<SymbolId, Vec<EntryPoint>> = FxHashMap::default();
            for entry in curated.all_entry_points().unwrap_or_default() {
                by_file.entry(entry.file).or_default().push(entry);
            }
            by_file
        });
        Some((resolution, all.get(&id).cloned().unwrap_or_default()))
    }

    fn resolved(&self, path: &RepoPath, facts: &FileFacts) -> Option<(FileResolution, Vec<EntryPoint>)> {
        let world = self.world.get_or_init(|| (self.make)());
        let file = world.file(path.as_bytes())?;
        let verdict = resolve_file(world, &Unit::new(file, path, facts.clone()));
        Some((verdict.resolution, verdict.entries))
    }

    fn ids(&self, path: &RepoPath, facts: &FileFacts) -> Rc<[SymbolId]> {
        if let Some((_, ids)) = self.ids.borrow().as_ref().filter(|(known, _)| known == path) {
            return ids.clone();
        }
        let ids: Rc<[SymbolId]> = symbol_ids(path, facts).into();
        *self.ids.borrow_mut() = Some((path.clone(), ids.clone()));
        ids
    }
}

/// Where a use may stand in a file: in what is known of code, somewhere in what nobody understands, not in documents.
fn uses_in(code: &Code, path: &RepoPath) -> Source {
    if let Some(file) = code.file_at(path) {
        return Source::Known(file.facts.strings.iter().collect::<Vec<_>>().join("\n").into_bytes());
    }
    let without = || WITHOUT_USES.iter().any(|ending| path.extension().eq_ignore_ascii_case(ending.as_bytes()));
    if Language::of_path(path).is_none() && (is_document(path) || without()) { Source::None } else { Source::File }
}

impl Scene for GroundScene<'_> {
    fn look(&self, side: Side, path: &RepoPath) -> Look {
        let key = (side, path.clone());
        if let Some(known) = self.files.borrow().known.get(&key) {
            return known.clone();
        }
        let look = self.read(side, path);
        self.files.borrow_mut().put(key, look.clone(), KEPT_FILES);
        look
    }

    fn facts(&self, side: Side, path: &RepoPath) -> Option<Rc<FileFacts>> {
        let key = (side, path.clone());
        if let Some(known) = self.facts.borrow().known.get(&key) {
            return known.clone();
        }
        let facts = self.facts_of(side, path).map(Rc::new);
        self.facts.borrow_mut().put(key, facts.clone(), KEPT_FACTS);
        facts
    }

    fn has_base(&self) -> bool {
        self.ground.base.is_some()
    }

    fn is_whole(&self) -> bool {
        true
    }

    fn renamed(&self, path: &RepoPath) -> Option<RepoPath> {
        let new = self.ground.renames.get(path)?;
        self.ground.head.find(path).is_none().then(|| new.clone())
    }

    fn hunks(&self, path: &RepoPath) -> Vec<RangeInclusive<u32>> {
        let Some(base) = &self.ground.base else { return Vec::new() };
        if let Some(known) = self.hunks.borrow().get(path) {
            return known.clone();
        }
        let before = self.ground.renames.iter().find(|(_, new)| *new == path).map_or(path, |(old, _)| old);
        let old = base.read_path(before).unwrap_or_default();
        let new = self.ground.head.read_path(path).unwrap_or_default();
        let hunks = line_hunks(&old, &new).into_iter().filter(|hunk| hunk.new_lines > 0);
        let ranges: Vec<_> = hunks.map(|hunk| hunk.new_start..=hunk.new_start + hunk.new_lines - 1).collect();
        self.hunks.borrow_mut().insert(path.clone(), ranges.clone());
        ranges
    }

    fn holding(&self, side: Side, wanted: &[&str], most: usize) -> Option<Vec<RepoPath>> {
        let (words, snapshot) = (self.words(side)?, self.ground.side(side)?);
        if words.gaps {
            return None;
        }
        let found = words.holding(wanted);
        let entries = snapshot.entries();
        let paths = found.iter().map(|at| &entries[*at as usize].path);
        let paths = paths.filter(|path| side == Side::Base || !self.ground.without.contains(path));
        (found.len() <= most).then(|| paths.cloned().collect())
    }

    fn ending(&self, side: Side, tail: &str) -> Vec<RepoPath> {
        let Some(snapshot) = self.ground.side(side) else { return Vec::new() };
        let ends = |path: &RepoPath| {
            path.to_text().strip_suffix(tail).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
        };
        snapshot.entries().iter().map(|entry| &entry.path).filter(|path| ends(path)).cloned().collect()
    }

    fn uses(&self, path: &RepoPath, symbol: SymbolIx) -> Option<Uses> {
        let facts = self.facts(Side::Head, path)?;
        let wanted = Wanted { path, facts: &facts, symbol };
        if !wanted.is_settled() {
            return None;
        }
        let id = self.ids(path, &facts)[symbol.ix()];
        let mut uses = Uses::default();
        let mut paths = Vec::new();
        for word in wanted.words() {
            paths.extend(self.naming(&word)?);
        }
        paths.sort();
        paths.dedup();
        for other in paths {
            match self.used_in(&other) {
                Some(Some(file)) => wanted.gather(id, &other, &file.0, &mut uses),
                Some(None) => uses.partial = true,
                // A page or a configuration may use it in a way that nobody reads.
                None => {
                    uses.spelled |= Language::of_path(&other).is_none() && !is_document(&other);
                }
            }
        }
        match (self.ground.code, self.used_in(path)) {
            (Some(code), _) => wanted.enter(id, code.entries(id), &mut uses),
            (None, Some(Some(own))) => wanted.enter(id, &own.1, &mut uses),
            (None, _) => {}
        }
        Some(uses)
    }

    fn is_test(&self, path: &RepoPath) -> bool {
        is_test(path)
    }
}
