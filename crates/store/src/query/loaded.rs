//! One file with its facts and resolution decoded: what questions about single uses are answered from.

use super::Enclosing;
use crate::curated::read::{facts_of, path, resolution};
use rusqlite::{Connection, OptionalExtension};
use tribunal_domain::facts::{FileFacts, Reference, ScopeIx, SymbolIx};
use tribunal_domain::{FileResolution, Outcome, RepoPath, SymbolId, symbol_ids};

/// A decoded file.
pub(crate) struct Loaded {
    pub(crate) path: RepoPath,
    pub(crate) facts: FileFacts,
    pub(crate) resolution: FileResolution,
    pub(crate) ids: Vec<SymbolId>,
}

impl Loaded {
    /// Decodes a file; `None` if it has no facts or was never resolved.
    pub(crate) fn read(connection: &Connection, file: SymbolId) -> rusqlite::Result<Option<Self>> {
        let mut statement = connection.prepare_cached("SELECT path, facts_id FROM files WHERE id = ?1")?;
        let row = statement.query_row([file.0], |row| Ok((path(row, 0)?, row.get::<_, Option<i64>>(1)?))).optional()?;
        let Some((path, Some(facts))) = row else { return Ok(None) };
        let facts = facts_of(connection, facts)?;
        let Some(resolution) = resolution(connection, file)? else { return Ok(None) };
        let ids = symbol_ids(&path, &facts);
        Ok(Some(Self { path, facts, resolution, ids }))
    }

    /// Every use with how it was settled.
    pub(crate) fn uses(&self) -> impl Iterator<Item = (&Reference, &Outcome)> {
        self.facts.references.iter().zip(&self.resolution.references)
    }

    /// The definition a use stands in.
    pub(crate) fn enclosing(&self, reference: &Reference) -> Option<Enclosing> {
        let symbol = self.owner(reference.scope)?;
        Some(Enclosing { id: self.ids[symbol.ix()], qualified_name: self.facts.qualified_name(symbol) })
    }

    /// Whether a use stands in the definition or in something nested in it.
    pub(crate) fn stands_in(&self, reference: &Reference, symbol: SymbolIx) -> bool {
        let mut at = self.owner(reference.scope);
        while let Some(owner) = at {
            if owner == symbol {
                return true;
            }
            at = self.facts.symbol(owner).parent;
        }
        false
    }

    fn owner(&self, scope: ScopeIx) -> Option<SymbolIx> {
        let mut at = Some(scope);
        while let Some(scope) = at.and_then(|scope| self.facts.scopes.get(scope.ix())) {
            if scope.owner.is_some() {
                return scope.owner;
            }
            at = scope.parent;
        }
        None
    }
}
