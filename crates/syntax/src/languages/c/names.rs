//! Uses of names: which identifiers are references, what for, and what stands before their dot.

use super::declarators::{Declared, is_keyword};
use super::expressions::{expr, qualifier_expr, type_expr};
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{Expr, ExprIx, Role, ScopeKind, Text};

/// Segments of a qualified name that are followed; a longer one has an unknown receiver.
const MAX_SEGMENTS: usize = 20;

/// An identifier that is neither a field nor a type to the grammar.
pub(super) fn identifier<'t>(cx: &mut Context<'t>, node: Node<'t>) {
    let Some(parent) = cx.parent().filter(|_| node.start_byte() < node.end_byte()) else {
        return;
    };
    match (parent.kind(), cx.field()) {
        (kind, field) if binds(kind, field) || is_keyword(cx.text(node)) => {}
        ("call_expression", Some("function")) => cx.reference(node, Role::Call, None),
        ("assignment_expression", Some("left")) | ("update_expression", _) => cx.reference(node, Role::Write, None),
        ("qualified_identifier", _) => qualified(cx, node, 0),
        ("template_function", Some("name")) => template_function(cx, node),
        _ => cx.reference(node, Role::Read, None),
    }
}

/// Whether an identifier in this place is a definition's own name or part of something not understood.
fn binds(parent: &str, field: Option<&str>) -> bool {
    match parent {
        "ERROR"
        | "reference_declarator"
        | "parenthesized_declarator"
        | "attributed_declarator"
        | "variadic_declarator"
        | "structured_binding_declarator"
        | "destructor_name"
        | "operator_name"
        | "parameter_list"
        | "preproc_params"
        | "gnu_asm_goto_list"
        | "attribute" => true,
        "gnu_asm_output_operand" | "gnu_asm_input_operand" => field == Some("symbol"),
        "preproc_def" | "preproc_function_def" | "enumerator" | "concept_definition" => field == Some("name"),
        "lambda_capture_initializer" => field == Some("left"),
        _ => field == Some("declarator"),
    }
}

/// The role by the place of the `level`-th ancestor, which is the whole name.
fn role_of(cx: &Context<'_>, level: usize, default: Role) -> Role {
    let above = cx.ancestor(level + 1).map_or("", |above| above.kind());
    match (above, cx.ancestor_field(level)) {
        ("call_expression", Some("function")) | ("new_expression", Some("type")) => Role::Call,
        ("assignment_expression", Some("left")) | ("update_expression", _) => Role::Write,
        ("base_class_clause", _) => Role::Inherit,
        _ => default,
    }
}

/// The outermost qualified name around, as the level of the ancestor: from `level` on, going up through `name` fields.
fn outermost(cx: &Context<'_>, mut level: usize) -> usize {
    while level < MAX_SEGMENTS
        && cx.ancestor(level + 1).is_some_and(|above| above.kind() == "qualified_identifier")
        && cx.ancestor_field(level) == Some("name")
    {
        level += 1;
    }
    level
}

/// The last name of `A::b`; ancestor `level` is the innermost qualified name. No use if it is what is being defined.
fn qualified<'t>(cx: &mut Context<'t>, node: Node<'t>, level: usize) {
    let top = outermost(cx, level);
    if is_declarator(cx, top) {
        return;
    }
    let default = if node.kind() == "type_identifier" { Role::Type } else { Role::Read };
    let role = role_of(cx, top, default);
    let receiver = match top {
        MAX_SEGMENTS => Some(ExprIx::UNKNOWN),
        _ => cx.ancestor(top).and_then(|top| qualifier_expr(cx, top)),
    };
    cx.reference(node, role, receiver);
}

/// Whether the whole name at ancestor `level` stands where a declaration puts what it declares.
fn is_declarator(cx: &Context<'_>, level: usize) -> bool {
    let above = cx.ancestor(level + 1).map_or("", |above| above.kind());
    match cx.ancestor_field(level) {
        Some("declarator") => true,
        Some("name") => above.ends_with("_specifier"),
        _ => matches!(above, "reference_declarator" | "parenthesized_declarator" | "attributed_declarator"),
    }
}

fn template_function<'t>(cx: &mut Context<'t>, node: Node<'t>) {
    if cx.ancestor(1).is_some_and(|above| above.kind() == "qualified_identifier") {
        qualified(cx, node, 1);
    } else if !is_declarator(cx, 0) && !cx.text(node).ends_with("_cast") {
        let role = role_of(cx, 0, Role::Read);
        cx.reference(node, role, None);
    }
}

/// A member after `.` or `->`, a designator, or a member that a constructor initialises.
pub(super) fn field_identifier<'t>(cx: &mut Context<'t>, node: Node<'t>) {
    let Some(parent) = cx.parent().filter(|_| node.start_byte() < node.end_byte()) else {
        return;
    };
    match (parent.kind(), cx.field()) {
        ("field_expression", _) => member(cx, parent, node, 0),
        ("template_method", Some("name")) => {
            if let Some(above) = cx.ancestor(1).filter(|above| above.kind() == "field_expression") {
                member(cx, above, node, 1);
            }
        }
        ("field_designator" | "initializer_pair", _) => {
            let receiver = designated(cx).unwrap_or(ExprIx::UNKNOWN);
            cx.reference(node, Role::Key, Some(receiver));
        }
        ("field_initializer", _) => field_initializer(cx, node),
        ("offsetof_expression", _) => {
            let of = parent.child_by_field_name("type").map_or(ExprIx::UNKNOWN, |ty| type_expr(cx, ty, 0));
            let of = cx.expr(Expr::Instance { of });
            cx.reference(node, Role::Key, Some(of));
        }
        ("qualified_identifier", _) => qualified(cx, node, 0),
        _ => {}
    }
}

/// `: x(1)` sets a member or calls the constructor of a base.
fn field_initializer<'t>(cx: &mut Context<'t>, node: Node<'t>) {
    let name = cx.intern_node(node);
    let class = cx.facts.scopes[cx.nearest_scope(&[ScopeKind::Class]).ix()].owner;
    let bases = class.map(|class| cx.facts.symbol(class).bases.as_slice()).unwrap_or_default();
    let is_base = bases.iter().any(|base| names(cx, *base) == Some(name));
    if is_base {
        cx.reference(node, Role::Call, None);
    } else {
        let this = cx.expr(Expr::This { scope: cx.scope() });
        cx.reference(node, Role::Write, Some(this));
    }
}

/// The last name of a type.
fn names(cx: &Context<'_>, ty: ExprIx) -> Option<Text> {
    match &cx.facts.exprs[ty.ix()] {
        Expr::Name { name, .. } | Expr::Member { name, .. } => Some(*name),
        Expr::Generic { base, .. } => names(cx, *base),
        _ => None,
    }
}

fn member<'t>(cx: &mut Context<'t>, access: Node<'t>, node: Node<'t>, level: usize) {
    let receiver = access.child_by_field_name("argument").map(|argument| expr(cx, argument, 0));
    let role = role_of(cx, level, Role::Read);
    cx.reference(node, role, receiver);
}

/// The value whose field `.x = …` sets: of the declared type, if as many lists are open as it has dimensions.
fn designated(cx: &mut Context<'_>) -> Option<ExprIx> {
    let mut lists = 0;
    for level in 0..16 {
        let above = cx.ancestor(level)?;
        match above.kind() {
            "field_designator" => {}
            "initializer_list" => lists += 1,
            "initializer_pair" if lists == 0 => {}
            "initializer_pair" => {
                let first = above.child_by_field_name("designator")?;
                if first.kind() != "subscript_designator" {
                    return None;
                }
            }
            "init_declarator" => {
                let declared = Declared::of(above)?;
                let ty = cx.ancestor(level + 1)?.child_by_field_name("type")?;
                return instance(cx, ty, lists == declared.dimensions() + 1);
            }
            "compound_literal_expression" => {
                let ty = above.child_by_field_name("type")?;
                return instance(cx, ty, lists == 1);
            }
            _ => return None,
        }
    }
    None
}

fn instance<'t>(cx: &mut Context<'t>, ty: Node<'t>, fits: bool) -> Option<ExprIx> {
    let of = fits.then(|| type_expr(cx, ty, 0))?;
    Some(cx.expr(Expr::Instance { of }))
}

/// A name in type syntax.
pub(super) fn type_identifier<'t>(cx: &mut Context<'t>, node: Node<'t>) {
    let Some(parent) = cx.parent().filter(|_| node.start_byte() < node.end_byte()) else {
        return;
    };
    match (parent.kind(), cx.field()) {
        ("ERROR", _) | (_, Some("declarator")) | ("alias_declaration", Some("name")) => {}
        ("struct_specifier" | "union_specifier" | "class_specifier" | "enum_specifier", Some("name")) => {
            if parent.child_by_field_name("body").is_none() && cx.ancestor_field(0) == Some("type") {
                cx.reference(node, Role::Type, None);
            }
        }
        (kind, field) if kind.ends_with("type_parameter_declaration") && field != Some("default_type") => {}
        ("pointer_declarator" | "reference_declarator" | "parenthesized_declarator" | "array_declarator", None) => {}
        ("qualified_identifier", _) => qualified(cx, node, 0),
        ("template_type", Some("name")) => template_type(cx, node),
        ("base_class_clause", _) => cx.reference(node, Role::Inherit, None),
        ("new_expression", Some("type")) => cx.reference(node, Role::Call, None),
        _ => cx.reference(node, Role::Type, None),
    }
}

fn template_type<'t>(cx: &mut Context<'t>, node: Node<'t>) {
    let above = cx.ancestor(1).map_or("", |above| above.kind());
    match (above, cx.ancestor_field(0)) {
        ("qualified_identifier", Some("name")) => qualified(cx, node, 1),
        ("qualified_identifier", _) => scope_segment(cx, node, 1),
        // `struct A<int> { … }` defines a specialisation, but `A` is still a use of the template.
        _ => {
            let role = role_of(cx, 0, Role::Type);
            cx.reference(node, role, None);
        }
    }
}

/// A name before `::`.
pub(super) fn namespace_identifier<'t>(cx: &mut Context<'t>, node: Node<'t>) {
    if cx.parent_kind() == "qualified_identifier" {
        scope_segment(cx, node, 0);
    }
}

/// A qualifier: ancestor `level` is the qualified name that it stands in.
fn scope_segment<'t>(cx: &mut Context<'t>, node: Node<'t>, level: usize) {
    let mut top = level;
    while top < MAX_SEGMENTS && cx.ancestor(top + 1).is_some_and(|above| above.kind() == "qualified_identifier") {
        top += 1;
    }
    let receiver = match top {
        _ if top == level => None,
        MAX_SEGMENTS => Some(ExprIx::UNKNOWN),
        _ => before(cx, top, level),
    };
    cx.reference(node, Role::Type, receiver);
}

/// The path from the outermost qualified name down to, but without, the one at `level`.
fn before(cx: &mut Context<'_>, top: usize, level: usize) -> Option<ExprIx> {
    let mut base: Option<ExprIx> = None;
    for at in (level + 1..=top).rev() {
        let scope = cx.ancestor(at)?.child_by_field_name("scope");
        let Some(scope) = scope else {
            continue;
        };
        let name = if scope.kind() == "template_type" { scope.child_by_field_name("name")? } else { scope };
        base = Some(match base {
            Some(base) => {
                let name = cx.intern_node(name);
                cx.expr(Expr::Member { base, name })
            }
            None => cx.name_expr(name),
        });
    }
    base
}
