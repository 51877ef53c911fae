//! Imports. What a package is called is known only to the package; its path tells it in most cases.

use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{
    Binding, BindingKind, Import, ImportIx, ImportKind, ImportName, Reference, Role, ScopeIx,
};

/// Records one line of an import declaration.
pub(super) fn import<'t>(cx: &mut Context<'t>, node: Node<'t>) {
    let Some(path) = node.child_by_field_name("path") else {
        return;
    };
    let specifier = cx.text(path).trim_matches(['"', '`']);
    let alias = node.child_by_field_name("name");
    let guess = guess_name(cx, specifier);
    let (local, star) = match alias.map_or("", |alias| cx.text(alias)) {
        "" => (Some(guess.as_str()), false),
        "_" => (None, false),
        "." => (None, true),
        alias => (Some(alias), false),
    };
    let (local, position) = (local.map(|local| cx.intern(local)), cx.position(path));
    let import = ImportIx(cx.facts.imports.len() as u32);
    if let Some(name) = local {
        let kind = BindingKind::Import { import, name: 0 };
        let position = alias.map_or(position, |alias| cx.position(alias));
        let scope = ScopeIx::FILE;
        cx.facts.bindings.push(Binding { scope, name, at: 0, position, kind, ty: None, value: None });
    }
    let names = if star { Vec::new() } else { vec![ImportName { name: None, local, position, type_only: false }] };
    let (specifier, span) = (cx.intern(specifier), cx.span(node));
    cx.facts.imports.push(Import {
        specifier,
        kind: ImportKind::Static,
        names,
        star,
        type_only: false,
        reexport: false,
        scope: ScopeIx::FILE,
        span,
    });
    let (name, at, scope) = (cx.intern(&guess), path.start_byte() as u32, cx.scope());
    cx.facts.references.push(Reference {
        name,
        role: Role::Import,
        position,
        at,
        scope,
        receiver: None,
        arguments: None,
    });
}

/// The name of the package by its path: the last segment without version, and of spellings that are no identifiers
/// the one the file uses.
fn guess_name(cx: &Context<'_>, specifier: &str) -> String {
    let text = cx.source.text();
    let used = |name: &str| text.contains(&format!("{name}."));
    let mut segments = specifier.rsplit('/');
    let mut last = segments.next().unwrap_or_default();
    if is_major_version(last)
        && let Some(before) = segments.next()
        && (!used(last) || used(before))
    {
        last = before;
    }
    if let Some((name, version)) = last.rsplit_once('.')
        && is_version(version)
    {
        last = name;
    }
    let is_name = |name: &str| name.chars().all(|c| c.is_alphanumeric() || c == '_');
    if is_name(last) {
        return last.to_owned();
    }
    let short = last.trim_start_matches("go-").trim_end_matches("-go").trim_end_matches(".go");
    let tail = short.rsplit(['-', '.']).next().unwrap_or_default();
    let head = short.split(['-', '.']).next().unwrap_or_default();
    let candidates =
        [short.to_owned(), short.replace('-', ""), short.replace('-', "_"), tail.to_owned(), head.to_owned()];
    let fits = candidates.iter().find(|name| is_name(name) && used(name));
    fits.or_else(|| candidates.iter().find(|name| is_name(name))).cloned().unwrap_or_else(|| tail.to_owned())
}

fn is_version(segment: &str) -> bool {
    segment.strip_prefix('v').is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
}

/// Module paths carry their major version from 2 on.
fn is_major_version(segment: &str) -> bool {
    is_version(segment) && segment != "v0" && segment != "v1"
}
