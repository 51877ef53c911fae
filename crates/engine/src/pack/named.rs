//! What a task's text names in this repository: files by path, stack frame or symbol.

use super::kinds::is_test;
use super::known::Known;
use super::task::{PathKind, Task};
use rustc_hash::{FxHashMap, FxHashSet};
use tribunal_store::{Curated, KnowledgeBase, StoreError};

/// A name that more definitions share points at none of them.
const SHARED: usize = 3;

/// What was found.
#[derive(Debug, Clone, Default)]
pub(super) struct Named {
    /// Files whose paths the text names, in its order.
    pub files: Vec<usize>,
    /// Files it speaks of in any way: by path, stack frame or definition.
    pub spoken_of: FxHashSet<usize>,
    /// Names of definitions it names that are found here, as `Class.name` or `name`.
    pub symbols: Vec<String>,
}

/// Looks up what a task names, and definitions that are surely part of it, whose files are then, too.
pub(super) fn named(task: &Task, symbols: &[String], known: &Known, curated: &Curated) -> Result<Named, StoreError> {
    let names = Names::of(known);
    let mut found = Named::default();
    for mention in task.paths.iter().filter(|mention| mention.kind != PathKind::Folder) {
        let Some(place) = mention.suffixes().find_map(|suffix| names.only(suffix)) else { continue };
        // Reports name the test that shows the fault, and every file of a trace; what is to be changed is neither as such.
        let is_framed = task.frames.iter().any(|frame| frame.path == mention.path);
        if is_framed || is_test(&known.file(place).path) {
            found.spoken_of.insert(place);
        } else {
            found.add(place);
        }
    }
    let base = KnowledgeBase::new(curated);
    for symbol in symbols {
        let matches = base.search_symbols(symbol, SHARED)?;
        matches.symbols.iter().filter_map(|symbol| known.place(symbol.file)).for_each(|place| found.add(place));
    }
    let dotted = task.dotted.iter().map(|segments| segments.join("."));
    for name in task.symbols.iter().cloned().chain(dotted) {
        let tails = std::iter::once(name.as_str()).chain(name.match_indices('.').map(|(at, _)| &name[at + 1..]));
        // `package.module.Class.method` is known here as `Class.method`; a last word alone says too little.
        for tail in tails.filter(|tail| tail.contains('.') || *tail == name) {
            let matches = base.search_symbols(tail, SHARED)?;
            if (1..=SHARED).contains(&matches.total) {
                found.spoken_of.extend(matches.symbols.iter().filter_map(|symbol| known.place(symbol.file)));
                found.symbols.push(tail.to_owned());
                break;
            }
        }
    }
    Ok(found)
}

impl Named {
    fn add(&mut self, place: usize) {
        self.spoken_of.insert(place);
        if !self.files.contains(&place) {
            self.files.push(place);
        }
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
