//! Imports: ES, `import x = require()`, `require()` and dynamic `import()`.

use super::TypeScriptExtractor;
use super::kinds::{Kind, children, first_child, has_token};
use super::patterns::{Target, unquoted};
use super::scopes::Place;
use crate::context::Context;
use crate::walk::Visit;
use tree_sitter::Node;
use tribunal_domain::facts::{BindingKind, Import, ImportIx, ImportKind, ImportName, Role, ScopeIx, SymbolKind, Text};

impl TypeScriptExtractor {
    /// `import … from "x"`, `import "x"`, `import x = require("y")`.
    pub(super) fn import_statement<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) -> Visit {
        let parts = children(node);
        let require = parts.iter().copied().find(|part| self.kind(*part) == Kind::ImportRequireClause);
        let source = require.unwrap_or(node).child_by_field_name("source");
        let Some(source) = source else { return Visit::Skip };
        let kind = if require.is_some() { ImportKind::Require } else { ImportKind::Static };
        let import = add_import(cx, node, source, kind);
        cx.facts.imports[import.ix()].type_only = has_token(node, "type") || has_token(node, "typeof");
        let clause = require.or_else(|| parts.into_iter().find(|part| self.kind(*part) == Kind::ImportClause));
        for part in clause.map(children).unwrap_or_default() {
            match self.kind(part) {
                Kind::Identifier if require.is_some() => self.imported(cx, import, None, part, part),
                Kind::Identifier => {
                    let name = cx.intern("default");
                    self.imported(cx, import, Some(name), part, part);
                }
                Kind::NamespaceImport => {
                    if let Some(local) = first_child(part) {
                        self.imported(cx, import, None, local, local);
                    }
                }
                Kind::NamedImports => self.named_imports(cx, import, part),
                _ => {}
            }
        }
        Visit::Skip
    }

    fn named_imports<'t>(&mut self, cx: &mut Context<'t>, import: ImportIx, list: Node<'t>) {
        for specifier in children(list) {
            let Some(name) = specifier.child_by_field_name("name") else { continue };
            let local = specifier.child_by_field_name("alias").unwrap_or(name);
            let imported = cx.intern(unquoted(cx.text(name)));
            self.imported(cx, import, Some(imported), name, local);
            if name != local {
                cx.reference(local, Role::Import, None);
            }
            if (has_token(specifier, "type") || has_token(specifier, "typeof"))
                && let Some(last) = cx.facts.imports[import.ix()].names.last_mut()
            {
                last.type_only = true;
            }
        }
    }

    /// Adds a name to an import, binds it here and records it as used at `at`.
    fn imported(&mut self, cx: &mut Context<'_>, import: ImportIx, name: Option<Text>, at: Node<'_>, local: Node<'_>) {
        let scope = cx.scope();
        self.imported_in(cx, scope, import, name, (at, local));
    }

    fn imported_in(
        &mut self,
        cx: &mut Context<'_>,
        scope: ScopeIx,
        import: ImportIx,
        name: Option<Text>,
        (at, local): (Node<'_>, Node<'_>),
    ) {
        let index = cx.facts.imports[import.ix()].names.len() as u32;
        self.bind(cx, scope, local, BindingKind::Import { import, name: index }, None, None);
        let local = cx.intern_node(local);
        add_name(cx, import, name, Some(local), at);
    }

    /// `import A = B.C`: another name for a namespace's member.
    pub(super) fn import_alias<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) -> Visit {
        let [name, target] = children(node)[..] else { return Visit::Children };
        cx.skip(name);
        let value = self.known(cx, Some(target));
        let place = self.place(cx, node, 0);
        if place.exported {
            let mut symbol = self.draft(cx, SymbolKind::Constant, place, name, target.end_byte());
            symbol.value = value;
            self.declare(cx, symbol, place);
        } else {
            self.bind(cx, cx.scope(), name, BindingKind::Local, None, value);
        }
        Visit::Children
    }

    // --- require and import() -----------------------------------------------------------------------------------

    /// `require("x")` or `import("x")`: how, and the specifier.
    pub(super) fn loaded<'t>(&self, cx: &Context<'t>, node: Node<'t>) -> Option<(ImportKind, Node<'t>)> {
        if self.kind(node) != Kind::CallExpression {
            return None;
        }
        let function = node.child_by_field_name("function")?;
        let kind = match self.kind(function) {
            Kind::Import => ImportKind::Dynamic,
            Kind::Identifier if cx.text(function) == "require" => ImportKind::Require,
            _ => return None,
        };
        let source = first_child(node.child_by_field_name("arguments")?)?;
        (self.kind(source) == Kind::String).then_some((kind, source))
    }

    /// A module as a value: `require("x")`, `await import("x")`.
    fn module_value<'t>(&self, cx: &Context<'t>, node: Node<'t>) -> Option<(ImportKind, Node<'t>)> {
        let node = self.underlying(cx, node).node;
        match self.kind(node) {
            Kind::AwaitExpression => {
                self.loaded(cx, first_child(node)?).filter(|(kind, _)| *kind == ImportKind::Dynamic)
            }
            _ => self.loaded(cx, node).filter(|(kind, _)| *kind == ImportKind::Require),
        }
    }

    /// `const x = require("y")`, `const { a, b: c } = await import("y")`, `const x = require("y").z`.
    pub(super) fn declares_import<'t>(
        &mut self,
        cx: &mut Context<'t>,
        name: Node<'t>,
        value: Node<'t>,
        scope: ScopeIx,
        place: Place<'t>,
    ) -> bool {
        if self.kind(value) == Kind::AssignmentExpression {
            return false;
        }
        let inner = self.underlying(cx, value).node;
        let property =
            (self.kind(inner) == Kind::MemberExpression).then(|| inner.child_by_field_name("property")).flatten();
        let module = property.map_or(Some(value), |_| inner.child_by_field_name("object"));
        let Some((kind, source)) = module.and_then(|module| self.module_value(cx, module)) else {
            return false;
        };
        if property.is_some() && self.kind(name) != Kind::Identifier {
            return false;
        }
        let first = cx.facts.bindings.len();
        let import = add_import(cx, place.node, source, kind);
        match property {
            Some(property) => {
                cx.skip(name);
                let imported = cx.intern_node(property);
                self.imported_in(cx, scope, import, Some(imported), (property, name));
            }
            None => self.import_pattern(cx, scope, import, name),
        }
        // `require("x") as typeof X`: the type is still a use.
        cx.skip(inner);
        if place.exported && cx.scope() == ScopeIx::FILE {
            for index in first..cx.facts.bindings.len() {
                let (name, at) = (cx.facts.bindings[index].name, cx.facts.bindings[index].position);
                self.export_local(cx, name, name, at, false);
            }
        }
        true
    }

    /// Binds the names that a pattern takes from an imported module.
    pub(super) fn import_pattern<'t>(
        &mut self,
        cx: &mut Context<'t>,
        scope: ScopeIx,
        import: ImportIx,
        pattern: Node<'t>,
    ) {
        if self.kind(pattern) == Kind::Identifier {
            cx.skip(pattern);
            self.imported_in(cx, scope, import, None, (pattern, pattern));
            return;
        }
        for part in children(pattern) {
            match self.kind(part) {
                Kind::ShorthandPropertyIdentifierPattern => self.import_part(cx, scope, import, (part, part)),
                Kind::ObjectAssignmentPattern => {
                    if let Some(left) = part.child_by_field_name("left") {
                        self.import_part(cx, scope, import, (left, left));
                    }
                }
                Kind::PairPattern => {
                    let (key, value) = (part.child_by_field_name("key"), part.child_by_field_name("value"));
                    let (Some(key), Some(value)) = (key, value) else { continue };
                    let value = value.child_by_field_name("left").unwrap_or(value);
                    if self.kind(value) == Kind::Identifier {
                        self.import_part(cx, scope, import, (key, value));
                    } else {
                        let target = Target::Declared { scope, kind: BindingKind::Local };
                        self.bind_pattern(cx, value, (None, None), target);
                    }
                }
                Kind::RestPattern => {
                    if let Some(name) = first_child(part) {
                        cx.skip(name);
                        self.imported_in(cx, scope, import, None, (name, name));
                    }
                }
                _ => self.bind_pattern(cx, part, (None, None), Target::Declared { scope, kind: BindingKind::Local }),
            }
        }
    }

    fn import_part(
        &mut self,
        cx: &mut Context<'_>,
        scope: ScopeIx,
        import: ImportIx,
        (key, local): (Node<'_>, Node<'_>),
    ) {
        cx.skip(key);
        cx.skip(local);
        let name = cx.intern(unquoted(cx.text(key)));
        self.imported_in(cx, scope, import, Some(name), (key, local));
    }

    /// A call: `require("x")` and `import("x")` that no declaration has taken.
    pub(super) fn call<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let Some((kind, source)) = self.loaded(cx, node) else { return };
        let import = add_import(cx, node, source, kind);
        for part in ["function", "arguments"] {
            node.child_by_field_name(part).inspect(|part| cx.skip(*part));
        }
        cx.facts.imports[import.ix()].type_only = kind == ImportKind::Dynamic && self.is_in_type(cx);
        match self.member_taken(cx) {
            Some(property) if cx.text(property) == "then" && kind == ImportKind::Dynamic => self.callback(cx, import),
            Some(property) => {
                cx.skip(property);
                let name = cx.intern_node(property);
                add_name(cx, import, Some(name), None, property);
            }
            None => add_module(cx, import, node),
        }
    }

    /// The `name` of `require("x").name`, `(await import("x")).name`, `import("x").name`.
    fn member_taken<'t>(&self, cx: &Context<'t>) -> Option<Node<'t>> {
        let mut level = 0;
        while matches!(self.ancestor_kind(cx, level), Kind::AwaitExpression | Kind::ParenthesizedExpression) {
            level += 1;
        }
        let member = cx.ancestor(level).filter(|node| self.kind(*node) == Kind::MemberExpression)?;
        member.child_by_field_name("property").filter(|property| self.kind(*property) == Kind::PropertyIdentifier)
    }

    /// `import("x").then(module => …)`: the parameter is the module.
    fn callback(&mut self, cx: &mut Context<'_>, import: ImportIx) {
        let call = cx.ancestor(1).filter(|call| self.kind(*call) == Kind::CallExpression);
        let function = call.and_then(|call| call.child_by_field_name("arguments")).and_then(first_child);
        let function = function.filter(|function| self.kind(*function).is_function_value());
        let list = function.and_then(|function| function.child_by_field_name("parameters")).and_then(first_child);
        let item = list.map(|item| item.child_by_field_name("pattern").unwrap_or(item));
        let pattern = item.or_else(|| function.and_then(|function| function.child_by_field_name("parameter")));
        match pattern {
            Some(pattern) if matches!(self.kind(pattern), Kind::Identifier | Kind::ObjectPattern) => {
                self.import_parameters.insert(pattern.id(), import);
            }
            _ => {
                let position = cx.facts.imports[import.ix()].span.start;
                let name = ImportName { name: None, local: None, position, type_only: false };
                cx.facts.imports[import.ix()].names.push(name);
            }
        }
    }

    fn is_in_type(&self, cx: &Context<'_>) -> bool {
        let mut level = 0;
        while matches!(self.ancestor_kind(cx, level), Kind::MemberExpression | Kind::CallExpression) {
            level += 1;
        }
        matches!(
            self.ancestor_kind(cx, level),
            Kind::TypeAnnotation
                | Kind::TypeQuery
                | Kind::TypeArguments
                | Kind::TypeAliasDeclaration
                | Kind::UnionType
                | Kind::IntersectionType
                | Kind::ArrayType
                | Kind::TupleType
                | Kind::ParenthesizedType
                | Kind::ReadonlyType
                | Kind::LookupType
                | Kind::FunctionType
                | Kind::ConditionalType
        )
    }
}

/// A new import of what the string `source` names, standing in the current scope.
pub(super) fn add_import<'t>(cx: &mut Context<'t>, node: Node<'t>, source: Node<'t>, kind: ImportKind) -> ImportIx {
    let import = Import {
        specifier: cx.intern(unquoted(cx.text(source))),
        kind,
        names: Vec::new(),
        star: false,
        type_only: false,
        reexport: false,
        scope: cx.scope(),
        span: cx.span(node),
    };
    cx.facts.imports.push(import);
    ImportIx(cx.facts.imports.len() as u32 - 1)
}

/// The module itself, bound to nothing.
pub(super) fn add_module(cx: &mut Context<'_>, import: ImportIx, node: Node<'_>) {
    let position = cx.position(node);
    cx.facts.imports[import.ix()].names.push(ImportName { name: None, local: None, position, type_only: false });
}

/// Adds a name to an import and records it as used where it stands.
pub(super) fn add_name(cx: &mut Context<'_>, import: ImportIx, name: Option<Text>, local: Option<Text>, at: Node<'_>) {
    let position = cx.position(at);
    cx.facts.imports[import.ix()].names.push(ImportName { name, local, position, type_only: false });
    if at.kind() != "string" {
        cx.reference(at, Role::Import, None);
    }
}
