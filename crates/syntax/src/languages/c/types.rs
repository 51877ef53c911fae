//! Structs, unions, classes, enums and templates.

use super::declarators::{Declared, qualifiers};
use super::expressions::{expr, type_expr};
use super::functions::{enclosing_owner, visibility_here};
use super::{CExtractor, declaring_scope};
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::Language;
use tribunal_domain::facts::{
    Binding, BindingKind, ExprIx, ScopeIx, ScopeKind, Symbol, SymbolFlags, SymbolIx, SymbolKind, TypeParam, Visibility,
};

/// A class, struct or union: defined with a body, declared ahead without one, or just named as a type.
pub(super) fn class<'t>(c: &mut CExtractor, cx: &mut Context<'t>, node: Node<'t>) {
    let (name, body) = (node.child_by_field_name("name"), node.child_by_field_name("body"));
    match (name, body) {
        (Some(name), Some(body)) => {
            define_class(c, cx, node, name, body);
        }
        (None, Some(body)) => anonymous_class(c, cx, node, body),
        (Some(name), None) if is_forward_declaration(cx) => declare_class(cx, node, name),
        _ => {}
    }
}

/// `struct A;` has nothing but the type.
fn is_forward_declaration(cx: &Context<'_>) -> bool {
    match cx.parent() {
        Some(parent) if parent.kind() == "field_declaration" => parent.child_by_field_name("declarator").is_none(),
        Some(parent) if parent.kind() == "friend_declaration" => false,
        _ => cx.field() != Some("type") && !matches!(cx.parent_kind(), "ERROR" | "template_argument_list"),
    }
}

fn kind_of(node: Node<'_>) -> SymbolKind {
    if node.kind() == "class_specifier" { SymbolKind::Class } else { SymbolKind::Struct }
}

fn define_class<'t>(c: &mut CExtractor, cx: &mut Context<'t>, node: Node<'t>, name: Node<'t>, body: Node<'t>) {
    let Some(mut symbol) = draft_type(c, cx, node, name, kind_of(node), body.start_byte()) else {
        return;
    };
    symbol.bases = bases(cx, node);
    let default = if node.kind() == "class_specifier" { Visibility::Private } else { Visibility::Public };
    // The name of a specialisation goes on meaning the template.
    let is_specialisation = name.kind() == "template_type";
    let ix = if is_specialisation { cx.add_symbol(symbol) } else { cx.define(symbol, 0) };
    open_body(c, cx, ix, body, default);
}

/// Opens the body of a type that was just added.
pub(super) fn open_body<'t>(
    c: &mut CExtractor,
    cx: &mut Context<'t>,
    ix: SymbolIx,
    body: Node<'t>,
    default: Visibility,
) {
    let Symbol { scope: around, name, .. } = *cx.facts.symbol(ix);
    let scope = cx.new_scope(ScopeKind::Class, Some(ix));
    cx.facts.symbols[ix.ix()].body = Some(scope);
    cx.scope_on(body, scope);
    c.access.insert(scope, default);
    c.owners.entry((around, name)).or_insert(ix);
}

fn declare_class<'t>(cx: &mut Context<'t>, node: Node<'t>, name: Node<'t>) {
    if name.kind() != "type_identifier" {
        return;
    }
    let mut symbol = cx.draft(kind_of(node), node, name, node.end_byte());
    symbol.scope = tag_scope(cx);
    symbol.flags.set(SymbolFlags::ABSTRACT);
    symbol.flags.set(SymbolFlags::EXPORTED);
    cx.define(symbol, 0);
}

/// A type without a name takes that of its `typedef`; as the type of a field its members belong to the field; alone in
/// a class its members are the class's own.
fn anonymous_class<'t>(c: &mut CExtractor, cx: &mut Context<'t>, node: Node<'t>, body: Node<'t>) {
    let declarator = cx.parent().and_then(|parent| parent.child_by_field_name("declarator"));
    let declared = declarator.and_then(Declared::of);
    match (cx.parent_kind(), declared) {
        ("type_definition", Some(declared)) => {
            let Some(mut symbol) = draft_type(c, cx, node, declared.name, kind_of(node), body.start_byte()) else {
                return;
            };
            if let Some(typedef) = cx.parent() {
                symbol.span = cx.span(typedef);
            }
            let ix = cx.define(symbol, 0);
            open_body(c, cx, ix, body, Visibility::Public);
        }
        (_, Some(declared)) => {
            let name = cx.intern_node(declared.name);
            // The declaration around was entered before, so its symbols are the newest.
            let first = cx.facts.symbols.len().saturating_sub(8);
            let owner = (first..cx.facts.symbols.len()).rev().find(|&ix| cx.facts.symbols[ix].name == name);
            let owner = owner.map(|ix| SymbolIx(ix as u32));
            let scope = cx.new_scope(ScopeKind::Class, owner);
            if let Some(owner) = owner {
                cx.facts.symbols[owner.ix()].body = Some(scope);
            }
            c.access.insert(scope, Visibility::Public);
            cx.scope_on(body, scope);
        }
        (_, None) => {}
    }
}

/// In C the tag of a nested struct is seen outside of it.
fn tag_scope(cx: &Context<'_>) -> ScopeIx {
    let scope = declaring_scope(cx);
    if cx.row.language != Language::C {
        return scope;
    }
    let mut at = scope;
    while cx.facts.scopes[at.ix()].kind == ScopeKind::Class {
        match cx.facts.scopes[at.ix()].parent {
            Some(parent) => at = parent,
            None => break,
        }
    }
    at
}

/// A type's symbol with scope, visibility and template parameters; `name` may be `A::B` or `A<int>`.
fn draft_type<'t>(
    c: &CExtractor,
    cx: &mut Context<'t>,
    node: Node<'t>,
    name: Node<'t>,
    kind: SymbolKind,
    head_end: usize,
) -> Option<Symbol> {
    let mut last = name;
    let mut impl_of = None;
    if name.kind() == "qualified_identifier" {
        impl_of = super::expressions::qualifier_expr(cx, name);
        while last.kind() == "qualified_identifier" {
            last = last.child_by_field_name("name")?;
        }
    }
    if last.kind() == "template_type" {
        last = last.child_by_field_name("name")?;
    }
    let mut symbol = cx.draft(kind, whole(cx, node), last, head_end);
    symbol.scope = tag_scope(cx);
    symbol.type_params = template_params(cx);
    symbol.impl_of = impl_of;
    if impl_of.is_some()
        && let Some(owner) = enclosing_owner(c, cx, &qualifiers(name))
    {
        symbol.parent = Some(owner);
        symbol.scope = cx.facts.symbol(owner).body.unwrap_or(symbol.scope);
    }
    visibility_here(c, cx, &mut symbol, false);
    Some(symbol)
}

/// The definition with the `template<…>` in front of it.
pub(super) fn whole<'t>(cx: &Context<'t>, node: Node<'t>) -> Node<'t> {
    let mut whole = node;
    let mut level = 0;
    while let Some(above) = cx.ancestor(level).filter(|above| above.kind() == "template_declaration") {
        (whole, level) = (above, level + 1);
    }
    whole
}

fn bases<'t>(cx: &mut Context<'t>, node: Node<'t>) -> Vec<ExprIx> {
    let mut cursor = node.walk();
    let Some(clause) = node.named_children(&mut cursor).find(|child| child.kind() == "base_class_clause") else {
        return Vec::new();
    };
    let types: Vec<_> = clause
        .named_children(&mut clause.walk())
        .filter(|child| matches!(child.kind(), "type_identifier" | "qualified_identifier" | "template_type"))
        .collect();
    types.into_iter().map(|ty| type_expr(cx, ty, 0)).collect()
}

/// `public:` and its like hold until the next one.
pub(super) fn access<'t>(c: &mut CExtractor, cx: &mut Context<'t>, node: Node<'t>) {
    if cx.parent_kind() == "base_class_clause" {
        return;
    }
    let visibility = match cx.text(node) {
        "private" => Visibility::Private,
        "protected" => Visibility::Protected,
        _ => Visibility::Public,
    };
    c.access.insert(cx.scope(), visibility);
}

/// An enum; without a name it takes that of its `typedef`, or has no symbol.
pub(super) fn enumeration<'t>(c: &mut CExtractor, cx: &mut Context<'t>, node: Node<'t>) {
    let Some(body) = node.child_by_field_name("body") else {
        return;
    };
    let typedef = cx.parent().filter(|parent| parent.kind() == "type_definition");
    let name = node.child_by_field_name("name").or_else(|| {
        let declarator = typedef?.child_by_field_name("declarator")?;
        Some(Declared::of(declarator)?.name)
    });
    let Some(name) = name else {
        return;
    };
    let Some(mut symbol) = draft_type(c, cx, node, name, SymbolKind::Enum, body.start_byte()) else {
        return;
    };
    if let Some(typedef) = typedef.filter(|_| node.child_by_field_name("name").is_none()) {
        symbol.span = cx.span(typedef);
    }
    let ix = cx.define(symbol, 0);
    open_body(c, cx, ix, body, Visibility::Public);
}

/// A constant of an enum. Those of a plain enum are seen around it too; `enum class` keeps them inside.
pub(super) fn enumerator<'t>(c: &CExtractor, cx: &mut Context<'t>, node: Node<'t>) {
    let Some(name) = node.child_by_field_name("name") else {
        return;
    };
    let mut symbol = cx.draft(SymbolKind::EnumMember, node, name, node.end_byte());
    symbol.flags.set(SymbolFlags::STATIC);
    symbol.value = node.child_by_field_name("value").map(|value| expr(cx, value, 0));
    visibility_here(c, cx, &mut symbol, false);
    let (name_text, position, scope) = (symbol.name, symbol.name_at, symbol.scope);
    let ix = cx.define(symbol, 0);
    let inside = &cx.facts.scopes[scope.ix()];
    let owner = inside.owner.filter(|&owner| cx.facts.symbol(owner).kind == SymbolKind::Enum);
    if let Some(owner) = owner
        && !is_scoped(cx)
    {
        let scope = cx.facts.symbol(owner).scope;
        let kind = BindingKind::Symbol(ix);
        let binding = Binding { scope, name: name_text, at: 0, position, kind, ty: None, value: None };
        cx.facts.bindings.push(binding);
    }
}

/// Whether the enum around is an `enum class` or `enum struct`.
fn is_scoped(cx: &Context<'_>) -> bool {
    let specifier = (0..4).filter_map(|level| cx.ancestor(level)).find(|above| above.kind() == "enum_specifier");
    specifier.and_then(|specifier| specifier.child(1)).is_some_and(|word| matches!(word.kind(), "class" | "struct"))
}

/// Opens the scope of the parameters of a template.
pub(super) fn template<'t>(cx: &mut Context<'t>, node: Node<'t>) {
    let scope = cx.new_scope(ScopeKind::TypeParameters, None);
    cx.open_scope(scope);
    let Some(list) = node.child_by_field_name("parameters") else {
        return;
    };
    for name in template_names(list) {
        cx.bind(scope, name, BindingKind::TypeParameter, None, None);
    }
}

/// The parameters of the innermost template around the current node.
pub(super) fn template_params(cx: &mut Context<'_>) -> Vec<TypeParam> {
    let template = cx.parent().filter(|parent| parent.kind() == "template_declaration");
    let Some(list) = template.and_then(|template| template.child_by_field_name("parameters")) else {
        return Vec::new();
    };
    let names = template_names(list);
    names.into_iter().map(|name| TypeParam { name: cx.intern_node(name), bound: None }).collect()
}

/// The names that a template's parameter list binds.
pub(super) fn template_names(list: Node<'_>) -> Vec<Node<'_>> {
    let mut names = Vec::new();
    for parameter in list.named_children(&mut list.walk()) {
        let mut cursor = parameter.walk();
        let found = match parameter.kind() {
            "template_template_parameter_declaration" => {
                let inner = parameter.named_children(&mut cursor).last();
                inner.and_then(|inner| inner.named_children(&mut inner.walk()).find(|c| c.kind() == "type_identifier"))
            }
            kind if kind.ends_with("type_parameter_declaration") => {
                parameter.named_children(&mut cursor).find(|child| child.kind() == "type_identifier")
            }
            _ => parameter.child_by_field_name("declarator").and_then(Declared::of).map(|declared| declared.name),
        };
        names.extend(found);
    }
    names
}
