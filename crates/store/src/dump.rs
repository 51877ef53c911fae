//! The knowledge base as canonical text: everything that follows from the snapshot, and nothing else.
//!
//! Two bases are equal if and only if their dumps are: an update is tested against a rebuild with it. Left out are
//! stamps, generations, facts of other contents, what resolutions read, metadata, and everything with a clock.

use crate::query::loaded::Loaded;
use crate::writer::postings;
use crate::{Curated, StoreError};
use rusqlite::Connection;
use rusqlite::types::ValueRef;
use std::fmt::Write as _;
use std::io::{self, Write};
use tribunal_domain::SymbolId;

/// Rows that are written as they are, with their files by path.
const PLAIN: [(&str, &str); 9] = [
    (
        "file",
        "SELECT path, language, hex(content_hash), size, lines, flags, skipped, problems, facts_id IS NOT NULL FROM files",
    ),
    (
        "symbol",
        "SELECT f.path, s.ordinal, s.id, s.parent_id, s.kind, s.name, s.qualified_name, s.start_line, s.start_column,
         s.end_line, s.end_column, s.name_line, s.name_column, s.signature, s.visibility, s.flags, s.attributes,
         s.cyclomatic, s.nesting, s.parameters, s.statements FROM symbols s LEFT JOIN files f ON f.id = s.file_id",
    ),
    (
        "docstring",
        "SELECT f.path, d.ordinal, d.symbol_id, d.format, d.text, d.fields, d.start_line, d.end_line
         FROM docstrings d LEFT JOIN files f ON f.id = d.file_id",
    ),
    (
        "comment",
        "SELECT f.path, c.ordinal, c.symbol_id, c.kind, c.line, c.text
         FROM inline_comments c LEFT JOIN files f ON f.id = c.file_id",
    ),
    (
        "import",
        "SELECT f.path, i.ordinal, i.specifier, i.kind, i.names, i.star, i.type_only, i.reexport, i.outcome, i.line
         FROM imports i LEFT JOIN files f ON f.id = i.file_id",
    ),
    (
        "dependency",
        "SELECT f.path, t.path, d.kind FROM dependencies d LEFT JOIN files f ON f.id = d.from_file
         LEFT JOIN files t ON t.id = d.to_file",
    ),
    (
        "entry_point",
        "SELECT f.path, e.symbol_id, e.kind, e.reason FROM entry_points e LEFT JOIN files f ON f.id = e.file_id",
    ),
    ("commit", "SELECT id, author, time, message, committed, parents, detailed FROM commits"),
    (
        "change",
        "SELECT p.path, c.id, x.position, x.kind, o.path, x.insertions, x.deletions FROM file_commits x
         LEFT JOIN history_paths p ON p.id = x.file_id LEFT JOIN commits c ON c.ordinal = x.commit_ordinal
         LEFT JOIN history_paths o ON o.id = x.old_file_id",
    ),
];

/// Pairs, apart only because the table above is long enough.
const CO_CHANGES: &str = "SELECT a.path, b.path, x.count, x.last_commit FROM co_changes x
    LEFT JOIN history_paths a ON a.id = x.a LEFT JOIN history_paths b ON b.id = x.b";

/// Lists by key.
const LISTS: [(&str, &str, &str); 3] = [
    ("used", "symbol_references", "symbol_id"),
    ("used_by_name", "name_references", "name"),
    ("mention", "mentions", "name"),
];

/// Writes the canonical text: one row per line, sorted within each kind of row.
pub fn dump(curated: &Curated, out: &mut dyn Write) -> Result<(), StoreError> {
    let path = &curated.database.path;
    let mut write = |lines: Vec<String>| write_sorted(lines, out).map_err(|source| StoreError::io(path, source));
    for (label, sql) in PLAIN.into_iter().chain([("co_change", CO_CHANGES)]) {
        write(curated.database.run(|connection| plain_rows(connection, label, sql))?)?;
    }
    for (label, table, key) in LISTS {
        write(curated.database.run(|connection| list_rows(connection, label, table, key))?)?;
    }
    for file in curated.file_rows()? {
        write(curated.database.run(|connection| reference_rows(connection, file.id))?)?;
    }
    Ok(())
}

fn write_sorted(mut lines: Vec<String>, out: &mut dyn Write) -> io::Result<()> {
    lines.sort_unstable();
    lines.iter().try_for_each(|line| writeln!(out, "{line}"))
}

fn plain_rows(connection: &Connection, label: &str, sql: &str) -> rusqlite::Result<Vec<String>> {
    let mut statement = connection.prepare(sql)?;
    let columns = statement.column_count();
    let mut rows = statement.query([])?;
    let mut lines = Vec::new();
    while let Some(row) = rows.next()? {
        let mut line = label.to_owned();
        for column in 0..columns {
            line.push('\t');
            push_value(&mut line, row.get_ref(column)?);
        }
        lines.push(line);
    }
    Ok(lines)
}

fn list_rows(connection: &Connection, label: &str, table: &str, key: &str) -> rusqlite::Result<Vec<String>> {
    let mut statement = connection.prepare(&format!("SELECT {key}, files FROM {table}"))?;
    let mut rows = statement.query([])?;
    let mut lines = Vec::new();
    while let Some(row) = rows.next()? {
        let mut start = format!("{label}\t");
        push_value(&mut start, row.get_ref(0)?);
        for posting in postings::read(crate::curated::read::blob(row, 1)?)? {
            lines.push(format!("{start}\t{:?}\t{}\t{}", posting.file, posting.first, posting.second));
        }
    }
    Ok(lines)
}

fn reference_rows(connection: &Connection, file: SymbolId) -> rusqlite::Result<Vec<String>> {
    let Some(loaded) = Loaded::read(connection, file)? else { return Ok(Vec::new()) };
    let place = |number: usize| format!("{}\t{number:08}", loaded.path);
    let facts = blake3::hash(&crate::encode_facts(&loaded.facts));
    let mut lines = vec![format!("facts\t{}\t{facts}", loaded.path)];
    for (number, (reference, outcome)) in loaded.uses().enumerate() {
        let name = loaded.facts.text(reference.name);
        let (line, column) = (reference.position.line, reference.position.column);
        let start = format!("reference\t{}\t{line}:{column}", place(number));
        lines.push(format!("{start}\t{name:?}\t{}\t{outcome:?}", reference.role.name()));
    }
    for (number, outcome) in loaded.resolution.imports.iter().enumerate() {
        lines.push(format!("import_target\t{}\t{outcome:?}", place(number)));
    }
    for (hiding, hidden) in &loaded.resolution.overrides {
        lines.push(format!("override\t{}\t{hidden:?}", place(hiding.ix())));
    }
    Ok(lines)
}

fn push_value(line: &mut String, value: ValueRef<'_>) {
    let _ = match value {
        ValueRef::Null => write!(line, "-"),
        ValueRef::Integer(number) => write!(line, "{number}"),
        ValueRef::Real(number) => write!(line, "{number}"),
        ValueRef::Text(bytes) => write!(line, "{:?}", String::from_utf8_lossy(bytes)),
        ValueRef::Blob(bytes) => write!(line, "{}", bytes.escape_ascii()),
    };
}
