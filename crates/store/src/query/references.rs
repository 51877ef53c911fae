//! Questions about uses: what stands at a place, who uses a definition, what a definition uses.

use super::loaded::Loaded;
use super::symbols::{definition_of, is_member, symbol_of};
use super::{
    Definition, Direction, KnowledgeBase, MentionInfo, Neighbor, ReferenceAt, References, SymbolInfo, Use, UseState,
};
use crate::StoreError;
use crate::curated::read::blob;
use crate::writer::postings::{Posting, read};
use rusqlite::types::ToSql;
use rusqlite::{Connection, OptionalExtension};
use std::collections::BTreeMap;
use tribunal_domain::facts::{Reference, Role, SymbolFlags, SymbolIx, SymbolKind};
use tribunal_domain::{Language, Outcome, RepoPath, SymbolId};

impl KnowledgeBase<'_> {
    /// The use whose name covers a place, and how it was settled. On a definition's own name: the ancestor's member that
    /// it hides, or else itself.
    pub fn reference_at(&self, file: SymbolId, line: u32, column: u32) -> Result<Option<ReferenceAt>, StoreError> {
        self.ask(|connection| {
            let Some(loaded) = Loaded::read(connection, file)? else { return Ok(None) };
            if let Some(defined) = defined_at(&loaded, line, column) {
                return Ok(Some(defined));
            }
            let found = loaded.uses().find(|(reference, _)| covers(&loaded, reference, line, column));
            Ok(found.map(|(reference, outcome)| at(&loaded, reference, outcome)))
        })
    }

    /// All uses that start on a line, in source order.
    pub fn references_on_line(&self, file: SymbolId, line: u32) -> Result<Vec<ReferenceAt>, StoreError> {
        self.ask(|connection| {
            let Some(loaded) = Loaded::read(connection, file)? else { return Ok(Vec::new()) };
            let here = loaded.uses().filter(|(reference, _)| reference.position.line == line);
            Ok(here.map(|(reference, outcome)| at(&loaded, reference, outcome)).collect())
        })
    }

    /// Who uses a definition: exact counts, and the first `limit` uses with their places.
    pub fn references(&self, symbol: SymbolId, limit: usize) -> Result<Option<References>, StoreError> {
        self.ask(|connection| {
            let Some(symbol) = symbol_of(connection, symbol)? else { return Ok(None) };
            references(connection, symbol, limit).map(Some)
        })
    }

    /// Definitions that use this one for certain (`In`) or that it uses (`Out`); with no roles given, for anything.
    pub fn symbol_neighbors(
        &self,
        symbol: SymbolId,
        direction: Direction,
        roles: &[Role],
    ) -> Result<Vec<Neighbor>, StoreError> {
        self.ask(|connection| {
            let Some(symbol) = symbol_of(connection, symbol)? else { return Ok(Vec::new()) };
            let mut edges: BTreeMap<(Direction, Role, SymbolId), u32> = BTreeMap::new();
            if direction.inward() {
                count_users(connection, &symbol, &mut edges)?;
            }
            if direction.outward() {
                count_used(connection, &symbol, &mut edges)?;
            }
            edges.retain(|(_, role, _), _| roles.is_empty() || roles.contains(role));
            neighbors(connection, edges)
        })
    }

    /// Where a name is spelled in strings and dynamic access.
    pub fn mentions(&self, name: &str) -> Result<Vec<MentionInfo>, StoreError> {
        self.ask(|connection| {
            let mut found = Vec::new();
            for (path, posting) in postings(connection, "mentions", "name", &name)? {
                found.push(MentionInfo { path, line: posting.first, access: posting.second != 0 });
            }
            Ok(found)
        })
    }
}

fn defined_at(loaded: &Loaded, line: u32, column: u32) -> Option<ReferenceAt> {
    let place = loaded.facts.symbols.iter().position(|symbol| {
        let width = loaded.facts.text(symbol.name).chars().count() as u32;
        let start = symbol.name_at;
        start.line == line && (start.column..start.column + width).contains(&column)
    })?;
    let symbol = &loaded.facts.symbols[place];
    let hidden = loaded.resolution.overrides.iter().find(|(hiding, _)| hiding.ix() == place);
    let outcome = Outcome::Resolved(hidden.map_or(loaded.ids[implementation(loaded, place)], |&(_, hidden)| hidden));
    let reference = Reference {
        name: symbol.name,
        role: Role::Define,
        position: symbol.name_at,
        at: 0,
        scope: symbol.scope,
        receiver: None,
        arguments: None,
    };
    Some(at(loaded, &reference, &outcome))
}

/// The implementation of an overload signature or declaration in the same scope; the definition itself if it has none.
fn implementation(loaded: &Loaded, place: usize) -> usize {
    let symbol = &loaded.facts.symbols[place];
    if symbol.kind != SymbolKind::Function || !symbol.flags.has(SymbolFlags::ABSTRACT) {
        return place;
    }
    let mut others = loaded.facts.symbols.iter().enumerate().filter(|(_, other)| {
        other.kind == symbol.kind
            && other.name == symbol.name
            && other.scope == symbol.scope
            && !other.flags.has(SymbolFlags::ABSTRACT)
    });
    others.next().map_or(place, |(other, _)| other)
}

fn covers(loaded: &Loaded, reference: &Reference, line: u32, column: u32) -> bool {
    let start = reference.position;
    let width = loaded.facts.text(reference.name).chars().count() as u32;
    start.line == line && (start.column..start.column + width).contains(&column)
}

fn at(loaded: &Loaded, reference: &Reference, outcome: &Outcome) -> ReferenceAt {
    ReferenceAt {
        reference: reference.clone(),
        name: loaded.facts.text(reference.name).to_owned(),
        language: loaded.facts.language,
        outcome: outcome.clone(),
    }
}

fn references(connection: &Connection, symbol: SymbolInfo, limit: usize) -> rusqlite::Result<References> {
    let certain = postings(connection, "symbol_references", "symbol_id", &symbol.id.0)?;
    let named = if is_member(&symbol) { named(connection, &symbol)? } else { Vec::new() };
    let sum = |list: &[(RepoPath, Posting)], number: fn(&Posting) -> u32| {
        list.iter().map(|(_, posting)| u64::from(number(posting))).sum()
    };
    let mut uses = Vec::new();
    let lists = [(UseState::Resolved, &certain), (UseState::Ambiguous, &certain), (UseState::ByName, &named)];
    for (state, list) in lists {
        let has = |posting: &Posting| if state == UseState::Ambiguous { posting.second > 0 } else { posting.first > 0 };
        for (_, posting) in list.iter().filter(|(_, posting)| has(posting)) {
            if uses.len() >= limit {
                break;
            }
            collect_uses(connection, posting.file, &symbol, state, &mut uses)?;
        }
    }
    uses.truncate(limit);
    Ok(References {
        resolved: sum(&certain, |posting| posting.first),
        ambiguous: sum(&certain, |posting| posting.second),
        by_name: sum(&named, |posting| posting.first),
        symbol,
        uses,
    })
}

/// Uses of the symbol's name on unknown receivers, in files of its language family.
fn named(connection: &Connection, symbol: &SymbolInfo) -> rusqlite::Result<Vec<(RepoPath, Posting)>> {
    let family = symbol.language.map(Language::family);
    let mut language = connection.prepare_cached("SELECT language FROM files WHERE id = ?1")?;
    let mut list = Vec::new();
    for (path, posting) in postings(connection, "name_references", "name", &symbol.name)? {
        let of_file = language.query_row([posting.file.0], |row| crate::curated::read::language(row, 0))?;
        if of_file.map(Language::family) == family {
            list.push((path, posting));
        }
    }
    Ok(list)
}

fn collect_uses(
    connection: &Connection,
    file: SymbolId,
    symbol: &SymbolInfo,
    state: UseState,
    uses: &mut Vec<Use>,
) -> rusqlite::Result<()> {
    let Some(loaded) = Loaded::read(connection, file)? else { return Ok(()) };
    for (reference, outcome) in loaded.uses() {
        let found = match outcome {
            Outcome::Resolved(id) => state == UseState::Resolved && *id == symbol.id,
            Outcome::Ambiguous(ids) => state == UseState::Ambiguous && ids.contains(&symbol.id),
            Outcome::ByName => state == UseState::ByName && loaded.facts.text(reference.name) == symbol.name,
            Outcome::Local | Outcome::Unresolved | Outcome::External => false,
        };
        if found {
            let (line, column) = (reference.position.line, reference.position.column);
            let enclosing = loaded.enclosing(reference);
            uses.push(Use { state, path: loaded.path.clone(), line, column, role: reference.role, enclosing });
        }
    }
    Ok(())
}

type Edges = BTreeMap<(Direction, Role, SymbolId), u32>;

fn count_users(connection: &Connection, symbol: &SymbolInfo, edges: &mut Edges) -> rusqlite::Result<()> {
    for (_, posting) in postings(connection, "symbol_references", "symbol_id", &symbol.id.0)? {
        if posting.first == 0 {
            continue;
        }
        let Some(loaded) = Loaded::read(connection, posting.file)? else { continue };
        for (reference, _) in loaded.uses().filter(|(_, outcome)| **outcome == Outcome::Resolved(symbol.id)) {
            let user = loaded.enclosing(reference).map_or(posting.file, |enclosing| enclosing.id);
            *edges.entry((Direction::In, reference.role, user)).or_default() += 1;
        }
    }
    Ok(())
}

fn count_used(connection: &Connection, symbol: &SymbolInfo, edges: &mut Edges) -> rusqlite::Result<()> {
    let Some(loaded) = Loaded::read(connection, symbol.file)? else { return Ok(()) };
    let Some(ix) = loaded.ids.iter().position(|&id| id == symbol.id) else { return Ok(()) };
    for (reference, outcome) in loaded.uses() {
        if let Outcome::Resolved(used) = outcome
            && loaded.stands_in(reference, SymbolIx(ix as u32))
        {
            *edges.entry((Direction::Out, reference.role, *used)).or_default() += 1;
        }
    }
    Ok(())
}

fn neighbors(connection: &Connection, edges: Edges) -> rusqlite::Result<Vec<Neighbor>> {
    let mut list = Vec::new();
    for ((direction, role, id), count) in edges {
        if let Some(definition) = definition_of(connection, id)? {
            list.push(Neighbor { direction, role, count, definition });
        }
    }
    let place = |definition: &Definition| (definition.path.clone(), definition.line, definition.symbol.clone());
    list.sort_by_cached_key(|neighbor| (neighbor.direction, place(&neighbor.definition), neighbor.role));
    Ok(list)
}

/// The list of a key with its files' paths, sorted by path.
fn postings(
    connection: &Connection,
    table: &str,
    key: &str,
    value: &dyn ToSql,
) -> rusqlite::Result<Vec<(RepoPath, Posting)>> {
    let mut find = connection.prepare_cached(&format!("SELECT files FROM {table} WHERE {key} = ?1"))?;
    let found = find.query_row([value], |row| read(blob(row, 0)?)).optional()?.unwrap_or_default();
    let mut name = connection.prepare_cached("SELECT path FROM files WHERE id = ?1")?;
    let mut list = Vec::with_capacity(found.len());
    for posting in found {
        let path = name.query_row([posting.file.0], |row| crate::curated::read::path(row, 0)).optional()?;
        list.extend(path.map(|path| (path, posting)));
    }
    list.sort_unstable();
    Ok(list)
}
