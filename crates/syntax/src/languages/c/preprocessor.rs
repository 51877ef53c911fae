//! `#include` and `#define`.

use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{Import, ImportKind, ImportName, Param, ParamKind, ScopeIx, SymbolFlags, SymbolKind};

/// Records an include with the path as written between its delimiters.
pub(super) fn include<'t>(cx: &mut Context<'t>, node: Node<'t>) {
    let Some(path) = node.child_by_field_name("path") else {
        return;
    };
    let kind = match path.kind() {
        "system_lib_string" => ImportKind::System,
        "string_literal" => ImportKind::Static,
        _ => return,
    };
    let specifier = cx.intern(cx.text(path).trim_matches(['<', '>', '"']));
    let names = vec![ImportName { name: None, local: None, position: cx.position(path), type_only: false }];
    let import = Import {
        specifier,
        kind,
        names,
        star: true,
        type_only: false,
        reexport: false,
        scope: ScopeIx::FILE,
        span: cx.span(node),
    };
    cx.facts.imports.push(import);
    cx.skip(path);
}

/// Defines a macro. Its replacement is text to the grammar: the names in it are mentions.
pub(super) fn define<'t>(cx: &mut Context<'t>, node: Node<'t>) {
    let Some(name) = node.child_by_field_name("name") else {
        return;
    };
    let value = node.child_by_field_name("value");
    let parameters = node.child_by_field_name("parameters");
    let head_end = parameters.unwrap_or(name).end_byte();
    let mut symbol = cx.draft(SymbolKind::Macro, node, name, head_end);
    (symbol.parent, symbol.scope) = (None, ScopeIx::FILE);
    symbol.flags.set(SymbolFlags::EXPORTED);
    // The node ends with the line's end, which is not part of the definition.
    symbol.span.end = cx.source.position(value.or(parameters).unwrap_or(name).end_byte());
    if let Some(list) = parameters {
        symbol.params = macro_parameters(cx, list);
        cx.skip(list);
    }
    let parameters: Vec<_> = symbol.params.iter().map(|param| param.name).collect();
    cx.define(symbol, 0);
    if let Some(value) = value {
        for word in words(cx.text(value)) {
            if !parameters.contains(&cx.intern(word)) {
                cx.mention(word, value, false);
            }
        }
    }
}

fn macro_parameters<'t>(cx: &mut Context<'t>, list: Node<'t>) -> Vec<Param> {
    let names: Vec<_> = list.named_children(&mut list.walk()).filter(|child| child.kind() == "identifier").collect();
    let plain = |cx: &mut Context<'t>, name: Node<'t>| Param {
        name: cx.intern_node(name),
        at: cx.position(name),
        ty: None,
        optional: false,
        kind: ParamKind::Plain,
    };
    names.into_iter().map(|name| plain(cx, name)).collect()
}

/// The identifiers in a text, strings and numbers left out.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let outside_strings = text.split('"').step_by(2);
    outside_strings
        .flat_map(|part| part.split(|c: char| !c.is_alphanumeric() && c != '_'))
        .filter(|word| word.starts_with(|c: char| c.is_alphabetic() || c == '_'))
}
