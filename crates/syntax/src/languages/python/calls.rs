//! Calls: what they evaluate to, and those that say more than a call (access by name, imports, casts, `__all__`).

use super::Python;
use super::exports::export_names;
use super::kinds::{Field, Kind, child, kind, parts};
use crate::context::Context;
use tree_sitter::Node;
use tribunal_domain::facts::{Expr, ExprIx, LiteralKind, ScopeIx};

impl Python {
    /// The value of a call whose callee `function` evaluates to `callee`.
    pub(super) fn call_value<'t>(
        &mut self,
        cx: &mut Context<'t>,
        node: Node<'t>,
        function: Node<'t>,
        callee: ExprIx,
        scope: ScopeIx,
        depth: u32,
    ) -> ExprIx {
        let bare = kind(function) == Kind::Identifier;
        match last_name(cx, function) {
            "super" if bare && Self::in_class(cx, scope) => return cx.expr(Expr::Super { scope }),
            "cast" if is_typing(cx, function) => {
                if let [ty, _] = arguments(node)[..] {
                    let of = self.type_expr(cx, ty, scope, depth);
                    return cx.expr(Expr::Instance { of });
                }
            }
            "type" if bare => {
                return match arguments(node)[..] {
                    [of] if self.is_receiver(cx, of) => cx.expr(Expr::Class { scope }),
                    _ => ExprIx::UNKNOWN,
                };
            }
            "getattr" if bare => {
                return match arguments(node)[..] {
                    [of, name] => self.member_by_name(cx, of, name, scope, depth),
                    _ => ExprIx::UNKNOWN,
                };
            }
            "__new__" if depth > 0 => {
                if let Some(&class) = arguments(node).first() {
                    let of = self.value(cx, class, scope, depth - 1);
                    return if of == ExprIx::UNKNOWN { of } else { cx.expr(Expr::Instance { of }) };
                }
            }
            "copy" | "deepcopy" if depth > 0 && is_copy(cx, function) => {
                if let Some(&original) = arguments(node).first() {
                    return self.value(cx, original, scope, depth - 1);
                }
            }
            "str" | "repr" if bare => return self.literal(cx, LiteralKind::String),
            "int" | "float" | "len" if bare => return self.literal(cx, LiteralKind::Number),
            _ => {}
        }
        if callee == ExprIx::UNKNOWN { callee } else { cx.expr(Expr::Call { callee }) }
    }

    fn member_by_name<'t>(
        &mut self,
        cx: &mut Context<'t>,
        of: Node<'t>,
        name: Node<'t>,
        scope: ScopeIx,
        depth: u32,
    ) -> ExprIx {
        match string_text(cx, name) {
            Some((name, _)) if depth > 0 => {
                let base = self.value(cx, of, scope, depth - 1);
                let name = cx.intern(name);
                cx.expr(Expr::Member { base, name })
            }
            _ => ExprIx::UNKNOWN,
        }
    }

    /// Called when the walk enters a call.
    pub(super) fn call<'t>(&mut self, cx: &mut Context<'t>, node: Node<'t>) {
        let Some(function) = child(node, Field::Function) else {
            return;
        };
        if self.in_type(node.start_byte()) {
            self.values = node.byte_range();
        }
        match last_name(cx, function) {
            "getattr" | "setattr" | "hasattr" | "delattr" => mention_argument(cx, node, 0..2),
            "attrgetter" | "methodcaller" => mention_argument(cx, node, 0..usize::MAX),
            "patch" => mention_argument(cx, node, 0..1),
            "object" if cx.text(function).ends_with("patch.object") => mention_argument(cx, node, 1..2),
            "import_module" | "__import__" => self.dynamic_import(cx, node),
            "cast" if is_typing(cx, function) => {
                if let [ty, _] = arguments(node)[..] {
                    self.type_until = self.type_until.max(ty.end_byte());
                }
            }
            "extend" | "append" => {
                let of = child(function, Field::Object);
                if of.is_some_and(|of| cx.text(of) == "__all__") {
                    for list in arguments(node) {
                        export_names(cx, list);
                    }
                }
            }
            _ => {}
        }
    }
}

/// The positional arguments of a call.
pub(super) fn arguments(call: Node<'_>) -> Vec<Node<'_>> {
    let Some(list) = child(call, Field::Arguments) else {
        return Vec::new();
    };
    let mut arguments = parts(list);
    arguments.retain(|argument| kind(*argument) != Kind::KeywordArgument);
    arguments
}

/// The last name of a dotted path: `c` of `a.b.c`; empty for anything else.
pub(super) fn last_name<'t>(cx: &Context<'t>, path: Node<'t>) -> &'t str {
    match kind(path) {
        Kind::Identifier => cx.text(path),
        Kind::Attribute => child(path, Field::Attribute).map_or("", |name| cx.text(name)),
        _ => "",
    }
}

/// Whether a path is a bare name or a member of the `typing` module under one of its usual names.
pub(super) fn is_typing<'t>(cx: &Context<'t>, path: Node<'t>) -> bool {
    match child(path, Field::Object) {
        Some(module) => matches!(cx.text(module), "typing" | "typing_extensions" | "t" | "te"),
        None => kind(path) == Kind::Identifier,
    }
}

/// `copy.copy`, `copy.deepcopy`, `deepcopy`; a bare `copy` may be anything.
fn is_copy<'t>(cx: &Context<'t>, path: Node<'t>) -> bool {
    child(path, Field::Object).map_or(cx.text(path) == "deepcopy", |module| cx.text(module) == "copy")
}

/// The text of a plain string literal without escapes or interpolation, and where it starts.
pub(super) fn string_text<'t>(cx: &Context<'t>, node: Node<'t>) -> Option<(&'t str, usize)> {
    if kind(node) != Kind::String {
        return None;
    }
    match parts(node)[..] {
        [start, content, _] if kind(content) == Kind::StringContent && content.child_count() == 0 => {
            let prefixed = cx.text(start).contains(['f', 'F', 'b', 'B', 't', 'T']);
            (!prefixed).then(|| (cx.text(content), content.start_byte()))
        }
        _ => None,
    }
}

fn mention_argument<'t>(cx: &mut Context<'t>, call: Node<'t>, which: std::ops::Range<usize>) {
    for (at, argument) in arguments(call).into_iter().enumerate() {
        if which.contains(&at)
            && let Some((text, _)) = string_text(cx, argument)
        {
            cx.mention(text, argument, true);
        }
    }
}
