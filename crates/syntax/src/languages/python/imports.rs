//! Imports of every form, and `type X = …`, which the grammar knows as a statement of its own.

use super::calls::{arguments, string_text};
use super::kinds::{Field, Kind, child, first_part, kind, parts};
use super::variables::Bound;
use super::{DEPTH, Python, markers, variables};
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{
    BindingKind, Import, ImportIx, ImportKind, ImportName, Role, ScopeIx, ScopeKind, SymbolKind,
};

impl Python {
    /// Called when the walk enters an import statement, which is handled as a whole.
    pub(super) fn import<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let mut cursor = node.walk();
        // In some trees the commas bear the field's name, too.
        let names = node.children_by_field_name("name", &mut cursor).filter(Node::is_named).collect::<Vec<_>>();
        if kind(node) == Kind::ImportStatement {
            for name in names {
                self.import_module(cx, node, name);
            }
            return;
        }
        let module = child(node, Field::ModuleName);
        let specifier = module.map_or_else(|| "__future__".to_owned(), |module| squeezed(cx.text(module)));
        let star = parts(node).iter().any(|part| kind(*part) == Kind::WildcardImport);
        let import = self.add_import(cx, node, &specifier, ImportKind::Static, star);
        for name in names {
            let (name, alias) = name_and_alias(name);
            cx.reference(name, Role::Import, None);
            let (taken, local) = (cx.intern_node(name), cx.intern_node(alias));
            let position = cx.position(name);
            let entry = ImportName { name: Some(taken), local: Some(local), position, type_only: false };
            self.bind_import(cx, import, entry, alias);
            if name != alias {
                cx.reference(alias, Role::Import, None);
            }
        }
    }

    /// `import a.b` binds `a`; `import a.b as c` binds `c` to the module itself.
    fn import_module<'t>(&mut self, cx: &mut Context<'t>, statement: Node<'t>, node: Node<'t>) {
        let (path, alias) = name_and_alias(node);
        let specifier = squeezed(cx.text(path));
        let import = self.add_import(cx, statement, &specifier, ImportKind::Static, false);
        cx.reference(path, Role::Import, None);
        let bound = if path == alias { first_part(path).unwrap_or(path) } else { alias };
        let local = Some(cx.intern_node(bound));
        let entry = ImportName { name: None, local, position: cx.position(path), type_only: false };
        self.bind_import(cx, import, entry, bound);
        if path != alias {
            cx.reference(alias, Role::Import, None);
        }
    }

    fn add_import(
        &mut self,
        cx: &mut Context<'_>,
        node: Node<'_>,
        specifier: &str,
        kind: ImportKind,
        star: bool,
    ) -> ImportIx {
        let import = Import {
            specifier: cx.intern(specifier),
            kind,
            names: Vec::new(),
            star,
            type_only: node.start_byte() < self.type_only_until,
            reexport: false,
            scope: variables::statement_scope(cx),
            span: cx.span(node),
        };
        cx.facts.imports.push(import);
        ImportIx(cx.facts.imports.len() as u32 - 1)
    }

    fn bind_import(&mut self, cx: &mut Context<'_>, import: ImportIx, entry: ImportName, bound: Node<'_>) {
        let scope = variables::statement_scope(cx);
        let names = &mut cx.facts.imports[import.ix()].names;
        let name = names.len() as u32;
        names.push(entry);
        cx.bind(scope, bound, BindingKind::Import { import, name }, None, None);
        let text = cx.intern_node(bound);
        // `global json; import json` binds in the file; later assignments must still find the declaration.
        if let Some(Bound::Global) = self.bound.get(&(scope, text)) {
            cx.bind(ScopeIx::FILE, bound, BindingKind::Import { import, name }, None, None);
        } else {
            self.bound.entry((scope, text)).or_insert(Bound::Import);
        }
    }

    /// `importlib.import_module("a.b")`, `__import__("a.b")`.
    pub(super) fn dynamic_import<'t>(&mut self, cx: &mut Context<'t>, call: Node<'t>) {
        let Some(&argument) = arguments(call).first() else {
            return;
        };
        if let Some((specifier, start)) = string_text(cx, argument) {
            let import = self.add_import(cx, call, specifier, ImportKind::Dynamic, false);
            let position = cx.source.position(start);
            let entry = ImportName { name: None, local: None, position, type_only: false };
            cx.facts.imports[import.ix()].names.push(entry);
        }
    }

    /// `type X[T] = …`.
    pub(super) fn type_alias<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let (Some(left), Some(right)) = (child(node, Field::Left), child(node, Field::Right)) else {
            return;
        };
        let Some(mut name) = first_part(left) else {
            return;
        };
        let mut list = None;
        if kind(name) == Kind::GenericType {
            list = parts(name).get(1).copied();
            name = first_part(name).unwrap_or(name);
        }
        let target = variables::statement_scope(cx);
        let mut symbol = cx.draft(SymbolKind::TypeAlias, node, name, node.end_byte());
        (symbol.scope, symbol.parent) = (target, cx.owner_of(target));
        symbol.visibility = markers::visibility(cx.text(name));
        symbol.flags = self.flags(cx.text(name), target);
        cx.skip(name);
        let mut scope = cx.scope();
        if let Some(list) = list {
            scope = cx.new_scope(ScopeKind::TypeParameters, None);
            symbol.type_params = self.bind_type_parameters(cx, list, scope);
            cx.scope_on(list, scope);
            cx.scope_on(right, scope);
        }
        symbol.ty = Some(self.type_expr(cx, right, scope, DEPTH));
        let interned = symbol.name;
        let symbol = cx.define(symbol, name.start_byte());
        self.bound.insert((target, interned), Bound::Symbol(symbol));
    }
}

/// The imported name and the name it gets.
fn name_and_alias(node: Node<'_>) -> (Node<'_>, Node<'_>) {
    let name = child(node, Field::Name).unwrap_or(node);
    (name, child(node, Field::Alias).unwrap_or(name))
}

/// `. a . b` is `.a.b`.
fn squeezed(path: &str) -> String {
    path.split_whitespace().collect()
}
