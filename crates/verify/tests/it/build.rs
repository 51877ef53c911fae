//! A scene of a few files in memory, with names settled as the engine does it.

use std::ops::RangeInclusive;
use std::rc::Rc;
use tribunal_domain::facts::{FileFacts, SymbolIx};
use tribunal_domain::finding::Finding;
use tribunal_domain::{FileResolution, Language, RepoPath};
use tribunal_graph::{FileIx, Manifests, Unit, World, interface_of, resolve_file};
use tribunal_syntax::{Limits, extract};
use tribunal_verify::import::read;
use tribunal_verify::lexer::is_word;
use tribunal_verify::{FileUses, Look, Scene, Side, SourceFile, Trial, Uses, Wanted, try_findings};

/// Files of the head side and, if there is one, of the base side.
#[derive(Default)]
pub struct Memory {
    head: Vec<(RepoPath, Vec<u8>)>,
    base: Vec<(RepoPath, Vec<u8>)>,
}

pub fn path(text: &str) -> RepoPath {
    RepoPath::new(text).expect("a path")
}

impl Memory {
    pub fn new(files: &[(&str, &str)]) -> Self {
        let bytes: Vec<_> = files.iter().map(|(path, text)| (*path, text.as_bytes())).collect();
        Self::of_bytes(&bytes)
    }

    pub fn of_bytes(files: &[(&str, &[u8])]) -> Self {
        let mut head: Vec<_> = files.iter().map(|(name, bytes)| (path(name), bytes.to_vec())).collect();
        head.sort();
        Self { head, base: Vec::new() }
    }

    pub fn with_base(mut self, files: &[(&str, &str)]) -> Self {
        self.base = files.iter().map(|(name, text)| (path(name), text.as_bytes().to_vec())).collect();
        self
    }

    /// The findings of a JSON document, tried.
    #[track_caller]
    pub fn try_json(&self, document: &str) -> Vec<Finding> {
        let imported = read(document.as_bytes(), None).expect("a document");
        let Trial { findings, .. } = try_findings(self, imported.items, &mut || {});
        findings
    }

    fn side(&self, side: Side) -> &[(RepoPath, Vec<u8>)] {
        if side == Side::Head { &self.head } else { &self.base }
    }

    fn settled(&self) -> Vec<Option<(FileFacts, FileResolution, Vec<tribunal_domain::EntryPoint>)>> {
        let facts: Vec<_> = self.head.iter().map(|(path, bytes)| extract(path, bytes, Limits::default())).collect();
        let manifests = Manifests::parse(&[]);
        let files: Vec<(RepoPath, Option<Language>)> = self
            .head
            .iter()
            .zip(&facts)
            .map(|((path, _), facts)| (path.clone(), facts.as_ref().map(|facts| facts.language)))
            .collect();
        let load = |file: FileIx| facts[file.ix()].as_ref().map(interface_of);
        let world = World::new(files, &manifests, Box::new(load));
        let numbered = self.head.iter().enumerate();
        numbered
            .map(|(at, (path, _))| {
                let facts = facts[at].clone()?;
                let verdict = resolve_file(&world, &Unit::new(FileIx(at as u32), path, facts.clone()));
                Some((facts, verdict.resolution, verdict.entries))
            })
            .collect()
    }
}

impl Scene for Memory {
    fn look(&self, side: Side, path: &RepoPath) -> Look {
        match self.side(side).iter().find(|(known, _)| known == path) {
            None => Look::Missing,
            Some((_, bytes)) => SourceFile::new(path, bytes)
                .map_or_else(|| Look::Unreadable("the file is binary".to_owned()), |file| Look::File(Rc::new(file))),
        }
    }

    fn facts(&self, side: Side, path: &RepoPath) -> Option<Rc<FileFacts>> {
        let (_, bytes) = self.side(side).iter().find(|(known, _)| known == path)?;
        extract(path, bytes, Limits::default()).map(Rc::new)
    }

    fn has_base(&self) -> bool {
        !self.base.is_empty()
    }

    fn is_whole(&self) -> bool {
        true
    }

    fn renamed(&self, _path: &RepoPath) -> Option<RepoPath> {
        None
    }

    fn hunks(&self, _path: &RepoPath) -> Vec<RangeInclusive<u32>> {
        Vec::new()
    }

    fn holding(&self, side: Side, words: &[&str], most: usize) -> Option<Vec<RepoPath>> {
        let holds = |bytes: &[u8], word: &str| {
            String::from_utf8_lossy(bytes).split(|c: char| !is_word(c)).any(|one| one == word)
        };
        let files = self
            .side(side)
            .iter()
            .filter(|(_, bytes)| !words.is_empty() && words.iter().all(|word| holds(bytes, word)));
        let found: Vec<_> = files.map(|(path, _)| path.clone()).collect();
        (found.len() <= most).then_some(found)
    }

    fn ending(&self, side: Side, tail: &str) -> Vec<RepoPath> {
        let ends = |path: &RepoPath| {
            path.to_text().strip_suffix(tail).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
        };
        self.side(side).iter().map(|(path, _)| path.clone()).filter(ends).collect()
    }

    fn uses(&self, path: &RepoPath, symbol: SymbolIx) -> Option<Uses> {
        let settled = self.settled();
        let at = self.head.iter().position(|(known, _)| known == path)?;
        let (facts, _, entries) = settled[at].as_ref()?;
        let wanted = Wanted { path, facts, symbol };
        let (id, mut uses) = (tribunal_domain::symbol_ids(path, facts)[symbol.ix()], Uses::default());
        for ((other, _), settled) in self.head.iter().zip(&settled) {
            if let Some((facts, resolution, _)) = settled {
                wanted.gather(id, other, &FileUses::new(facts, resolution), &mut uses);
            }
        }
        wanted.enter(id, entries, &mut uses);
        Some(uses)
    }

    fn is_test(&self, path: &RepoPath) -> bool {
        path.to_text().contains("test")
    }
}
