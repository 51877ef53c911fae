//! Uses between a file and what a request starts from, by line.

use rustc_hash::FxHashSet;
use tribunal_domain::facts::FileFacts;
use tribunal_domain::{Outcome, RepoPath, SymbolId, file_id, symbol_ids};
use tribunal_store::{Curated, FactsKey, FileRecord, StoreError};
use tribunal_syntax::EXTRACTOR_VERSION;

/// A change of more files is about no single symbol of them.
const MOST_SEEDS: usize = 50;

/// The definitions of the files a request starts from, and those they use.
#[derive(Debug, Default)]
pub(super) struct SeedSymbols {
    defined: FxHashSet<SymbolId>,
    used: FxHashSet<SymbolId>,
}

impl SeedSymbols {
    /// Reads what is known of the seeds.
    pub(super) fn of(curated: &Curated, seeds: &[&FileRecord]) -> Result<Self, StoreError> {
        let mut symbols = Self::default();
        for seed in seeds.iter().take(MOST_SEEDS) {
            let Some(language) = seed.language else { continue };
            let key = FactsKey { content_hash: seed.content_hash, language, extractor_version: EXTRACTOR_VERSION };
            if let Some(facts) = curated.facts(&key)? {
                symbols.defined.extend(symbol_ids(&seed.path, &facts));
            }
            if let Some(resolution) = curated.resolution(seed.id)? {
                symbols.used.extend(resolution.references.iter().filter_map(target));
            }
        }
        let Self { defined, used } = &mut symbols;
        used.retain(|symbol| !defined.contains(symbol));
        Ok(symbols)
    }

    /// The lines of a file that use what a seed defines or define what a seed uses, sorted.
    pub(super) fn lines(&self, curated: &Curated, path: &RepoPath, facts: &FileFacts) -> Vec<u32> {
        if self.defined.is_empty() && self.used.is_empty() {
            return Vec::new();
        }
        let mut lines: Vec<u32> = symbol_ids(path, facts)
            .iter()
            .zip(&facts.symbols)
            .filter(|(id, _)| self.used.contains(id))
            .map(|(_, symbol)| symbol.name_at.line)
            .collect();
        let resolution = curated.resolution(file_id(path)).ok().flatten();
        let references = resolution.iter().flat_map(|resolution| &resolution.references);
        for (reference, outcome) in facts.references.iter().zip(references) {
            if target(outcome).is_some_and(|symbol| self.defined.contains(&symbol)) {
                lines.push(reference.position.line);
            }
        }
        lines.sort_unstable();
        lines.dedup();
        lines
    }
}

fn target(outcome: &Outcome) -> Option<SymbolId> {
    match outcome {
        Outcome::Resolved(symbol) => Some(*symbol),
        _ => None,
    }
}
