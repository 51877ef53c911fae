//! Docstrings: `NumPy`, Sphinx and Google, told apart by their text.

use super::{Field, indent};
use tribunal_domain::facts::DocFormat;

type Reader = fn(&[&str]) -> Vec<Field>;

/// Lines of one field; a longer one is not documentation, and following each to its end would cost the square.
const MAX_FIELD_LINES: usize = 300;

/// The format and fields of a docstring. The first format with any field wins: `NumPy`'s underlines are unmistakable,
/// Sphinx fields nearly so, and Google's headings also occur in prose.
pub(super) fn read(text: &str) -> (DocFormat, Vec<Field>) {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let readers: [(DocFormat, Reader); 3] =
        [(DocFormat::Numpy, numpy), (DocFormat::Sphinx, sphinx), (DocFormat::Google, google)];
    let mut found = readers.into_iter().map(|(format, read)| (format, read(&lines)));
    let (format, mut fields) = found.find(|(_, fields)| !fields.is_empty()).unwrap_or((DocFormat::Plain, Vec::new()));
    deprecations(&lines, &mut fields);
    (format, fields)
}

/// The tag of a heading, in Google's or `NumPy`'s words.
fn section(title: &str) -> Option<&'static str> {
    Some(match title.to_ascii_lowercase().as_str() {
        "args" | "arguments" | "parameters" | "params" | "keyword args" | "keyword arguments" | "other parameters" => {
            "param"
        }
        "returns" | "return" => "returns",
        "yields" | "yield" => "yields",
        "raises" | "raise" | "except" | "exceptions" => "raises",
        "example" | "examples" => "example",
        "deprecated" => "deprecated",
        _ => return None,
    })
}

/// Whether the items of the section have names.
fn has_items(tag: &str) -> bool {
    matches!(tag, "param" | "raises")
}

/// The lines of a block that starts at `from`: all that are blank or indented deeper than `outer`.
fn block<'a, 'l>(lines: &'a [&'l str], from: usize, outer: usize) -> &'a [&'l str] {
    let from = from.min(lines.len());
    let rest = &lines[from..lines.len().min(from + MAX_FIELD_LINES)];
    let end = rest.iter().position(|line| !line.is_empty() && indent(line) <= outer).unwrap_or(rest.len());
    &rest[..end]
}

// --- Google -------------------------------------------------------------------------------------------------------

fn google(lines: &[&str]) -> Vec<Field> {
    let mut fields = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let Some(tag) = line.trim().strip_suffix(':').and_then(section) else {
            continue;
        };
        let body = block(lines, at + 1, indent(line));
        if body.first().is_none_or(|first| first.is_empty()) && !has_items(tag) {
            continue;
        }
        if has_items(tag) {
            google_items(tag, body, &mut fields);
        } else if body.iter().any(|line| !line.is_empty()) {
            fields.push(Field::new(tag, None, &body.join("\n")));
        }
    }
    fields
}

fn google_items(tag: &'static str, body: &[&str], fields: &mut Vec<Field>) {
    let Some(base) = body.iter().find(|line| !line.is_empty()).map(|line| indent(line)) else {
        return;
    };
    for (at, line) in body.iter().enumerate() {
        if line.is_empty() || indent(line) != base {
            continue;
        }
        let Some((head, rest)) = split_head(line.trim()) else {
            continue;
        };
        let (name, ty) = match head.split_once('(') {
            Some((name, ty)) => (name.trim(), ty.trim_end().trim_end_matches(')')),
            None => (head, ""),
        };
        if !is_name(name) {
            continue;
        }
        let more = block(body, at + 1, base).join("\n");
        fields.push(Field::typed(tag, Some(stars_off(name)), ty, &format!("{rest}\n{more}")));
    }
}

/// `name (type): text` at the colon outside of brackets.
fn split_head(line: &str) -> Option<(&str, &str)> {
    let mut depth = 0_i32;
    for (at, c) in line.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ':' if depth <= 0 => return Some((line[..at].trim(), &line[at + 1..])),
            _ => {}
        }
    }
    None
}

fn is_name(name: &str) -> bool {
    let name = name.trim_start_matches('*').trim_matches('`');
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'))
}

fn stars_off(name: &str) -> &str {
    name.trim_start_matches('*').trim_start_matches("\\*").trim_matches('`')
}

// --- NumPy --------------------------------------------------------------------------------------------------------

fn numpy(lines: &[&str]) -> Vec<Field> {
    let mut fields = Vec::new();
    let titles: Vec<usize> = (1..lines.len()).filter(|&at| is_underline(lines, at)).map(|at| at - 1).collect();
    for (nth, &title) in titles.iter().enumerate() {
        let Some(tag) = section(lines[title].trim().trim_end_matches(':')) else {
            continue;
        };
        let end = titles.get(nth + 1).copied().unwrap_or(lines.len());
        let body = &lines[(title + 2).min(end)..end];
        if matches!(tag, "param" | "raises" | "returns" | "yields") {
            numpy_items(tag, body, indent(lines[title]), &mut fields);
        } else {
            fields.push(Field::new(tag, None, &body.join("\n")));
        }
    }
    fields
}

fn is_underline(lines: &[&str], at: usize) -> bool {
    let line = lines[at].trim();
    line.len() >= 3 && line.bytes().all(|byte| byte == b'-') && !lines[at - 1].is_empty()
}

fn numpy_items(tag: &'static str, body: &[&str], base: usize, fields: &mut Vec<Field>) {
    for (at, line) in body.iter().enumerate() {
        if line.is_empty() || indent(line) != base || line.trim_start().starts_with("..") {
            continue;
        }
        let text = block(body, at + 1, base).join("\n");
        let (names, ty) = line.split_once(':').map_or((line.trim(), ""), |(names, ty)| (names.trim(), ty.trim()));
        if tag == "param" {
            for name in names.split(',').map(str::trim).filter(|name| is_name(stars_off(name))) {
                fields.push(Field::typed(tag, Some(stars_off(name)), ty, &text));
            }
        } else if tag == "raises" {
            fields.push(Field::typed(tag, Some(names), ty, &text));
        } else if ty.is_empty() {
            fields.push(Field::typed(tag, None, names, &text));
        } else {
            fields.push(Field::typed(tag, Some(names), ty, &text));
        }
    }
}

// --- Sphinx -------------------------------------------------------------------------------------------------------

fn sphinx(lines: &[&str]) -> Vec<Field> {
    let mut fields: Vec<Field> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let Some((head, rest)) = line.trim_start().strip_prefix(':').and_then(|line| line.split_once(':')) else {
            continue;
        };
        let text = format!("{rest}\n{}", block(lines, at + 1, indent(line)).join("\n"));
        let (role, argument) = head.split_once(char::is_whitespace).unwrap_or((head, ""));
        let (ty, name) = argument.trim().rsplit_once(char::is_whitespace).unwrap_or(("", argument.trim()));
        match role {
            "param" | "parameter" | "arg" | "argument" | "key" | "keyword" => {
                add_param(&mut fields, stars_off(name), ty, &text);
            }
            "type" => add_type(&mut fields, "param", Some(stars_off(name)), &text),
            "return" | "returns" => fields.push(Field::new("returns", None, &text)),
            "rtype" => add_type(&mut fields, "returns", None, &text),
            "raise" | "raises" | "except" | "exception" => {
                fields.push(Field::new("raises", Some(argument), &text));
            }
            "yield" | "yields" => fields.push(Field::new("yields", None, &text)),
            _ => {}
        }
    }
    fields
}

/// A parameter; its type may already stand there.
fn add_param(fields: &mut Vec<Field>, name: &str, ty: &str, text: &str) {
    match fields.iter_mut().find(|field| field.tag == "param" && field.name.as_deref() == Some(name)) {
        Some(field) => *field = Field::typed("param", Some(name), &field.text, text),
        None => fields.push(Field::typed("param", Some(name), ty, text)),
    }
}

/// `:type x: T` and `:rtype: T` say more of a field that mostly stands before them.
fn add_type(fields: &mut Vec<Field>, tag: &'static str, name: Option<&str>, ty: &str) {
    let new = Field::new(tag, name, ty);
    match fields.iter_mut().find(|field| field.tag == tag && field.name == new.name) {
        Some(field) => *field = Field::typed(tag, name, &new.text, &field.text),
        None => fields.push(new),
    }
}

/// `.. deprecated:: 1.2` of any format.
fn deprecations(lines: &[&str], fields: &mut Vec<Field>) {
    for (at, line) in lines.iter().enumerate() {
        if let Some(rest) = line.trim_start().strip_prefix(".. deprecated::") {
            let text = format!("{rest}\n{}", block(lines, at + 1, indent(line)).join("\n"));
            fields.push(Field::new("deprecated", None, &text));
        }
    }
}
