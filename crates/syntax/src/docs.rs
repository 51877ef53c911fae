//! Doc comments and docstrings: their format and what they say of parameters, results and errors.
//!
//! Every parser takes text and gives fields; broken input gives fewer of them. Tags are the same in all formats:
//! `param`, `returns`, `raises`, `yields`, `type_param`, `deprecated`, `errors`, `panics`, `safety`, `example`.
//! Where a type is written, the field's text is `type: text`.

mod headings;
mod python;
mod tags;
#[cfg(test)]
mod tests;
mod xml;

use crate::context::Context;
use tribunal_domain::Language;
use tribunal_domain::facts::{DocField, DocFormat};

/// A field before its texts are interned.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Field {
    tag: &'static str,
    name: Option<String>,
    text: String,
}

impl Field {
    fn new(tag: &'static str, name: Option<&str>, text: &str) -> Self {
        let name = name.map(str::trim).filter(|name| !name.is_empty());
        let text = if tag == "example" { dedent(text) } else { fold_space(text) };
        Self { tag, name: name.map(str::to_owned), text }
    }

    fn typed(tag: &'static str, name: Option<&str>, ty: &str, text: &str) -> Self {
        match (ty.trim(), text.trim()) {
            ("", text) => Self::new(tag, name, text),
            (ty, "") => Self::new(tag, name, ty),
            (ty, text) => Self::new(tag, name, &format!("{ty}: {text}")),
        }
    }
}

/// The format and fields of a doc text. `hint` wins over what the language suggests unless it is `Plain`.
pub(crate) fn parse(cx: &mut Context<'_>, text: &str, hint: DocFormat) -> (DocFormat, Vec<DocField>) {
    let (format, fields) = read(cx.row.language, text);
    let fields = fields
        .into_iter()
        .map(|field| DocField {
            tag: cx.intern(field.tag),
            name: field.name.map(|name| cx.intern(&name)),
            text: cx.intern(&field.text),
        })
        .collect();
    (if hint == DocFormat::Plain { format } else { hint }, fields)
}

/// Fills format and fields of the docs that the extractor recorded itself.
pub(crate) fn finish_docstrings(cx: &mut Context<'_>) {
    for at in 0..cx.facts.docs.len() {
        let doc = &cx.facts.docs[at];
        if doc.format != DocFormat::Plain || !doc.fields.is_empty() {
            continue;
        }
        let text = cx.facts.text(doc.text).to_owned();
        let (format, fields) = parse(cx, &text, DocFormat::Plain);
        let doc = &mut cx.facts.docs[at];
        (doc.format, doc.fields) = (format, fields);
    }
}

fn read(language: Language, text: &str) -> (DocFormat, Vec<Field>) {
    match language {
        Language::Python => python::read(text),
        Language::Rust => (DocFormat::Rustdoc, headings::rust(text)),
        Language::Go => (DocFormat::Godoc, headings::go(text)),
        Language::TypeScript | Language::Tsx | Language::JavaScript => (DocFormat::Jsdoc, tags::read(language, text)),
        Language::Java | Language::Kotlin | Language::Php => (DocFormat::Javadoc, tags::read(language, text)),
        Language::C | Language::Cpp => {
            let fields = tags::read(language, text);
            (if fields.is_empty() { DocFormat::Plain } else { DocFormat::Javadoc }, fields)
        }
        Language::CSharp => (DocFormat::Plain, xml::read(text)),
        Language::Ruby | Language::Lua => (DocFormat::Plain, tags::read(language, text)),
        Language::Bash => (DocFormat::Plain, Vec::new()),
    }
}

/// White space folded, so that a field is one line.
fn fold_space(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Lines without their common indentation: examples keep their shape.
fn dedent(text: &str) -> String {
    let text = text.trim_matches('\n').trim_end();
    let common = text.lines().filter(|line| !line.trim().is_empty()).map(indent).min().unwrap_or(0);
    let lines: Vec<&str> = text.lines().map(|line| &line[common.min(indent(line))..]).collect();
    lines.join("\n").trim_start().to_owned()
}

/// The columns a line is indented by; a tab counts as one.
fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches([' ', '\t']).len()
}

/// Follows Markdown fences: whether a line stands inside of code.
#[derive(Default)]
struct Fence {
    open: bool,
}

impl Fence {
    /// Whether `line` is code or a fence itself.
    fn covers(&mut self, line: &str) -> bool {
        let line = line.trim_start();
        if line.starts_with("```") || line.starts_with("~~~") {
            self.open = !self.open;
            return true;
        }
        self.open
    }
}
