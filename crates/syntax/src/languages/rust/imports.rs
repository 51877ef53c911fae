//! `use` trees and `extern crate`: one import per list of leaves, with the path before it as its specifier.

use super::{Rust, parts, types};
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{
    Binding, BindingKind, Expr, ExprIx, Import, ImportIx, ImportKind, ImportName, Span, Text,
};

/// Deepest nesting of lists, and longest path, that is read.
const MAX_LISTS: usize = 32;

/// The `use` declaration that the walk is in.
#[derive(Default)]
pub(super) struct Uses {
    inside: bool,
    reexport: bool,
    span: Option<Span>,
    prefixes: Vec<Prefix>,
}

#[derive(Clone, Default)]
struct Prefix {
    text: String,
    of: Option<ExprIx>,
    list: usize,
}

impl Uses {
    /// Whether the walk is inside a `use` declaration.
    pub fn inside(&self) -> bool {
        self.inside
    }

    /// What the paths of the innermost list start from.
    pub fn prefix(&self) -> Option<ExprIx> {
        self.prefixes.last().and_then(|prefix| prefix.of)
    }
}

impl Rust {
    pub(super) fn use_declaration<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let modifier = node.child(0).filter(|child| child.kind() == "visibility_modifier");
        let reexport = modifier.is_some_and(|modifier| cx.text(modifier) != "pub(self)");
        self.uses = Uses { inside: true, reexport, span: Some(cx.span(node)), prefixes: Vec::new() };
        if let Some(argument) = node.child_by_field_name("argument") {
            self.import_leaves(cx, &Prefix::default(), &[argument]);
        }
    }

    pub(super) fn use_list<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        if !self.uses.inside || self.uses.prefixes.len() >= MAX_LISTS {
            return;
        }
        let outer = self.uses.prefixes.last().cloned().unwrap_or_default();
        let path = cx.parent().filter(|parent| parent.kind() == "scoped_use_list");
        let path = path.and_then(|parent| parent.child_by_field_name("path"));
        let prefix = match path {
            Some(path) => {
                let of = self.use_path(cx, path);
                Prefix { text: join(&outer.text, cx.text(path)), of: Some(of), list: node.id() }
            }
            None => Prefix { list: node.id(), ..outer },
        };
        self.uses.prefixes.push(prefix.clone());
        self.import_leaves(cx, &prefix, &parts(node));
    }

    pub(super) fn leave_use(&mut self, node: Node<'_>) {
        if node.kind() == "use_declaration" {
            self.uses = Uses::default();
        } else if self.uses.prefixes.last().is_some_and(|prefix| prefix.list == node.id()) {
            self.uses.prefixes.pop();
        }
    }

    /// What a path inside the `use` declaration names.
    pub(super) fn use_path<'t>(&self, cx: &mut Context<'t>, node: Node<'t>) -> ExprIx {
        let mut names = vec![];
        let mut at = Some(node);
        while let Some(path) = at.take() {
            if path.kind() == "scoped_identifier" && names.len() <= MAX_LISTS {
                names.extend(path.child_by_field_name("name"));
                at = path.child_by_field_name("path");
            } else {
                names.push(path);
            }
        }
        if names.len() > MAX_LISTS {
            return ExprIx::UNKNOWN;
        }
        names
            .into_iter()
            .rev()
            .fold(self.uses.prefix(), |base, name| {
                Some(match base {
                    Some(base) => {
                        let name = cx.intern_node(name);
                        cx.expr(Expr::Member { base, name })
                    }
                    None => types::head(cx, name),
                })
            })
            .unwrap_or(ExprIx::UNKNOWN)
    }

    /// Records the leaves among `clauses`, grouped by the path before them.
    fn import_leaves<'t>(&mut self, cx: &mut Context<'t>, prefix: &Prefix, clauses: &[Node<'t>]) {
        let mut groups: Vec<(String, Vec<ImportName>, bool)> = Vec::new();
        for &clause in clauses {
            let Some((specifier, name)) = leaf(cx, prefix, clause) else {
                continue;
            };
            let group = match groups.iter().position(|group| group.0 == specifier) {
                Some(known) if name.as_ref().is_none_or(|name| name.name.is_some()) => &mut groups[known],
                _ => {
                    groups.push((specifier, Vec::new(), false));
                    groups.last_mut().expect("just pushed")
                }
            };
            match name {
                Some(name) => group.1.push(name),
                None => group.2 = true,
            }
        }
        for (specifier, names, star) in groups {
            let specifier = cx.intern(&specifier);
            self.import(cx, specifier, names, star);
        }
    }

    fn import(&mut self, cx: &mut Context<'_>, specifier: Text, names: Vec<ImportName>, star: bool) {
        let Some(span) = self.uses.span else {
            return;
        };
        let (scope, reexport) = (cx.scope(), self.uses.reexport);
        let kind = ImportKind::Static;
        bind(cx, &names);
        cx.facts.imports.push(Import { specifier, kind, names, star, type_only: false, reexport, scope, span });
    }

    pub(super) fn extern_crate<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let Some(name) = node.child_by_field_name("name") else {
            return;
        };
        let modifier = node.child(0).filter(|child| child.kind() == "visibility_modifier");
        self.uses = Uses { reexport: modifier.is_some(), span: Some(cx.span(node)), ..Uses::default() };
        let local = local_name(cx, node.child_by_field_name("alias").unwrap_or(name));
        let (specifier, position) = (cx.intern_node(name), cx.position(name));
        self.import(cx, specifier, vec![ImportName { name: None, local, position, type_only: false }], false);
    }
}

/// Binds the names of the import that is about to be recorded.
fn bind(cx: &mut Context<'_>, names: &[ImportName]) {
    let import = ImportIx(cx.facts.imports.len() as u32);
    let scope = cx.scope();
    for (index, taken) in names.iter().enumerate() {
        if let Some(name) = taken.local {
            let kind = BindingKind::Import { import, name: index as u32 };
            let position = taken.position;
            cx.facts.bindings.push(Binding { scope, name, at: 0, position, kind, ty: None, value: None });
        }
    }
}

/// The specifier and name of a clause that is not a list; a glob has no name.
fn leaf(cx: &mut Context<'_>, prefix: &Prefix, clause: Node<'_>) -> Option<(String, Option<ImportName>)> {
    match clause.kind() {
        "use_wildcard" => {
            let path = parts(clause).first().map_or("", |path| cx.text(*path));
            Some((join(&prefix.text, path), None))
        }
        "use_as_clause" => {
            let (path, alias) = (clause.child_by_field_name("path")?, clause.child_by_field_name("alias")?);
            named(cx, prefix, path, Some(alias))
        }
        "use_list" | "scoped_use_list" => None,
        _ => named(cx, prefix, clause, None),
    }
}

fn named(
    cx: &mut Context<'_>,
    prefix: &Prefix,
    path: Node<'_>,
    alias: Option<Node<'_>>,
) -> Option<(String, Option<ImportName>)> {
    let (before, last) = match path.kind() {
        "scoped_identifier" => {
            let before = path.child_by_field_name("path").map_or("::", |before| cx.text(before));
            (join(&prefix.text, before), path.child_by_field_name("name")?)
        }
        _ => (prefix.text.clone(), path),
    };
    let position = cx.position(last);
    if before.is_empty() || before == "::" {
        // A path of one segment: the crate or module itself.
        let local = local_name(cx, alias.unwrap_or(last));
        let specifier = format!("{before}{}", cx.text(last));
        return Some((specifier, Some(ImportName { name: None, local, position, type_only: false })));
    }
    let name = Some(cx.intern_node(last));
    let local = match (alias, last.kind()) {
        (Some(alias), _) => local_name(cx, alias),
        (None, "self") => before.rsplit("::").next().map(str::to_owned).map(|module| cx.intern(&module)),
        (None, _) => local_name(cx, last),
    };
    Some((before, Some(ImportName { name, local, position, type_only: false })))
}

fn local_name(cx: &mut Context<'_>, node: Node<'_>) -> Option<Text> {
    let text = cx.text(node);
    (text != "_").then(|| cx.intern(text))
}

/// Two parts of a path, white space left out.
fn join(prefix: &str, path: &str) -> String {
    let path: String = path.split_whitespace().collect();
    match (prefix.is_empty(), path.is_empty()) {
        (true, _) => path,
        (_, true) => prefix.to_owned(),
        _ => format!("{prefix}::{}", path.trim_start_matches("::")),
    }
}
