//! Answers of the knowledge base for people. They arrive as JSON, so one renderer serves all questions: a list of
//! objects is a table, an object is named parts, and `path` with `line` is a place.

use crate::error::CliError;
use crate::output::{Cell, Output, Style, Table, grouped};
use serde_json::{Map, Value};

/// Columns in reading order; fields not named here follow by name.
const ORDER: &[&str] = &[
    "state",
    "kind",
    "role",
    "symbol",
    "qualified_name",
    "name",
    "count",
    "language",
    "visibility",
    "signature",
    "time",
    "author",
    "message",
    "text",
    "definitions",
];

/// Fields that only machines want.
const HIDDEN: &[&str] = &[
    "file_id",
    "version",
    "path",
    "line",
    "start_line",
    "end_line",
    "column",
    "content_hash",
    "exported",
    "is_member",
    "test",
];

/// The shortest id that can be a commit's.
const COMMIT_ID: usize = 40;

/// Prints an answer.
pub fn show(answer: &Value, out: &mut Output) -> Result<(), CliError> {
    show_at(answer, "", out)
}

/// An answer to `at` on one line: the place, its state and the definitions.
pub fn answer_line(place: &str, answer: &Value) -> String {
    let definitions = answer["definitions"].as_array().map(Vec::as_slice).unwrap_or_default();
    let definitions: Vec<_> = definitions.iter().filter_map(Value::as_object).map(definition).collect();
    let mut line = format!("{place}  {}  {}", plain(&answer["state"]), definitions.join(", "));
    if let Some(error) = answer["error"].as_str() {
        line.push_str(error);
    }
    line.trim_end().to_owned()
}

fn show_at(answer: &Value, indent: &str, out: &mut Output) -> Result<(), CliError> {
    match answer {
        Value::Array(rows) if rows.is_empty() => {
            if indent.is_empty() {
                out.note("nothing found");
            }
            Ok(())
        }
        Value::Array(rows) if rows.iter().all(|row| row["symbol"].is_object()) => {
            rows.iter().try_for_each(|row| show_at(row, indent, out))
        }
        Value::Array(rows) if rows.iter().all(Value::is_object) => table(rows, indent, out),
        Value::Array(rows) if rows.iter().all(Value::is_array) => tuples(rows, indent, out),
        Value::Array(rows) => rows.iter().try_for_each(|row| out.line(&format!("{indent}{}", plain(row)))),
        Value::Object(parts) => object(parts, indent, out),
        scalar => out.line(&format!("{indent}{}", plain(scalar))),
    }
}

fn object(parts: &Map<String, Value>, indent: &str, out: &mut Output) -> Result<(), CliError> {
    if let Some(place) = place(parts) {
        out.styled(&[(Style::Plain, indent), (Style::Bold, &place)])?;
    }
    let names = ordered(parts.keys()).into_iter().filter(|name| is_shown(name, &parts[*name]));
    let (short, long): (Vec<&str>, Vec<&str>) = names.partition(|name| is_short(&parts[*name]));
    let mut table = Table::default();
    for name in short {
        table.row([Cell::text(words(name)), cell(name, &parts[name])]);
    }
    table.print(out, &format!("{indent}  "))?;
    for name in long {
        out.styled(&[(Style::Plain, indent), (Style::Bold, &words(name))])?;
        show_at(&parts[name], &format!("{indent}  "), out)?;
    }
    Ok(())
}

fn table(rows: &[Value], indent: &str, out: &mut Output) -> Result<(), CliError> {
    let objects: Vec<_> = rows.iter().filter_map(Value::as_object).collect();
    let mut names: Vec<&String> = objects.iter().flat_map(|row| row.keys()).collect();
    names.sort();
    names.dedup();
    let filled = |name: &&str| objects.iter().any(|row| row.get(*name).is_some_and(|value| is_shown(name, value)));
    let columns: Vec<&str> = ordered(names.into_iter()).into_iter().filter(filled).collect();
    let mut table = Table::default();
    for row in &objects {
        let place = place(row).map(Cell::text);
        let cells = columns.iter().map(|name| cell(name, row.get(*name).unwrap_or(&Value::Null)));
        table.row(place.into_iter().chain(cells));
    }
    table.print(out, indent)
}

/// Rows without names, such as a language with its count.
fn tuples(rows: &[Value], indent: &str, out: &mut Output) -> Result<(), CliError> {
    let mut table = Table::default();
    for row in rows.iter().filter_map(Value::as_array) {
        table.row(row.iter().map(|value| cell("", value)));
    }
    table.print(out, indent)
}

/// Ids of definitions, bits and empty values tell a person nothing; the ids of commits do.
fn is_shown(name: &str, value: &Value) -> bool {
    match (name, value) {
        ("id", Value::String(id)) => id.len() >= COMMIT_ID,
        ("file", Value::String(_)) | ("flags", Value::Number(_)) | (_, Value::Null) => false,
        (_, Value::String(text)) => !text.is_empty(),
        (_, Value::Array(items)) => !items.is_empty(),
        _ => true,
    }
}

fn ordered<'a>(names: impl Iterator<Item = &'a String>) -> Vec<&'a str> {
    let mut names: Vec<&str> = names.map(String::as_str).filter(|name| !HIDDEN.contains(name)).collect();
    names.sort_by_key(|name| (ORDER.iter().position(|known| known == name).unwrap_or(ORDER.len()), *name));
    names
}

/// `path:line` of an object that has a place.
fn place(row: &Map<String, Value>) -> Option<String> {
    let path = row.get("path")?.as_str()?;
    let line = row.get("line").or_else(|| row.get("start_line")).and_then(Value::as_u64);
    Some(line.map_or_else(|| path.to_owned(), |line| format!("{path}:{line}")))
}

/// An object in a cell: a definition with its place, or the names of what is true.
fn definition(object: &Map<String, Value>) -> String {
    let flags: Vec<&str> =
        object.iter().filter(|(_, value)| **value == Value::Bool(true)).map(|(name, _)| name.as_str()).collect();
    if object.values().all(Value::is_boolean) {
        return flags.join(", ");
    }
    let name = ["symbol", "qualified_name", "name"].into_iter().find_map(|name| object.get(name)?.as_str());
    format!("{} {}", name.unwrap_or_default(), place(object).unwrap_or_default()).trim().to_owned()
}

fn is_short(value: &Value) -> bool {
    let is_row = |item: &Value| item.is_object() || item.is_array();
    !value.is_object() && !value.as_array().is_some_and(|items| items.iter().any(is_row))
}

fn cell(name: &str, value: &Value) -> Cell {
    match (name, value) {
        ("time", Value::Number(seconds)) => Cell::text(seconds.as_i64().map(date).unwrap_or_default()),
        ("id" | "last_commit", Value::String(id)) => Cell::text(id.chars().take(10).collect::<String>()),
        (_, Value::Number(number)) => number.as_u64().map_or_else(|| Cell::text(number.to_string()), Cell::number),
        (_, other) => Cell::text(first_line(&plain(other))),
    }
}

/// The day of a time in seconds since the epoch, by the proleptic Gregorian calendar in UTC.
fn date(seconds: i64) -> String {
    let days = seconds.div_euclid(86_400) + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Number(number) => number.as_u64().map_or_else(|| number.to_string(), grouped),
        Value::Bool(flag) => if *flag { "yes" } else { "no" }.to_owned(),
        Value::Array(items) => items.iter().map(plain).collect::<Vec<_>>().join(", "),
        Value::Object(parts) => definition(parts),
    }
}

/// Messages and comments run over many lines; a row shows the first.
fn first_line(text: &str) -> String {
    let mut lines = text.trim().lines();
    let first = lines.next().unwrap_or_default();
    if lines.next().is_some() { format!("{first} …") } else { first.to_owned() }
}

fn words(name: &str) -> String {
    name.replace('_', " ")
}
