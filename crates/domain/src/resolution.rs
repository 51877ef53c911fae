//! What `graph` says of one file's references and imports, as `store` keeps it.

use crate::facts::{FileFacts, SymbolIx};
use crate::{RepoPath, SymbolId};
use rustc_hash::{FxBuildHasher, FxHashMap};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// How a use of a name was settled.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// A parameter, local variable or the like: nothing another place could mean.
    Local,
    /// Exactly this definition (or file, see [`file_id`]).
    Resolved(SymbolId),
    /// One of these definitions; at least two, sorted.
    Ambiguous(Box<[SymbolId]>),
    /// A member of an unknown receiver: any member of that name in the language may be meant. With no such member in
    /// the repository it counts as unresolved, otherwise as ambiguous.
    ByName,
    /// Nothing is known.
    Unresolved,
    /// Its import leaves the repository, or it is built into the language.
    External,
}

/// Where an import leads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum ImportOutcome {
    /// To these files of the repository; a package folder may be several.
    Internal(Vec<SymbolId>),
    /// To a package, module or header outside.
    External,
    /// It looks internal (relative, or inside an own package) but nothing is there.
    Unresolved,
}

/// A file edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum DependencyKind {
    /// Through an import.
    Import,
    /// Through a type-only import.
    TypeRef,
    /// Through an include.
    Include,
}

impl DependencyKind {
    /// The name used in databases and output.
    pub fn name(self) -> &'static str {
        match self {
            Self::Import => "import",
            Self::TypeRef => "type_ref",
            Self::Include => "include",
        }
    }
}

/// Everything `graph` says of one file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileResolution {
    /// One per `FileFacts::symbols`, in order, as [`symbol_ids`] gives them: kept, because they cost a hash each.
    pub symbols: Vec<SymbolId>,
    /// One per `FileFacts::references`, in order.
    pub references: Vec<Outcome>,
    /// One per `FileFacts::imports`, in order.
    pub imports: Vec<ImportOutcome>,
    /// Members that hide one of the same name in an ancestor, with the nearest such one; sorted.
    pub overrides: Vec<(SymbolIx, SymbolId)>,
    /// Files this one depends on, sorted, without itself.
    pub dependencies: Vec<(SymbolId, DependencyKind)>,
    /// Hashes of everything that was looked up in other files, sorted: if none of them changed, neither did this.
    pub reads: Vec<u32>,
}

/// Why something is used from outside the code.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct EntryPoint {
    /// The definition or, for a whole file, its id.
    pub symbol: SymbolId,
    /// The file it lies in.
    pub file: SymbolId,
    /// The kind: `main`, `manifest`, `test`, `library`, `foreign`, `override`, `framework`, `script`, `convention`, `declared`.
    pub kind: Arc<str>,
    /// What makes it one, in words (`package.json "bin"`, `@app.route`). There are many entries and few reasons.
    pub reason: Arc<str>,
}

/// The id that stands for a whole file where a symbol is expected.
pub fn file_id(path: &RepoPath) -> SymbolId {
    SymbolId::new(path, "", "file", 0)
}

/// The ids of all symbols of a file, in the order of `FileFacts::symbols`.
pub fn symbol_ids(path: &RepoPath, facts: &FileFacts) -> Vec<SymbolId> {
    // The first of its name and kind stands for all of them.
    let mut seen: FxHashMap<SymbolId, u32> = FxHashMap::with_capacity_and_hasher(facts.symbols.len(), FxBuildHasher);
    let mut qualified = String::new();
    (0..facts.symbols.len() as u32)
        .map(|ix| {
            qualified.clear();
            facts.write_qualified_name(SymbolIx(ix), &mut qualified);
            let kind = facts.symbols[ix as usize].kind.name();
            let first = SymbolId::new(path, &qualified, kind, 0);
            let ordinal = seen.entry(first).or_default();
            let id = if *ordinal == 0 { first } else { SymbolId::new(path, &qualified, kind, *ordinal) };
            *ordinal += 1;
            id
        })
        .collect()
}
