//! The code of a unified diff, where nothing else is there: each side has the lines the diff shows, and blank ones between.

use rustc_hash::FxHashMap;
use std::ops::RangeInclusive;
use std::rc::Rc;
use tribunal_domain::facts::{FileFacts, SymbolIx};
use tribunal_domain::{ContentHash, RepoPath};
use tribunal_syntax::{Limits, extract};
use tribunal_verify::{Look, Scene, Side, SourceFile, Uses};

/// Lines beyond this are not placed: no file is so long, and a hunk header may say anything.
const MOST_LINES: usize = 1_000_000;

type Known = FxHashMap<(Side, RepoPath), Rc<SourceFile>>;

/// What a diff shows.
pub struct PatchScene {
    files: Known,
    renames: FxHashMap<RepoPath, RepoPath>,
    hunks: FxHashMap<RepoPath, Vec<RangeInclusive<u32>>>,
    hash: String,
}

impl PatchScene {
    /// Reads a diff; what is none in it is passed over.
    pub fn new(diff: &[u8]) -> Self {
        let text = String::from_utf8_lossy(diff);
        let mut reader = Reader::default();
        text.split('\n').for_each(|line| reader.line(line));
        let mut files = Known::default();
        for ((side, path), lines) in reader.sides {
            let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
            if let Some(file) = SourceFile::new(&path, text.as_bytes()) {
                files.insert((side, path), Rc::new(file));
            }
        }
        Self { files, renames: reader.renames, hunks: reader.hunks, hash: ContentHash::of(diff).to_string() }
    }

    /// The hash of the diff.
    pub fn hash(&self) -> String {
        self.hash.clone()
    }
}

#[derive(Default)]
struct Reader {
    sides: FxHashMap<(Side, RepoPath), Vec<String>>,
    renames: FxHashMap<RepoPath, RepoPath>,
    hunks: FxHashMap<RepoPath, Vec<RangeInclusive<u32>>>,
    old: Option<RepoPath>,
    new: Option<RepoPath>,
    /// Next lines of both sides, and how many are left in the hunk.
    at: (usize, usize),
    left: (usize, usize),
}

impl Reader {
    fn line(&mut self, line: &str) {
        if self.left != (0, 0) {
            return self.hunk_line(line);
        }
        if let Some(path) = line.strip_prefix("--- ") {
            self.old = named(path, "a/");
        } else if let Some(path) = line.strip_prefix("+++ ") {
            self.new = named(path, "b/");
            if let (Some(old), Some(new)) = (&self.old, &self.new)
                && old != new
            {
                self.renames.insert(old.clone(), new.clone());
            }
        } else if let Some(path) = line.strip_prefix("rename from ") {
            self.old = RepoPath::new(path).ok();
        } else if let (Some(path), Some(old)) = (line.strip_prefix("rename to "), &self.old) {
            if let Ok(new) = RepoPath::new(path) {
                self.renames.insert(old.clone(), new);
            }
        } else if line.starts_with("@@") {
            self.header(line);
        }
    }

    fn header(&mut self, line: &str) {
        let range = |text: &str| {
            let (start, count) = text.split_once(',').unwrap_or((text, "1"));
            Some((start.parse::<usize>().ok()?, count.parse::<usize>().ok()?))
        };
        let mut parts = line.split(' ').skip(1);
        let old = parts.next().and_then(|text| text.strip_prefix('-')).and_then(range);
        let new = parts.next().and_then(|text| text.strip_prefix('+')).and_then(range);
        let (Some(old), Some(new)) = (old, new) else { return };
        self.at = (old.0, new.0);
        self.left = (old.1.min(MOST_LINES), new.1.min(MOST_LINES));
        if let Some(path) = self.new.clone().filter(|_| new.1 > 0) {
            let range = new.0 as u32..=(new.0 + new.1 - 1) as u32;
            self.hunks.entry(path).or_default().push(range);
        }
    }

    fn hunk_line(&mut self, line: &str) {
        let (mark, text) = match line.chars().next() {
            Some(mark @ ('+' | '-' | ' ')) => (mark, &line[1..]),
            Some('\\') => return,
            None => (' ', ""),
            // Not a line of a hunk: the header lied.
            Some(_) => {
                self.left = (0, 0);
                return self.line(line);
            }
        };
        let text = text.strip_suffix('\r').unwrap_or(text);
        if mark != '+' {
            put(&mut self.sides, Side::Base, self.old.as_ref(), self.at.0, text);
            self.at.0 += 1;
            self.left.0 = self.left.0.saturating_sub(1);
        }
        if mark != '-' {
            put(&mut self.sides, Side::Head, self.new.as_ref(), self.at.1, text);
            self.at.1 += 1;
            self.left.1 = self.left.1.saturating_sub(1);
        }
    }
}

fn put(
    sides: &mut FxHashMap<(Side, RepoPath), Vec<String>>,
    side: Side,
    path: Option<&RepoPath>,
    line: usize,
    text: &str,
) {
    let Some(path) = path.filter(|_| (1..MOST_LINES).contains(&line)) else { return };
    let lines = sides.entry((side, path.clone())).or_default();
    if lines.len() < line {
        lines.resize(line, String::new());
    }
    text.clone_into(&mut lines[line - 1]);
}

fn named(path: &str, prefix: &str) -> Option<RepoPath> {
    let path = path.split('\t').next().unwrap_or(path).trim_end().trim_matches('"');
    RepoPath::new(path.strip_prefix(prefix).unwrap_or(path)).ok().filter(|_| path != "/dev/null")
}

impl Scene for PatchScene {
    fn look(&self, side: Side, path: &RepoPath) -> Look {
        self.files.get(&(side, path.clone())).map_or(Look::Missing, |file| Look::File(file.clone()))
    }

    fn facts(&self, side: Side, path: &RepoPath) -> Option<Rc<FileFacts>> {
        let file = self.files.get(&(side, path.clone()))?;
        extract(path, file.text().as_bytes(), Limits::default()).map(Rc::new)
    }

    fn has_base(&self) -> bool {
        true
    }

    fn is_whole(&self) -> bool {
        false
    }

    fn renamed(&self, path: &RepoPath) -> Option<RepoPath> {
        self.renames.get(path).cloned()
    }

    fn hunks(&self, path: &RepoPath) -> Vec<RangeInclusive<u32>> {
        self.hunks.get(path).cloned().unwrap_or_default()
    }

    fn holding(&self, _side: Side, _words: &[&str], _most: usize) -> Option<Vec<RepoPath>> {
        None
    }

    fn ending(&self, side: Side, tail: &str) -> Vec<RepoPath> {
        let ends = |path: &RepoPath| {
            path.to_text().strip_suffix(tail).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
        };
        let mut found: Vec<_> = self
            .files
            .keys()
            .filter(|(known, path)| *known == side && ends(path))
            .map(|(_, path)| path.clone())
            .collect();
        found.sort();
        found
    }

    fn uses(&self, _path: &RepoPath, _symbol: SymbolIx) -> Option<Uses> {
        None
    }

    fn is_test(&self, path: &RepoPath) -> bool {
        crate::pack::kinds::is_test(path)
    }
}
