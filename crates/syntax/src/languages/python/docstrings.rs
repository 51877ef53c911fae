//! Docstrings: the string that is the first statement of a file, class or function.

use super::kinds::{Kind, first_part, kind, parts};
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{Doc, DocFormat, SymbolIx};

/// Records the docstring of a body, if it has one.
pub(super) fn docstring<'t>(cx: &mut Context<'t>, body: Node<'t>, symbol: Option<SymbolIx>) {
    let Some(statement) = first_part(body).filter(|first| kind(*first) == Kind::ExpressionStatement) else {
        return;
    };
    let Some(string) = first_part(statement).filter(|string| kind(*string) == Kind::String) else {
        return;
    };
    let members = parts(string);
    let (Some(start), Some(end)) = (members.first(), members.last()) else {
        return;
    };
    if cx.text(*start).contains(['f', 'F', 'b', 'B']) || start.end_byte() > end.start_byte() {
        return;
    }
    let text = dedented(&cx.source.text()[start.end_byte()..end.start_byte()]);
    let (format, fields) = crate::docs::parse(cx, &text, DocFormat::Plain);
    let (text, span) = (cx.intern(&text), cx.span(string));
    cx.facts.docs.push(Doc { symbol, text, format, fields, span });
}

/// The text without the indentation that all lines after the first share, and without empty lines around it (PEP 257).
fn dedented(text: &str) -> String {
    let lines = text.lines().collect::<Vec<_>>();
    let indent = |line: &&str| line.len() - line.trim_start().len();
    let common = lines.iter().skip(1).filter(|line| !line.trim().is_empty()).map(indent).min().unwrap_or(0);
    let rest = lines.iter().skip(1).map(|line| line.get(common..).unwrap_or_default().trim_end());
    let mut kept = lines.first().map(|first| first.trim()).into_iter().chain(rest).collect::<Vec<_>>();
    while kept.last().is_some_and(|line| line.is_empty()) {
        kept.pop();
    }
    let blank = kept.iter().take_while(|line| line.is_empty()).count();
    kept[blank..].join("\n")
}
