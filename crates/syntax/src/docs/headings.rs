//! Formats made of Markdown or prose: rustdoc's headings, Go's `Deprecated:` paragraph.

use super::{Fence, Field};

/// Sections of rustdoc: `# Errors`, `# Panics`, `# Safety`, `# Examples`, `# Arguments`.
pub(super) fn rust(text: &str) -> Vec<Field> {
    let mut fields = Vec::new();
    let mut fence = Fence::default();
    let mut section: Option<(&'static str, Vec<&str>)> = None;
    for line in text.lines() {
        let code = fence.covers(line);
        if let Some(title) = (!code).then(|| heading(line)).flatten() {
            finish(section.take(), &mut fields);
            section = tag(title).map(|tag| (tag, Vec::new()));
        } else if let Some((_, lines)) = &mut section {
            lines.push(line);
        }
    }
    finish(section, &mut fields);
    fields
}

fn heading(line: &str) -> Option<&str> {
    let line = line.trim();
    let title = line.trim_start_matches('#');
    (title.len() < line.len() && title.starts_with(' ')).then(|| title.trim().trim_end_matches(':'))
}

fn tag(title: &str) -> Option<&'static str> {
    Some(match title.to_ascii_lowercase().as_str() {
        "errors" | "error" => "errors",
        "panics" | "panic" => "panics",
        "safety" => "safety",
        "examples" | "example" => "example",
        "arguments" | "parameters" | "params" | "args" => "param",
        "returns" | "return value" | "return" => "returns",
        "type parameters" | "generics" => "type_param",
        "deprecated" => "deprecated",
        _ => return None,
    })
}

fn finish(section: Option<(&'static str, Vec<&str>)>, fields: &mut Vec<Field>) {
    let Some((tag, lines)) = section else {
        return;
    };
    if tag != "param" && tag != "type_param" {
        fields.push(Field::new(tag, None, &lines.join("\n")));
        return;
    }
    let mut item: Option<(&str, String)> = None;
    for line in lines {
        if let Some((name, rest)) = list_item(line) {
            push_item(tag, item.replace((name, rest.to_owned())), fields);
        } else if let Some((_, text)) = &mut item {
            text.push(' ');
            text.push_str(line);
        }
    }
    push_item(tag, item, fields);
}

fn push_item(tag: &'static str, item: Option<(&str, String)>, fields: &mut Vec<Field>) {
    if let Some((name, text)) = item {
        fields.push(Field::new(tag, Some(name), &text));
    }
}

/// ``* `name` - text``, `- name: text`.
fn list_item(line: &str) -> Option<(&str, &str)> {
    let item = line.trim_start();
    let item = item.strip_prefix(['*', '-', '+'])?.trim_start();
    let (name, rest) = match item.strip_prefix('`') {
        Some(quoted) => quoted.split_once('`')?,
        None => item.split_at(item.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(item.len())),
    };
    let rest = rest.trim_start().trim_start_matches(['-', ':', '\u{2013}', '\u{2014}']).trim_start();
    (!name.is_empty()).then_some((name, rest))
}

/// A paragraph of a Go comment that starts with `Deprecated:`.
pub(super) fn go(text: &str) -> Vec<Field> {
    text.split("\n\n")
        .filter_map(|paragraph| paragraph.trim_start().strip_prefix("Deprecated:"))
        .map(|text| Field::new("deprecated", None, text))
        .collect()
}
