//! Functions and methods, in their class or out of line.

use super::declarators::{Declared, broken_part, is_keyword, qualifiers};
use super::expressions::{qualifier_expr, type_expr};
use super::locals::parameters;
use super::types::{open_body, template_params, whole};
use super::{CExtractor, declaring_scope};
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{ExprIx, Role, ScopeIx, ScopeKind, Symbol, SymbolFlags, SymbolIx, SymbolKind, Visibility};

/// Macros of test frameworks that look like a function without a return type; the last argument names the test.
const TEST_MACROS: &[&str] = &["TEST", "TEST_F", "TEST_P", "TYPED_TEST", "TYPED_TEST_P"];

/// Defines a function with a body and opens its scope.
pub(super) fn definition<'t>(c: &mut CExtractor, cx: &mut Context<'t>, node: Node<'t>) {
    let Some(declared) = node.child_by_field_name("declarator").and_then(Declared::of) else {
        return;
    };
    let Some(function) = declared.function else {
        class_behind_macro(c, cx, node, &declared);
        return;
    };
    let body = node.child_by_field_name("body");
    let is_member = cx.facts.scopes[declaring_scope(cx).ix()].kind == ScopeKind::Class;
    let has_type = node.child_by_field_name("type").is_some();
    if !has_type && !is_member && declared.qualified.is_none() && declared.name.kind() == "identifier" {
        macro_with_body(cx, node, declared.name, function);
        return;
    }
    let Some(symbol) = draft(c, cx, node, &declared, head_end(node)) else {
        let scope = cx.new_scope(ScopeKind::Function, None);
        in_scope(cx, node, scope, function);
        return;
    };
    let around = scope_around(cx, &symbol);
    let scope = cx.new_scope_in(around, ScopeKind::Function, None);
    let mut symbol = symbol;
    if symbol.impl_of.is_some() && symbol.parent.is_none() {
        symbol.scope = around;
    }
    if pure_virtual(node) {
        symbol.flags.set(SymbolFlags::ABSTRACT);
    }
    symbol.params = in_scope(cx, node, scope, function);
    let ix = add(cx, symbol);
    cx.facts.symbols[ix.ix()].body = Some(scope);
    cx.facts.scopes[scope.ix()].owner = Some(ix);
    if body.is_some() {
        cx.measure(ix);
    }
}

/// Defines what `int f(int);` declares; `node` is the declaration.
pub(super) fn declare<'t>(c: &CExtractor, cx: &mut Context<'t>, node: Node<'t>, declared: &Declared<'t>) {
    let Some(mut symbol) = draft(c, cx, node, declared, node.end_byte() - 1) else {
        return;
    };
    symbol.flags.set(SymbolFlags::ABSTRACT);
    if let Some(list) = declared.function.and_then(|function| function.child_by_field_name("parameters")) {
        symbol.params = parameters(cx, list, None);
    }
    add(cx, symbol);
}

/// A constructor's name is not bound: inside the class its name must mean the class. Nor is that of a method of another
/// file's class, which no bare name around it can mean.
fn add(cx: &mut Context<'_>, symbol: Symbol) -> SymbolIx {
    let is_foreign_member = symbol.impl_of.is_some() && symbol.parent.is_none();
    if is_foreign_member || symbol.flags.has(SymbolFlags::CONSTRUCTOR) {
        return cx.add_symbol(symbol);
    }
    cx.define(symbol, 0)
}

fn draft<'t>(
    c: &CExtractor,
    cx: &mut Context<'t>,
    node: Node<'t>,
    declared: &Declared<'t>,
    head_end: usize,
) -> Option<Symbol> {
    // A macro in front of a constructor makes the grammar take its first initialiser for the name.
    let swallowed = broken_part(node).is_some_and(|part| cx.text(part).contains('('));
    if swallowed || is_keyword(cx.text(declared.name)) {
        return None;
    }
    let mut symbol = cx.draft(SymbolKind::Function, whole(cx, node), declared.name, head_end);
    if declared.name.kind() == "operator_cast" {
        let ty = declared.name.child_by_field_name("type")?;
        symbol.name = cx.intern(&format!("operator {}", cx.text(ty)));
    }
    symbol.scope = declaring_scope(cx);
    symbol.type_params = template_params(cx);
    if cx.parent_kind() == "friend_declaration" {
        symbol.scope = cx.nearest_scope(&[ScopeKind::Module, ScopeKind::File]);
        symbol.parent = cx.facts.scopes[symbol.scope.ix()].owner;
    }
    visibility_here(c, cx, &mut symbol, is_static(cx, node));
    if let Some(qualified) = declared.qualified {
        out_of_line(c, cx, &mut symbol, qualified);
    } else if cx.facts.scopes[symbol.scope.ix()].kind == ScopeKind::Class {
        symbol.kind = SymbolKind::Method;
    }
    if is_constructor(cx, &symbol, declared) {
        symbol.flags.set(SymbolFlags::CONSTRUCTOR);
    }
    symbol.ty = return_type(cx, node, declared);
    if declared.function.is_some_and(|function| overrides(cx, function)) {
        symbol.flags.set(SymbolFlags::OVERRIDE);
    }
    Some(symbol)
}

/// `A::f` belongs to `A`: a class or namespace of this file if there is one, else to the type that `A` names.
fn out_of_line<'t>(c: &CExtractor, cx: &mut Context<'t>, symbol: &mut Symbol, qualified: Node<'t>) {
    let qualifiers = qualifiers(qualified);
    if qualifiers.is_empty() {
        return;
    }
    symbol.parent = enclosing_owner(c, cx, &qualifiers);
    let Some(owner) = symbol.parent else {
        symbol.kind = SymbolKind::Method;
        symbol.impl_of = qualifier_expr(cx, qualified);
        return;
    };
    symbol.scope = cx.facts.symbol(owner).body.unwrap_or(symbol.scope);
    if cx.facts.symbol(owner).kind == SymbolKind::Module {
        return;
    }
    symbol.kind = SymbolKind::Method;
    symbol.impl_of = qualifier_expr(cx, qualified);
    let is_declaration = |other: &&Symbol| other.parent == Some(owner) && other.name == symbol.name;
    if let Some(declaration) = cx.facts.symbols[owner.ix()..].iter().find(is_declaration) {
        symbol.visibility = declaration.visibility;
        let is_static = declaration.flags.has(SymbolFlags::STATIC);
        symbol.flags = SymbolFlags(0);
        if symbol.visibility == Visibility::Public {
            symbol.flags.set(SymbolFlags::EXPORTED);
        }
        if is_static {
            symbol.flags.set(SymbolFlags::STATIC);
        }
    }
}

/// The class or namespace of this file that qualifiers lead to from here.
pub(super) fn enclosing_owner(c: &CExtractor, cx: &mut Context<'_>, qualifiers: &[Node<'_>]) -> Option<SymbolIx> {
    let (first, rest) = qualifiers.split_first()?;
    let name = cx.intern_node(*first);
    let mut at = Some(cx.scope());
    let mut found = None;
    while let Some(scope) = at {
        found = c.owners.get(&(scope, name)).copied();
        if found.is_some() {
            break;
        }
        at = cx.facts.scopes[scope.ix()].parent;
    }
    for name in rest {
        let scope = cx.facts.symbol(found?).body?;
        found = c.owners.get(&(scope, cx.intern_node(*name))).copied();
    }
    found
}

/// The scope a function's own one lies in: the class for a method out of line, a stand-in for a class of another file.
fn scope_around(cx: &mut Context<'_>, symbol: &Symbol) -> ScopeIx {
    let here = cx.scope();
    let Some(impl_of) = symbol.impl_of else {
        return if symbol.scope == declaring_scope(cx) { here } else { symbol.scope };
    };
    let is_known = cx.facts.scopes[symbol.scope.ix()].kind == ScopeKind::Class;
    // Template parameters of a method out of line are between the file and the method; the class is not above them.
    if is_known && cx.facts.scopes[here.ix()].kind != ScopeKind::TypeParameters {
        return symbol.scope;
    }
    let scope = cx.new_scope(ScopeKind::Class, symbol.parent.filter(|_| is_known));
    cx.facts.scopes[scope.ix()].self_type = Some(impl_of);
    scope
}

/// Puts the function's scope on everything that sees its parameters.
fn in_scope<'t>(
    cx: &mut Context<'t>,
    node: Node<'t>,
    scope: ScopeIx,
    function: Node<'t>,
) -> Vec<tribunal_domain::facts::Param> {
    for child in node.named_children(&mut node.walk()) {
        let sees = matches!(
            child.kind(),
            "compound_statement"
                | "try_statement"
                | "field_initializer_list"
                | "declaration"
                | "constructor_try_statement"
        );
        if sees || child.kind().ends_with("declarator") {
            cx.scope_on(child, scope);
        }
    }
    function.child_by_field_name("parameters").map(|list| parameters(cx, list, Some(scope))).unwrap_or_default()
}

/// Visibility by section, linkage and unnamed namespaces, and what follows from it.
pub(super) fn visibility_here(c: &CExtractor, cx: &Context<'_>, symbol: &mut Symbol, is_static: bool) {
    let scope = &cx.facts.scopes[symbol.scope.ix()];
    let is_member = scope.kind == ScopeKind::Class;
    symbol.visibility = match (is_member, c.access.get(&symbol.scope)) {
        (true, Some(&section)) => section,
        _ if is_static && !is_member => Visibility::Private,
        _ => Visibility::Public,
    };
    if is_static && is_member {
        symbol.flags.set(SymbolFlags::STATIC);
    }
    if c.anonymous > 0 {
        symbol.visibility = Visibility::Private;
    }
    let is_local = is_in_function(cx, symbol.scope);
    if symbol.visibility == Visibility::Public && !is_local {
        symbol.flags.set(SymbolFlags::EXPORTED);
    }
    if c.foreign > 0 && matches!(symbol.kind, SymbolKind::Function | SymbolKind::Variable | SymbolKind::Constant) {
        symbol.flags.set(SymbolFlags::FOREIGN);
    }
}

fn is_in_function(cx: &Context<'_>, scope: ScopeIx) -> bool {
    let mut at = Some(scope);
    while let Some(scope) = at {
        let scope = &cx.facts.scopes[scope.ix()];
        if matches!(scope.kind, ScopeKind::Function | ScopeKind::Block) {
            return true;
        }
        at = scope.parent;
    }
    false
}

/// Whether `static` stands among a declaration's specifiers.
pub(super) fn is_static(cx: &Context<'_>, node: Node<'_>) -> bool {
    has_specifier(cx, node, "storage_class_specifier", "static")
}

/// Whether a direct child of this kind has this text.
pub(super) fn has_specifier(cx: &Context<'_>, node: Node<'_>, kind: &str, text: &str) -> bool {
    node.named_children(&mut node.walk()).any(|child| child.kind() == kind && cx.text(child) == text)
}

fn is_constructor(cx: &Context<'_>, symbol: &Symbol, declared: &Declared<'_>) -> bool {
    let name = cx.text(declared.name);
    if let Some(qualified) = declared.qualified {
        return qualifiers(qualified).last().is_some_and(|last| cx.text(*last) == name);
    }
    let class = symbol.parent.filter(|_| symbol.kind == SymbolKind::Method);
    class.is_some_and(|class| cx.facts.symbol(class).name == symbol.name)
}

fn return_type<'t>(cx: &mut Context<'t>, node: Node<'t>, declared: &Declared<'t>) -> Option<ExprIx> {
    if declared.name.kind() == "operator_cast" {
        return declared.name.child_by_field_name("type").map(|ty| type_expr(cx, ty, 0));
    }
    let function = declared.function?;
    let trailing = function.named_children(&mut function.walk()).find(|child| child.kind() == "trailing_return_type");
    let ty = match trailing {
        Some(trailing) => trailing.named_child(0)?,
        // With a macro in front the grammar takes the macro for the type.
        None if broken_part(node).is_some() => return None,
        None => node.child_by_field_name("type")?,
    };
    (ty.kind() != "placeholder_type_specifier").then(|| type_expr(cx, ty, 0))
}

fn overrides(cx: &Context<'_>, function: Node<'_>) -> bool {
    has_specifier(cx, function, "virtual_specifier", "override")
}

fn pure_virtual(node: Node<'_>) -> bool {
    node.named_children(&mut node.walk()).any(|child| child.kind() == "pure_virtual_clause")
}

fn head_end(node: Node<'_>) -> usize {
    let mut cursor = node.walk();
    let body = node.named_children(&mut cursor).find(|child| {
        matches!(child.kind(), "compound_statement" | "try_statement" | "field_initializer_list")
            || child.kind().ends_with("_clause")
    });
    body.map_or(node.end_byte(), |body| body.start_byte())
}

/// `TEST(Suite, name) { … }` and other macros with a body: a test is a function, others only open a scope.
fn macro_with_body<'t>(cx: &mut Context<'t>, node: Node<'t>, name: Node<'t>, function: Node<'t>) {
    let scope = cx.new_scope(ScopeKind::Function, None);
    if let Some(body) = node.child_by_field_name("body") {
        cx.scope_on(body, scope);
    }
    cx.reference(name, Role::Call, None);
    let Some(list) = function.child_by_field_name("parameters") else {
        return;
    };
    let last = list.named_children(&mut list.walk()).last().and_then(|last| last.child_by_field_name("type"));
    if let Some(test) = last.filter(|_| TEST_MACROS.contains(&cx.text(name))) {
        let mut symbol = cx.draft(SymbolKind::Function, node, test, list.end_byte());
        symbol.flags.set(SymbolFlags::TEST);
        symbol.visibility = Visibility::Private;
        cx.skip(list);
        let ix = cx.add_symbol(symbol);
        cx.facts.symbols[ix.ix()].body = Some(scope);
        cx.facts.scopes[scope.ix()].owner = Some(ix);
        cx.measure(ix);
    }
}

/// `class EXPORT Foo { … }`: the grammar takes the macro for the class and its name for a function's.
fn class_behind_macro<'t>(c: &mut CExtractor, cx: &mut Context<'t>, node: Node<'t>, declared: &Declared<'t>) {
    let ty = node.child_by_field_name("type");
    let (Some(ty), Some(body)) = (ty, node.child_by_field_name("body")) else {
        return;
    };
    let (kind, default) = match ty.kind() {
        "class_specifier" => (SymbolKind::Class, Visibility::Private),
        "struct_specifier" | "union_specifier" => (SymbolKind::Struct, Visibility::Public),
        _ => return,
    };
    if ty.child_by_field_name("body").is_some() || declared.name.kind() != "identifier" {
        return;
    }
    let mut symbol = cx.draft(kind, whole(cx, node), declared.name, body.start_byte());
    symbol.scope = declaring_scope(cx);
    visibility_here(c, cx, &mut symbol, false);
    let ix = cx.define(symbol, 0);
    open_body(c, cx, ix, body, default);
}
