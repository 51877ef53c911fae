//! Namespaces and what is taken from them.

use super::CExtractor;
use crate::context::Context;
use crate::walk::Visit;
use tree_sitter::Node;
use tribunal_domain::facts::{
    BindingKind, Import, ImportIx, ImportKind, ImportName, Role, ScopeIx, ScopeKind, SymbolFlags, SymbolIx, SymbolKind,
};

/// Segments of one `namespace a::b::c` that are opened.
const MAX_SEGMENTS: usize = 32;

/// Opens a namespace. One that was open before in this file goes on; an unnamed one has no scope of its own, because
/// its names are seen around it.
pub(super) fn define<'t>(c: &mut CExtractor, cx: &mut Context<'t>, node: Node<'t>) {
    let (name, body) = (node.child_by_field_name("name"), node.child_by_field_name("body"));
    let (Some(name), Some(body)) = (name, body) else {
        // Without a name `leave` counts down again, so count up even if the body is missing.
        c.anonymous += u32::from(name.is_none());
        return;
    };
    let mut scope = cx.scope();
    let mut parent = cx.owner();
    for segment in segments(name).into_iter().take(MAX_SEGMENTS) {
        let (symbol, inner) = open(c, cx, node, segment, scope, parent, body.start_byte());
        (scope, parent) = (inner, Some(symbol));
    }
    cx.scope_on(body, scope);
    cx.skip(name);
}

fn open<'t>(
    c: &mut CExtractor,
    cx: &mut Context<'t>,
    node: Node<'t>,
    name: Node<'t>,
    scope: ScopeIx,
    parent: Option<SymbolIx>,
    head_end: usize,
) -> (SymbolIx, ScopeIx) {
    let key = (scope, cx.intern_node(name));
    if let Some(&known) = c.owners.get(&key)
        && let Some(body) = cx.facts.symbol(known).body
    {
        return (known, body);
    }
    let mut symbol = cx.draft(SymbolKind::Module, node, name, head_end);
    (symbol.scope, symbol.parent) = (scope, parent);
    symbol.flags.set(SymbolFlags::EXPORTED);
    let ix = cx.define(symbol, 0);
    let body = cx.new_scope_in(scope, ScopeKind::Module, Some(ix));
    cx.facts.symbols[ix.ix()].body = Some(body);
    c.owners.insert(key, ix);
    (ix, body)
}

/// The names of `a::b::c`, iteratively: the grammar nests them to the right.
fn segments(name: Node<'_>) -> Vec<Node<'_>> {
    let mut found = Vec::new();
    let mut open = vec![name];
    while let Some(node) = open.pop() {
        if node.kind() == "namespace_identifier" {
            found.push(node);
        } else {
            let mut cursor = node.walk();
            let children: Vec<_> = node.named_children(&mut cursor).collect();
            open.extend(children.into_iter().rev());
        }
    }
    found
}

/// `using namespace a::b;` takes everything, `using a::b;` takes `b` from `a`.
pub(super) fn using<'t>(cx: &mut Context<'t>, node: Node<'t>) -> Visit {
    let mut cursor = node.walk();
    let everything = node.children(&mut cursor).any(|child| matches!(child.kind(), "namespace" | "enum"));
    let Some(name) = node.named_children(&mut cursor).find(|child| !child.is_extra()) else {
        return Visit::Skip;
    };
    if everything {
        let specifier = path_text(cx, name);
        import(cx, node, &specifier, Vec::new(), true);
        return Visit::Skip;
    }
    let Some(last) = last_name(name) else {
        return Visit::Skip;
    };
    let text = path_text(cx, name);
    let prefix = text.rsplit_once("::").map_or("", |(prefix, _)| prefix).to_owned();
    let local = Some(cx.intern_node(last));
    let names = vec![ImportName { name: local, local, position: cx.position(last), type_only: false }];
    let import = import(cx, node, &prefix, names, false);
    cx.bind(cx.scope(), last, BindingKind::Import { import, name: 0 }, None, None);
    cx.reference(last, Role::Import, None);
    Visit::Skip
}

/// `namespace x = a::b;`.
pub(super) fn alias<'t>(cx: &mut Context<'t>, node: Node<'t>) -> Visit {
    let Some(name) = node.child_by_field_name("name") else {
        return Visit::Skip;
    };
    let last = node.named_children(&mut node.walk()).filter(|child| child.id() != name.id()).last();
    let specifier = last.map(|last| path_text(cx, last)).unwrap_or_default();
    let local = Some(cx.intern_node(name));
    let names = vec![ImportName { name: None, local, position: cx.position(name), type_only: false }];
    let import = import(cx, node, &specifier, names, false);
    cx.bind(cx.scope(), name, BindingKind::Import { import, name: 0 }, None, None);
    Visit::Skip
}

fn import(cx: &mut Context<'_>, node: Node<'_>, specifier: &str, names: Vec<ImportName>, star: bool) -> ImportIx {
    let row = Import {
        specifier: cx.intern(specifier),
        kind: ImportKind::Module,
        names,
        star,
        type_only: false,
        reexport: false,
        scope: cx.scope(),
        span: cx.span(node),
    };
    cx.facts.imports.push(row);
    ImportIx(cx.facts.imports.len() as u32 - 1)
}

/// `a::b` without white space and without the leading `::`.
fn path_text(cx: &Context<'_>, node: Node<'_>) -> String {
    let text: String = cx.text(node).split_whitespace().collect();
    text.trim_start_matches("::").to_owned()
}

fn last_name(node: Node<'_>) -> Option<Node<'_>> {
    let mut at = node;
    while at.kind() == "qualified_identifier" {
        at = at.child_by_field_name("name")?;
    }
    Some(at).filter(|name| name.kind().ends_with("identifier"))
}
