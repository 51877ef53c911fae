//! One file's own rows: the file, its definitions, docs, comments and mentions.

use crate::curated::read::{facts_id, facts_of};
use crate::{FactsKey, FileRecord};
use rusqlite::{Connection, OptionalExtension, params};
use serde::Serialize;
use tribunal_domain::SymbolId;
use tribunal_domain::facts::{Doc, FileFacts, Symbol, SymbolIx, Text};

/// Tables whose rows start with the file they belong to.
const OWN_TABLES: [&str; 3] = ["symbols", "docstrings", "inline_comments"];

/// Deletes the rows of a file but the one in `files`, which the caller replaces or removes; returns its old facts.
pub(super) fn forget(connection: &Connection, file: SymbolId, generation: i64) -> rusqlite::Result<Option<FileFacts>> {
    let mut known = connection.prepare_cached("SELECT facts_id FROM files WHERE id = ?1")?;
    let Some(facts) = known.query_row([file.0], |row| row.get::<_, Option<i64>>(0)).optional()? else {
        return Ok(None);
    };
    for table in OWN_TABLES {
        connection.prepare_cached(&format!("DELETE FROM {table} WHERE file_id = ?1"))?.execute([file.0])?;
    }
    let mut used = connection.prepare_cached("UPDATE facts SET last_used = ?2 WHERE id = ?1 AND last_used <> ?2")?;
    used.execute((facts, generation))?;
    facts.map(|facts| facts_of(connection, facts)).transpose()
}

/// Removes the file itself and what is said of it elsewhere.
pub(super) fn remove_row(connection: &Connection, file: SymbolId) -> rusqlite::Result<()> {
    for sql in [
        "DELETE FROM files WHERE id = ?1",
        "DELETE FROM entry_points WHERE file_id = ?1",
        "DELETE FROM file_metadata WHERE file_id = ?1",
    ] {
        connection.prepare_cached(sql)?.execute([file.0])?;
    }
    Ok(())
}

/// Inserts a file of which nothing but perhaps its row is there.
pub(super) fn put(
    connection: &Connection,
    file: &FileRecord,
    contents: Option<(&FileFacts, &[SymbolId])>,
    extractor_version: u32,
) -> rusqlite::Result<()> {
    let facts = match contents {
        Some((facts, _)) => {
            let key = FactsKey { content_hash: file.content_hash, language: facts.language, extractor_version };
            Some(facts_id(connection, &key)?.expect("facts are put before the file that has them"))
        }
        None => None,
    };
    put_row(connection, file, facts)?;
    let stale = "DELETE FROM file_metadata WHERE file_id = ?1 AND content_hash <> ?2";
    connection.prepare_cached(stale)?.execute((file.id.0, file.content_hash.as_bytes()))?;
    if let Some((facts, ids)) = contents {
        put_symbols(connection, file.id, facts, ids)?;
        put_docs(connection, file.id, facts, ids)?;
        put_comments(connection, file.id, facts, ids)?;
    }
    Ok(())
}

fn put_row(connection: &Connection, file: &FileRecord, facts: Option<i64>) -> rusqlite::Result<()> {
    let sql = "INSERT OR REPLACE INTO files VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)";
    connection.prepare_cached(sql)?.execute(params![
        file.id.0,
        file.path.as_bytes(),
        file.language.map(tribunal_domain::Language::name),
        file.content_hash.as_bytes(),
        file.size.cast_signed(),
        file.lines,
        file.stamp,
        file.flags.to_bits(),
        file.skipped,
        file.problems,
        facts,
    ])?;
    Ok(())
}

fn put_symbols(connection: &Connection, file: SymbolId, facts: &FileFacts, ids: &[SymbolId]) -> rusqlite::Result<()> {
    let sql = "INSERT INTO symbols VALUES
        (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21)";
    let mut insert = connection.prepare_cached(sql)?;
    let qualified = qualified_names(facts);
    for (ordinal, symbol) in facts.symbols.iter().enumerate() {
        let measures = symbol.measures;
        insert.execute(params![
            file.0,
            ordinal as u32,
            ids[ordinal].0,
            symbol.parent.map(|parent| ids[parent.ix()].0),
            symbol.kind.name(),
            facts.text(symbol.name),
            qualified[ordinal],
            symbol.span.start.line,
            symbol.span.start.column,
            symbol.span.end.line,
            symbol.span.end.column,
            symbol.name_at.line,
            symbol.name_at.column,
            facts.text(symbol.signature),
            symbol.visibility.name(),
            symbol.flags.0,
            attributes(facts, symbol),
            measures.map(|measures| measures.cyclomatic),
            measures.map(|measures| measures.nesting),
            measures.map(|measures| measures.parameters),
            measures.map(|measures| measures.statements),
        ])?;
    }
    Ok(())
}

/// Parents stand before their children, so each name needs its parent's only.
fn qualified_names(facts: &FileFacts) -> Vec<String> {
    let mut names: Vec<String> = Vec::with_capacity(facts.symbols.len());
    for symbol in &facts.symbols {
        let name = facts.text(symbol.name);
        let qualified = match symbol.parent.and_then(|parent| names.get(parent.ix())) {
            Some(parent) => format!("{parent}.{name}"),
            None => name.to_owned(),
        };
        names.push(qualified);
    }
    names
}

fn attributes(facts: &FileFacts, symbol: &Symbol) -> Option<String> {
    let texts: Vec<&str> = symbol.attributes.iter().map(|&text| facts.text(text)).collect();
    (!texts.is_empty()).then(|| json(&texts))
}

fn put_docs(connection: &Connection, file: SymbolId, facts: &FileFacts, ids: &[SymbolId]) -> rusqlite::Result<()> {
    let sql = "INSERT INTO docstrings VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    let mut insert = connection.prepare_cached(sql)?;
    for (ordinal, doc) in facts.docs.iter().enumerate() {
        insert.execute(params![
            file.0,
            ordinal as u32,
            id_of(ids, doc.symbol),
            doc.format.name(),
            facts.text(doc.text),
            fields(facts, doc),
            doc.span.start.line,
            doc.span.end.line,
        ])?;
    }
    Ok(())
}

fn fields(facts: &FileFacts, doc: &Doc) -> Option<String> {
    let text = |text: Text| facts.text(text);
    let fields: Vec<_> =
        doc.fields.iter().map(|field| (text(field.tag), field.name.map(text), text(field.text))).collect();
    (!fields.is_empty()).then(|| json(&fields))
}

fn put_comments(connection: &Connection, file: SymbolId, facts: &FileFacts, ids: &[SymbolId]) -> rusqlite::Result<()> {
    let mut insert = connection.prepare_cached("INSERT INTO inline_comments VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?;
    for (ordinal, comment) in facts.comments.iter().enumerate() {
        let symbol = id_of(ids, comment.symbol);
        let text = facts.text(comment.text);
        insert.execute((file.0, ordinal as u32, symbol, comment.kind.name(), comment.line, text))?;
    }
    Ok(())
}

fn id_of(ids: &[SymbolId], symbol: Option<SymbolIx>) -> Option<i64> {
    symbol.map(|symbol| ids[symbol.ix()].0)
}

/// Lists of texts as JSON, so that people can read them with any `SQLite` tool.
pub(super) fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("texts and lists of them always serialise")
}
