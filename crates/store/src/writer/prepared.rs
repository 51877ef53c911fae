//! A resolution made ready for the tables: counted, encoded, independent of the facts. Pure, so any thread can do it.

use super::file::json;
use crate::codec::{encode, words_to_bytes};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use tribunal_domain::facts::{FileFacts, Import, ImportName, Text};
use tribunal_domain::{DependencyKind, FileResolution, ImportOutcome, Outcome, SymbolId};

/// What a file's resolution becomes in the database.
#[derive(Debug)]
pub struct PreparedResolution {
    pub(super) outcomes: Vec<u8>,
    pub(super) reads: Vec<u8>,
    pub(super) uses: Uses,
    pub(super) states: States,
    pub(super) imports: Vec<ImportRow>,
    pub(super) dependencies: Vec<(SymbolId, DependencyKind)>,
}

/// Which definitions and names a file uses how often: the rows of the reference tables that belong to it, sorted.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Uses {
    /// Definition, resolved uses, ambiguous uses.
    pub(super) symbols: Vec<(SymbolId, u32, u32)>,
    /// Member name, uses on unknown receivers.
    pub(super) names: Vec<(Box<str>, u32)>,
}

/// How many references ended in which state.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct States {
    pub(super) local: u32,
    pub(super) resolved: u32,
    pub(super) ambiguous: u32,
    pub(super) by_name: u32,
    pub(super) unresolved: u32,
    pub(super) external: u32,
}

/// A row of `imports`.
#[derive(Debug)]
pub(super) struct ImportRow {
    pub(super) specifier: Box<str>,
    pub(super) kind: &'static str,
    pub(super) names: String,
    pub(super) star: bool,
    pub(super) type_only: bool,
    pub(super) reexport: bool,
    pub(super) outcome: &'static str,
    pub(super) line: u32,
}

#[derive(Serialize)]
struct NameJson<'f> {
    name: Option<&'f str>,
    local: Option<&'f str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    type_only: bool,
}

impl PreparedResolution {
    /// Counts and encodes `resolution`, which must be that of `facts`.
    pub fn new(facts: &FileFacts, resolution: &FileResolution) -> Self {
        debug_assert_eq!(facts.references.len(), resolution.references.len());
        debug_assert_eq!(facts.imports.len(), resolution.imports.len());
        let FileResolution { symbols, references, imports, dependencies, overrides, .. } = resolution;
        let stored = (symbols, references, imports, dependencies, overrides);
        let (uses, states) = count(facts, &resolution.references);
        Self {
            outcomes: encode(&stored),
            reads: words_to_bytes(&resolution.reads),
            uses,
            states,
            imports: facts.imports.iter().zip(&resolution.imports).map(|(from, to)| import(facts, from, to)).collect(),
            dependencies: resolution.dependencies.clone(),
        }
    }
}

fn count(facts: &FileFacts, outcomes: &[Outcome]) -> (Uses, States) {
    let mut symbols: Vec<(SymbolId, u32, u32)> = Vec::new();
    let mut names: BTreeMap<Text, u32> = BTreeMap::new();
    let mut states = States::default();
    for (reference, outcome) in facts.references.iter().zip(outcomes) {
        match outcome {
            Outcome::Local => states.local += 1,
            Outcome::Resolved(id) => {
                states.resolved += 1;
                symbols.push((*id, 1, 0));
            }
            Outcome::Ambiguous(ids) => {
                states.ambiguous += 1;
                symbols.extend(ids.iter().map(|&id| (id, 0, 1)));
            }
            Outcome::ByName => {
                states.by_name += 1;
                *names.entry(reference.name).or_default() += 1;
            }
            Outcome::Unresolved => states.unresolved += 1,
            Outcome::External => states.external += 1,
        }
    }
    (Uses { symbols: summed(symbols), names: by_text(facts, names) }, states)
}

fn summed(mut symbols: Vec<(SymbolId, u32, u32)>) -> Vec<(SymbolId, u32, u32)> {
    symbols.sort_unstable();
    symbols.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 += next.1;
            kept.2 += next.2;
        }
        same
    });
    symbols
}

fn by_text(facts: &FileFacts, names: BTreeMap<Text, u32>) -> Vec<(Box<str>, u32)> {
    let mut names: Vec<(Box<str>, u32)> =
        names.into_iter().map(|(name, count)| (facts.text(name).into(), count)).collect();
    names.sort_unstable();
    names
}

fn import(facts: &FileFacts, import: &Import, outcome: &ImportOutcome) -> ImportRow {
    let name = |name: &ImportName| NameJson {
        name: name.name.map(|text| facts.text(text)),
        local: name.local.map(|text| facts.text(text)),
        type_only: name.type_only,
    };
    ImportRow {
        specifier: facts.text(import.specifier).into(),
        kind: import.kind.name(),
        names: json(&import.names.iter().map(name).collect::<Vec<_>>()),
        star: import.star,
        type_only: import.type_only,
        reexport: import.reexport,
        outcome: import_state(outcome),
        line: import.span.start.line,
    }
}

/// The name of an import's outcome in the database.
pub(crate) fn import_state(outcome: &ImportOutcome) -> &'static str {
    match outcome {
        ImportOutcome::Internal(_) => "internal",
        ImportOutcome::External => "external",
        ImportOutcome::Unresolved => "unresolved",
    }
}
