//! The units of all files in one row, as far as they may be doubles of each other.

use super::fragments::{Body, Part, Unit};
use crate::code::{Code, CodeFile};
use std::ops::Range;
use tribunal_domain::facts::{Symbol, SymbolKind};

/// A unit outside of all bodies.
pub(super) const NOWHERE: u32 = u32::MAX;

/// All units.
pub(super) struct Corpus<'c> {
    pub code: &'c Code,
    pub units: Vec<Unit>,
    /// The first local name of each unit.
    names_at: Vec<u32>,
    names: Vec<u32>,
    /// Bodies, file by file; the units of one are a range of `units`.
    pub bodies: Vec<CorpusBody>,
    /// The innermost function of each unit, or `NOWHERE`.
    pub function: Vec<u32>,
    /// Large expressions, file by file.
    pub parts: Vec<CorpusPart>,
}

/// A large expression.
pub(super) struct CorpusPart {
    /// As the file's fragments have it.
    pub part: Part,
    /// Its unit.
    pub unit: usize,
}

/// The body of a definition.
pub(super) struct CorpusBody {
    /// Index into the code's files.
    pub file: u32,
    /// As the file's fragments have it.
    pub body: Body,
    /// Its units.
    pub units: Range<usize>,
    /// Whether it is a function's (or that of a constant that holds one), not a class's.
    pub is_function: bool,
}

impl<'c> Corpus<'c> {
    /// Puts the files together. Tests are left out: they repeat what they set up so that each can be read alone. So is
    /// what a tool wrote and what others maintain.
    pub fn new(code: &'c Code) -> Self {
        let mut corpus = Self {
            code,
            units: Vec::new(),
            names_at: Vec::new(),
            names: Vec::new(),
            bodies: Vec::new(),
            function: Vec::new(),
            parts: Vec::new(),
        };
        for (at, file) in code.files.iter().enumerate() {
            if crate::subject::is_product(file) {
                corpus.add(at as u32, file);
            }
        }
        corpus
    }

    fn add(&mut self, at: u32, file: &CodeFile) {
        let base = self.units.len();
        let fragments = &file.observations.fragments;
        let mut name = self.names.len() as u32;
        for unit in &fragments.units {
            self.names_at.push(name);
            name += u32::from(unit.names);
        }
        self.units.extend(&fragments.units);
        self.names.extend(&fragments.names);
        self.function.resize(self.units.len(), NOWHERE);
        let parts = fragments.parts.iter().map(|part| CorpusPart { part: *part, unit: base + part.unit as usize });
        self.parts.extend(parts);
        for body in &fragments.bodies {
            let units = base + body.start as usize..base + body.end as usize;
            let kind = file.facts.symbol(body.symbol).kind;
            let is_function = !matches!(kind, SymbolKind::Class | SymbolKind::Struct | SymbolKind::Trait);
            if is_function {
                self.function[units.clone()].fill(self.bodies.len() as u32);
            }
            self.bodies.push(CorpusBody { file: at, body: *body, units, is_function });
        }
    }

    /// The local names of a unit.
    pub fn names(&self, unit: usize) -> &[u32] {
        let start = self.names_at[unit] as usize;
        &self.names[start..start + usize::from(self.units[unit].names)]
    }

    /// The number of tokens of units.
    pub fn tokens(&self, units: Range<usize>) -> usize {
        self.units[units].iter().map(|unit| usize::from(unit.tokens)).sum()
    }

    /// The function a unit stands in.
    pub fn function_of(&self, unit: usize) -> Option<&CorpusBody> {
        self.bodies.get(self.function[unit] as usize)
    }

    /// Whether two bodies belong to one name at one place: a language with overloading needs both.
    pub fn are_overloads(&self, one: u32, other: u32) -> bool {
        let (ours, theirs) = (&self.bodies[one as usize], &self.bodies[other as usize]);
        let (symbol, twin) = (self.symbol(ours), self.symbol(theirs));
        one != other && ours.file == theirs.file && symbol.name == twin.name && symbol.parent == twin.parent
    }

    /// The definition of a body.
    pub fn symbol(&self, body: &CorpusBody) -> &'c Symbol {
        self.file(body).facts.symbol(body.body.symbol)
    }

    /// The file of a body.
    pub fn file(&self, body: &CorpusBody) -> &'c CodeFile {
        &self.code.files[body.file as usize]
    }
}
