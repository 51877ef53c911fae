//! Questions about definitions: of a file, by name, by id, and the candidates behind an outcome.

use super::files::file_of;
use super::{Definition, Definitions, KnowledgeBase, SymbolInfo, SymbolMatches};
use crate::StoreError;
use crate::codec::damaged;
use crate::curated::read::{language, path};
use rusqlite::{Connection, OptionalExtension, Params, Row};
use tribunal_domain::facts::{SymbolFlags, SymbolKind, Visibility};
use tribunal_domain::{Language, Outcome, SymbolId};

const COLUMNS: &str = "s.id, s.file_id, f.path, f.language, s.kind, s.name, s.qualified_name, s.parent_id, s.name_line,
    s.name_column, s.start_line, s.end_line, s.signature, s.visibility, s.flags";

const FROM: &str = "FROM symbols s JOIN files f ON f.id = s.file_id";

impl KnowledgeBase<'_> {
    /// The definitions of a file in source order, all or of one kind.
    pub fn symbols_for_file(&self, file: SymbolId, kind: Option<SymbolKind>) -> Result<Vec<SymbolInfo>, StoreError> {
        let rest = "WHERE s.file_id = ?1 AND (?2 IS NULL OR s.kind = ?2) ORDER BY s.ordinal";
        self.ask(|connection| select(connection, rest, (file.0, kind.map(SymbolKind::name))))
    }

    /// Definitions named exactly so (`name`, `Class.name`) or by a pattern with `*`, sorted by path and place.
    pub fn search_symbols(&self, pattern: &str, limit: usize) -> Result<SymbolMatches, StoreError> {
        let mut symbols = self.ask(|connection| search(connection, pattern))?;
        symbols.sort_by(|a, b| (&a.path, a.start_line, a.column).cmp(&(&b.path, b.start_line, b.column)));
        let total = symbols.len();
        symbols.truncate(limit);
        Ok(SymbolMatches { total, symbols })
    }

    /// The definition with an id.
    pub fn symbol(&self, symbol: SymbolId) -> Result<Option<SymbolInfo>, StoreError> {
        self.ask(|connection| symbol_of(connection, symbol))
    }

    /// The places that a use named `name`, settled as `outcome` in a file of `language`, may mean.
    pub fn definitions(
        &self,
        outcome: &Outcome,
        name: &str,
        language: Language,
        limit: usize,
    ) -> Result<Definitions, StoreError> {
        let mut definitions = self.ask(|connection| match outcome {
            Outcome::Resolved(id) => Ok(definition_of(connection, *id)?.into_iter().collect()),
            Outcome::Ambiguous(ids) => ids.iter().filter_map(|&id| definition_of(connection, id).transpose()).collect(),
            Outcome::ByName => members(connection, name, language),
            Outcome::Local | Outcome::Unresolved | Outcome::External => Ok(Vec::new()),
        })?;
        definitions.sort_by(|a, b| (&a.path, a.line, &a.symbol, a.id).cmp(&(&b.path, b.line, &b.symbol, b.id)));
        let total = definitions.len();
        definitions.truncate(limit);
        Ok(Definitions { total, definitions })
    }
}

/// Whether a definition can be meant by a name after a dot.
pub(super) fn is_member(symbol: &SymbolInfo) -> bool {
    use SymbolKind::{Constant, EnumMember, Field, Method, Property, Variable};
    match symbol.kind {
        Method | Field | Property | EnumMember => true,
        Constant | Variable => symbol.is_member,
        _ => false,
    }
}

pub(super) fn symbol_of(connection: &Connection, symbol: SymbolId) -> rusqlite::Result<Option<SymbolInfo>> {
    let sql = format!("SELECT {COLUMNS} {FROM} WHERE s.id = ?1");
    connection.prepare_cached(&sql)?.query_row([symbol.0], info).optional()
}

/// The place behind an id of a definition or of a file.
pub(super) fn definition_of(connection: &Connection, id: SymbolId) -> rusqlite::Result<Option<Definition>> {
    if let Some(symbol) = symbol_of(connection, id)? {
        return Ok(Some(definition(symbol)));
    }
    let file = file_of(connection, id)?;
    Ok(file.map(|file| Definition { id, path: file.path, line: 1, symbol: String::new(), kind: "file".into() }))
}

fn members(connection: &Connection, name: &str, language: Language) -> rusqlite::Result<Vec<Definition>> {
    let family = language.family();
    let same = |symbol: &SymbolInfo| symbol.language.is_some_and(|language| language.family() == family);
    let found = select(connection, "WHERE s.name = ?1", [name])?;
    Ok(found.into_iter().filter(|symbol| is_member(symbol) && same(symbol)).map(definition).collect())
}

fn definition(symbol: SymbolInfo) -> Definition {
    Definition {
        id: symbol.id,
        path: symbol.path,
        line: symbol.line,
        symbol: symbol.qualified_name,
        kind: symbol.kind.name().into(),
    }
}

fn search(connection: &Connection, pattern: &str) -> rusqlite::Result<Vec<SymbolInfo>> {
    let dotted = pattern.contains('.');
    if pattern.contains('*') {
        let column = if dotted { "s.qualified_name" } else { "s.name" };
        return select(connection, &format!("WHERE {column} GLOB ?1"), [glob(pattern)]);
    }
    let last = pattern.rsplit('.').next().unwrap_or(pattern);
    let mut found = select(connection, "WHERE s.name = ?1", [last])?;
    if dotted {
        let tail = format!(".{pattern}");
        found.retain(|symbol| symbol.qualified_name == pattern || symbol.qualified_name.ends_with(&tail));
    }
    Ok(found)
}

/// `*` alone is special to us; `SQLite`'s GLOB has two more.
fn glob(pattern: &str) -> String {
    pattern.replace('[', "[[]").replace('?', "[?]")
}

fn select(connection: &Connection, rest: &str, parameters: impl Params) -> rusqlite::Result<Vec<SymbolInfo>> {
    connection.prepare_cached(&format!("SELECT {COLUMNS} {FROM} {rest}"))?.query_map(parameters, info)?.collect()
}

fn info(row: &Row<'_>) -> rusqlite::Result<SymbolInfo> {
    let flags = SymbolFlags(row.get(14)?);
    let text = |column: usize| row.get_ref(column).and_then(|value| value.as_str().map_err(damaged));
    let kind = SymbolKind::from_name(text(4)?).ok_or_else(|| damaged("an unknown kind of definition"))?;
    let visibility = Visibility::from_name(text(13)?).ok_or_else(|| damaged("an unknown visibility"))?;
    Ok(SymbolInfo {
        id: SymbolId(row.get(0)?),
        file: SymbolId(row.get(1)?),
        path: path(row, 2)?,
        language: language(row, 3)?,
        kind,
        name: row.get(5)?,
        qualified_name: row.get(6)?,
        is_member: row.get::<_, Option<i64>>(7)?.is_some(),
        line: row.get(8)?,
        column: row.get(9)?,
        start_line: row.get(10)?,
        end_line: row.get(11)?,
        signature: row.get(12)?,
        visibility,
        exported: flags.has(SymbolFlags::EXPORTED),
        test: flags.has(SymbolFlags::TEST),
        flags,
    })
}
