//! What a task's text names in this repository: files by path, stack frame or symbol.

use super::kinds::is_test;
use super::known::Known;
use super::task::{PathKind, Task};
use rustc_hash::FxHashMap;
use tribunal_store::{Curated, KnowledgeBase, StoreError};

/// A name that more definitions share points at none of them.
const SHARED: usize = 3;
/// Frames further from the error count less: the one that raised it counts whole, each before it by this part of the next.
const FRAME_FADE: f64 = 0.7;

/// What was found.
#[derive(Debug, Clone, Default)]
pub(super) struct Named {
    /// Files whose paths the text names, in its order.
    pub files: Vec<usize>,
    /// How surely the text speaks of a file, from 0 to 1, sorted by place.
    pub evidence: Vec<(usize, f64)>,
    /// Names of definitions it names that are found here, as `Class.name` or `name`.
    pub symbols: Vec<String>,
}

impl Named {
    /// Whether the text speaks of a file.
    pub(super) fn says(&self, place: usize) -> bool {
        self.evidence.binary_search_by_key(&place, |(place, _)| *place).is_ok()
    }
}

/// Looks up what a task names, and definitions that are surely part of it, whose files are then, too.
pub(super) fn named(task: &Task, symbols: &[String], known: &Known, curated: &Curated) -> Result<Named, StoreError> {
    let names = Names::of(known);
    let mut found = Found::default();
    for mention in task.paths.iter().filter(|mention| mention.kind != PathKind::Folder) {
        if task.frames.iter().any(|frame| frame.path == mention.path) {
            continue;
        }
        if let Some(place) = mention.suffixes().find_map(|suffix| names.only(suffix)) {
            // Reports name the test that shows the fault; what is to be changed is what it tests.
            if is_test(&known.file(place).path) { found.say(place, 1.0) } else { found.file(place) }
        }
    }
    let mut weight = 1.0;
    for frame in task.frames.iter().rev() {
        if let Some(place) = suffixes(&frame.path).find_map(|suffix| names.only(suffix)) {
            found.say(place, weight);
            weight *= FRAME_FADE;
        }
    }
    let base = KnowledgeBase::new(curated);
    for symbol in symbols {
        let matches = base.search_symbols(symbol, SHARED)?;
        matches.symbols.iter().filter_map(|symbol| known.place(symbol.file)).for_each(|place| found.file(place));
    }
    let dotted = task.dotted.iter().map(|segments| segments.join("."));
    for name in task.symbols.iter().cloned().chain(dotted) {
        let tails = std::iter::once(name.as_str()).chain(name.match_indices('.').map(|(at, _)| &name[at + 1..]));
        // `package.module.Class.method` is known here as `Class.method`; a last word alone says too little.
        for tail in tails.filter(|tail| tail.contains('.') || *tail == name) {
            let matches = base.search_symbols(tail, SHARED)?;
            if (1..=SHARED).contains(&matches.total) {
                let places = matches.symbols.iter().filter_map(|symbol| known.place(symbol.file));
                places.for_each(|place| found.say(place, 1.0 / matches.total as f64));
                found.symbols.push(tail.to_owned());
                break;
            }
        }
    }
    Ok(found.done())
}

#[derive(Default)]
struct Found {
    files: Vec<usize>,
    evidence: FxHashMap<usize, f64>,
    symbols: Vec<String>,
}

impl Found {
    fn file(&mut self, place: usize) {
        if !self.files.contains(&place) {
            self.files.push(place);
        }
        self.say(place, 1.0);
    }

    fn say(&mut self, place: usize, evidence: f64) {
        let most = self.evidence.entry(place).or_default();
        *most = most.max(evidence);
    }

    fn done(self) -> Named {
        let mut evidence: Vec<_> = self.evidence.into_iter().collect();
        evidence.sort_by_key(|(place, _)| *place);
        Named { files: self.files, evidence, symbols: self.symbols }
    }
}

/// Files by their last segment.
struct Names<'a> {
    known: &'a Known,
    by_name: FxHashMap<&'a [u8], Vec<usize>>,
}

impl<'a> Names<'a> {
    fn of(known: &'a Known) -> Self {
        let mut by_name: FxHashMap<&[u8], Vec<usize>> = FxHashMap::default();
        for (place, file) in known.files().iter().enumerate() {
            by_name.entry(file.path.file_name()).or_default().push(place);
        }
        Self { known, by_name }
    }

    /// The one file whose path is or ends with this; none if several do.
    fn only(&self, suffix: &str) -> Option<usize> {
        let name = suffix.rsplit('/').next()?;
        let ends = |place: &&usize| {
            let path = self.known.file(**place).path.as_bytes();
            path.strip_suffix(suffix.as_bytes()).is_some_and(|rest| rest.is_empty() || rest.ends_with(b"/"))
        };
        let mut places = self.by_name.get(name.as_bytes())?.iter().filter(ends);
        let first = places.next()?;
        let whole = self.known.file(*first).path.as_bytes() == suffix.as_bytes();
        (whole || places.next().is_none()).then_some(*first)
    }
}

fn suffixes(path: &str) -> impl Iterator<Item = &str> {
    let starts = path.match_indices('/').map(|(at, _)| at + 1);
    std::iter::once(0).chain(starts).map(|start| &path[start..])
}
